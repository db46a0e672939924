### Beendete Matches: Wiederholung, Analyse, Vergleich, Übungen, Trainer.

replay-place = Zug { $number } von { $total }
replay-unranked = nur zur Übung
replay-this-side = Diese Seite des Tisches
replay-steps = Züge
replay-first = Erste Karten
replay-back = Einen Zug zurück
replay-step = Zug
replay-go = Los
replay-on = Einen Zug vor
replay-last = Letzter Zug
replay-to-going = Ab hier übernehmen
replay-run = Von selbst ablaufen
replay-pause = Anhalten
replay-from-here = Ab hier übernehmen
replay-play-on = Mit Bots weiterspielen
replay-try-again = Neu versuchen
replay-practice = Nur zur Übung.
replay-same-cards = Ihr habt alle Hände gezeigt, also bekommst du dieselben Karten.
replay-dealt-anew = Die Karten, die du nicht sehen konntest, mischen wir neu.
replay-not-dealt = Hier kannst du nicht anfangen: die verdeckten Karten können wir nicht neu geben. Fang zwischen zwei Händen an, oder wenn ihr alle Hände zeigt.
replay-again-what = „Neu versuchen“ bringt dich zu deiner letzten Entscheidung zurück, damit du anders wählen kannst.
replay-seen-by = Wessen Karten?
replay-onlooker = Zuschauer
replay-when-open = Ihr seht alle Karten, wenn alle zustimmen, auch wer schon gegangen ist.
replay-picture = Als Bild sichern
replay-record = Match speichern
replay-check = War das Mischen fair?
replay-step-by-step = Zug für Zug
review-title = So hast du gespielt
review-again = Sieh dir das Match noch einmal an
review-what = Wir beurteilen dich nur nach den Karten, die du sehen konntest.
review-preparing = Der schwere Bot lädt noch. Das dauert beim ersten Mal ein, zwei Minuten. Komm und geh, wie du willst: die Analyse wartet hier.
review-loading = Lädt
review-failed = Wir mussten aufhören: { $why }
review-progress = { $number ->
    [0] Wir sehen uns deine { $total } Entscheidungen an. Das dauert einen Moment.
   *[other] Wir haben { $number } deiner { $total } Entscheidungen durch.
}
review-analysed = Entscheidungen, die wir angesehen haben
review-short = Kurz gesagt
review-so-far = Bisher
review-nothing-yet = Noch nichts: gib uns einen Moment.
review-lost = { $score } Ohne das hättest du im Schnitt etwa { $amount } mehr.
review-lost-chance = { $score } { $count ->
    [one] Ohne das würdest du von 100 solchen Händen { $wins } mehr gewinnen.
   *[other] Ohne das würdest du in 100 solchen Matches etwa { $wins } Hände mehr gewinnen.
}
review-costly = Hier lief es schief
review-slips = Kleine Ungenauigkeiten
review-unsure = Schwer zu beurteilen
review-more = { $count ->
    [one] Noch eine
   *[other] Noch { $count }
}
review-see = Ansehen
review-try = Neu versuchen
review-exercises = Morgen kannst du das in deinen { $link } üben.
review-exercises-link = Übungen
review-grades = { $total ->
    [0] { $grades }.
   *[other] { $fine ->
        [0] Von { $total ->
            [one] einer Entscheidung
           *[other] deinen { $total } Entscheidungen
        } { $grades }.
       *[other] { $grades }.
    }
}
    .fine = { $total ->
        [one] Deine eine Entscheidung war
       *[other] Deine { $total } Entscheidungen waren alle
    } in Ordnung.
review-no-mistake = { $won ->
    [no] Einfach Pech gehabt! Wir haben deine anderen Möglichkeiten in Hunderten von Verteilungen durchgespielt, und keine war klar besser.
   *[other] Gut gespielt!
}
review-no-choice = Du hattest nichts zu entscheiden.
grade-best = Genau richtig
grade-good = Ebenso gut
grade-inaccuracy = Ein bisschen ungenau
grade-mistake = Fehler
grade-blunder = Grober Fehler
grade-unsure = Schwer zu sagen
grade-count-good = { $count }{ $total ->
    [0] {""}
   *[other] {" "}deiner { $total } Entscheidungen
} { $count ->
    [one] war
   *[other] waren
} gut
grade-count-unsure = { $count } { $count ->
    [one] ist
   *[other] sind
} schwer zu beurteilen
grade-count-inaccuracy = { $count } { $count ->
    [one] war
   *[other] waren
} ein bisschen ungenau
grade-count-mistake = { $count } { $count ->
    [one] war ein Fehler
   *[other] waren Fehler
}
grade-count-blunder = { $count } { $count ->
    [one] war ein grober Fehler
   *[other] waren grobe Fehler
}
compare-title = Damals und jetzt
compare-after = Deine Entscheidungen in { $link }.
compare-step = einem früheren Match
compare-then = Damals
compare-now = Diesmal
compare-best = Die beste Wahl
exercises-what = Versuch noch einmal, was schiefging. Jede Übung kommt am nächsten Tag wieder. Liegst du richtig, bleibt sie länger weg.
exercises-waiting = { $count ->
    [one] Du hast eine. Sie ist
   *[other] Du hast { $count }. Sie sind
} für { $days ->
    [one] morgen
   *[other] den { $day }
}.
exercises-due = Heute hast du { $due } zu üben, insgesamt { $count }.
exercises-practice = Üben
exercises-practice-now = Jetzt üben
exercises-none = Du hast noch keine. Spiel ein Match und öffne „So hast du gespielt“: dann kannst du hier noch einmal versuchen, was schiefging.
exercises-play = Spielen
exercises-private = Nur du siehst deine Übungen.
exercise = Die Übung
exercise-well = Gut gewählt
exercise-ask = Was wählst du?
exercise-says = Was wir meinen
exercise-before = Hier warst du schon, und du hast falsch gewählt. Das hast du gewusst.
exercise-best = Richtig: { $choice } war am besten.
    .doing = Richtig: { $doing } war am besten.
exercise-unsure = Wir haben viele Verteilungen durchgespielt und können trotzdem nicht sagen, wie gut das war.
exercise-as-good = { $choice } ist etwa so gut wie die beste Wahl, { $best }.
    .doing = { CAPITAL($doing) } war etwa so gut wie { $best }, die beste Wahl.
exercise-then = Damals hast du { $choice } gewählt. Das war im Schnitt um etwa { $amount } schlechter.
    .did = Damals: du { $did }. Das war im Schnitt um etwa { $amount } schlechter.
exercise-then-chance = Damals hast du { $choice } gewählt. Ohne das würdest du von 100 solchen Händen { $wins } mehr gewinnen.
    .did = Damals: du { $did }. Ohne das würdest du von 100 solchen Händen { $wins } mehr gewinnen.
exercise-returns = Du siehst sie { $count ->
    [one] morgen
   *[other] in { $count } Tagen
} wieder.
exercise-next = Nächste Übung
exercise-another = Noch eine
exercise-on = Von hier weiterspielen
coach-rules = Alle Regeln
coach-rule = Regel
coach = Dein Trainer
lesson-title = { $game } lernen
guest = Gast
coach-step = Schritt { $number } von { $total }
coach-says = Was der Trainer sagt
coach-known = Das kennst du schon. „Rat“ hilft, wenn du nicht weiterweißt.
coach-second-over = Das war deine eigene Hand. Jeden Zug findest du unter „Verlauf“.
coach-second = Spiel selbst eine Hand
coach-another = Noch eine Hand
coach-table = Mit Trainer spielen
coach-off = Ohne Trainer spielen
coach-got-it = Verstanden
coach-show = Zeig es mir
page-back = Zurück
coach-aim = Worum es geht.
coach-restart = Lektion neu beginnen
coach-no-clock = Es läuft keine Uhr. Geh, wann du willst: die Lektion wartet auf dich.
