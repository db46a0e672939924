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
    [you] Du gehst mit: { $amount }.
   *[other] { $who } geht mit: { $amount }.
}
betting-calls-all-in = { $who ->
    [you] Du gehst mit: { $amount }, all-in.
   *[other] { $who } geht mit: { $amount }, all-in.
}
betting-bets = { $who ->
    [you] Du setzt { $amount }.
   *[other] { $who } setzt { $amount }.
}
betting-bets-all-in = { $who ->
    [you] Du setzt { $amount }: all-in.
   *[other] { $who } setzt { $amount }: all-in.
}
betting-raises = { $who ->
    [you] Du erhöhst um { $amount } auf { $total }.
   *[other] { $who } erhöht um { $amount } auf { $total }.
}
betting-raises-all-in = { $who ->
    [you] Du erhöhst um { $amount } auf { $total }: all-in.
   *[other] { $who } erhöht um { $amount } auf { $total }: all-in.
}
betting-antes-all-in = { $who ->
    [you] Deine letzten { $amount } gehen in den Grundeinsatz: du bist all-in.
   *[other] { $who } gibt die letzten { $amount } als Grundeinsatz: all-in.
}
betting-pot = Pot
betting-main-pot = Hauptpot
betting-side-pot = Nebenpot { $number }
betting-pot-goes = { $pot }: { $amount } für { PERSON($seats) ->
    [you] dich
   *[other] { $seats }
}.
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
    [you] Das Spiel ist deins, mit { $amount }!
    [one] Das Spiel geht an { $seats }, mit { $amount }.
   *[many] { CAPITAL($seats) } teilen sich den Sieg, mit je { $amount }.
}
betting-ask-call = { $amount } mitgehen, erhöhen oder aussteigen?
    .kind = Mitgehen, erhöhen oder aussteigen
betting-ask-bet = Schieben oder setzen?
    .kind = Schieben oder setzen
betting-check = Schieben
    .help = Bleib kostenlos dabei.
betting-call = { $amount } mitgehen
betting-call-all-in = { $amount } mitgehen (all-in)
betting-fold = Aussteigen
    .help = Gib diese Hand und deinen Einsatz auf.
betting-bet = Setzen
betting-raise = Erhöhen um
betting-least = Minimum
betting-half-pot = halber Pot
betting-whole-pot = Pot
betting-all-in = all-in
betting-most = Maximum
betting-refuse-bet = { $who ->
    [you] Vor dir liegt ein Einsatz von { $amount }: geh mit, erhöh oder steig aus.
   *[other] Es liegt ein Einsatz von { $amount }: mitgehen, erhöhen oder aussteigen.
}
betting-refuse-reopen = Du kannst nur mitgehen oder aussteigen: die letzte Erhöhung war zu klein.
betting-refuse-short = Du kannst nur mitgehen oder aussteigen: zum Mitgehen brauchst du alles.
betting-refuse-amount = Setz oder erhöh { $low } bis { $high }.
betting-refuse-no-bet = Noch hat niemand gesetzt: schieb oder setz.
betting-refuse-no-bet-fold = Noch hat niemand gesetzt: schieb, setz oder steig aus.
betting-refuse-step = Jetzt wird gesetzt: schieben, setzen, mitgehen, erhöhen oder aussteigen.
badge-dealer = Geber
    .short = G
badge-all-in = all-in
badge-claims = beansprucht { $card }
    .short = { $card }
said-wins = gewinnt { $amount }
said-rank-wins = gewinnt { $amount } mit { $rank }
said-drew = { $count ->
    [0] behält alle
   *[other] tauscht { $count }
}
betting-broke = { $who ->
    [you] Dein letzter Chip ist weg.
   *[other] { $who } hat den letzten Chip verloren.
}
