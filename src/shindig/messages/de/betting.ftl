### Setzen, in den Spielen mit Einsätzen.
### $who ist ein Spieler: „you“ für den Leser, ein Name für alle anderen. $seats sind mehrere Spieler.

betting-checks = { $who ->
    [you] Du schiebst.
   *[other] { $who } schiebt.
}
betting-folds = { $who ->
    [you] Du steigst aus.
   *[other] { $who } steigt aus.
}
betting-calls = { $who ->
    [you] Du gehst mit { $amount } mit.
   *[other] { $who } geht mit { $amount } mit.
}
betting-calls-all-in = { $who ->
    [you] Du gehst mit { $amount } mit und bist all-in.
   *[other] { $who } geht mit { $amount } mit und ist all-in.
}
betting-bets = { $who ->
    [you] Du setzt { $amount }.
   *[other] { $who } setzt { $amount }.
}
betting-bets-all-in = { $who ->
    [you] Du setzt { $amount } und bist all-in.
   *[other] { $who } setzt { $amount } und ist all-in.
}
betting-raises = { $who ->
    [you] Du erhöhst auf { $total }.
   *[other] { $who } erhöht auf { $total }.
}
betting-raises-all-in = { $who ->
    [you] Du erhöhst auf { $total } und bist all-in.
   *[other] { $who } erhöht auf { $total } und ist all-in.
}
betting-antes-all-in = { $who ->
    [you] Du zahlst { $amount } als Grundeinsatz und bist all-in.
   *[other] { $who } zahlt { $amount } als Grundeinsatz und ist all-in.
}
betting-returned = { $who ->
    [you] Niemand ist bei { $amount } von deinem Einsatz mitgegangen, also bekommst du sie zurück.
   *[other] Niemand ist bei { $amount } vom Einsatz von { $who } mitgegangen, also gehen sie zurück.
}
betting-pot = Pot
betting-main-pot = Hauptpot
betting-side-pot = { $count ->
    [1] Nebenpot
   *[other] Nebenpot { $number }
}
betting-pot-goes = { $pot }: { PERSON($seats) ->
    [you] du gewinnst { $amount }.
    [one] { $seats } gewinnt { $amount }.
   *[many] { $seats } teilen sich { $amount }.
}
betting-wins = { $who ->
    [you] Du gewinnst { $amount }.
   *[other] { $who } gewinnt { $amount }.
}
betting-carried = { $amount } lassen sich nicht teilen und gehen in den nächsten Hauptpot.
betting-gains-with = { $who ->
    [you] Du hast { $amount } gewonnen, mit { $made }.
   *[other] { $who } hat { $amount } gewonnen, mit { $made }.
}
betting-gains-unseen = { $who ->
    [you] Du hast { $amount } gewonnen, ohne zu zeigen.
   *[other] { $who } hat { $amount } gewonnen, ohne zu zeigen.
}
betting-won-match = { PERSON($seats) ->
    [you] Du gewinnst das Match, mit { $amount }!
    [one] { $seats } gewinnt das Match, mit { $amount }.
   *[many] { CAPITAL($seats) } teilen sich das Match, mit je { $amount }.
}
betting-ask-call = { $all ->
    [0] { $amount } mitgehen, erhöhen oder aussteigen?
   *[other] { $amount } mitgehen, all-in mit { $all } oder aussteigen?
}
    .kind = Mitgehen, erhöhen oder aussteigen
betting-ask-call-only = { $amount } mitgehen oder aussteigen?
    .kind = Mitgehen oder aussteigen
betting-ask-call-all-in = Mitgehen kostet { $amount }. All-in oder aussteigen?
    .kind = All-in oder aussteigen
betting-ask-bet = Schieben oder setzen?
    .kind = Schieben oder setzen
betting-check = Schieben
    .help = Du bleibst kostenlos dabei.
    .did = hast geschoben
    .doing = zu schieben
betting-call = { $amount } mitgehen
    .did = bist mit { $amount } mitgegangen
    .doing = mit { $amount } mitzugehen
betting-call-all-in = All-in mit { $amount }
    .did = bist mit deinen { $amount } all-in gegangen
    .doing = mit deinen { $amount } all-in zu gehen
betting-all-in-share = Von den { $pot } im Pot kannst du { $amount } gewinnen.
betting-all-in-whole = Du kannst den ganzen Pot gewinnen.
betting-fold = Aussteigen
    .help = Dein Einsatz ist weg.
    .did = bist ausgestiegen
    .doing = auszusteigen
betting-bet = Setzen
    .did = hast { $amount } gesetzt
    .doing = { $amount } zu setzen
betting-raise = Erhöhen auf
    .did = hast auf { $amount } erhöht
    .doing = auf { $amount } zu erhöhen
betting-least = Minimum
betting-half-pot = halber Pot
betting-whole-pot = Pot
betting-all-in = all-in
betting-most = Maximum
betting-refuse-bet = Jemand hat { $amount } gesetzt: geh mit, erhöh oder steig aus.
betting-refuse-reopen = Du kannst nur mitgehen oder aussteigen: die letzte Erhöhung war zu klein.
betting-refuse-short = Du kannst nur mitgehen oder aussteigen: zum Mitgehen brauchst du alles.
betting-refuse-amount = Setz { $low } bis { $high }, oder erhöh um so viel.
betting-refuse-no-bet = Noch hat niemand gesetzt: schieb oder setz.
betting-refuse-no-bet-fold = Noch hat niemand gesetzt: schieb, setz oder steig aus.
betting-refuse-step = Jetzt wird gesetzt: schieben, setzen, mitgehen, erhöhen oder aussteigen.
badge-dealer = Geber
    .short = G
badge-all-in = all-in
badge-claims = beansprucht { $card }
    .short = Anspruch
said-wins = gewann { $amount }
said-rank-wins = gewann { $amount }: { $rank }
said-drew = { $count ->
    [0] behielt alle
   *[other] tauschte { $count }
}
betting-broke = { $who ->
    [you] Du bist pleite.
   *[other] { $who } ist pleite.
}
