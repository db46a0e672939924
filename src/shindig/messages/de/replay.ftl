### Beendete Matches: Wiederholung, Analyse, Vergleich, Übungen, Trainer.

replay-place = Match { $match }, Schritt { $number } von { $total }
replay-unranked = ohne Wertung
replay-this-side = Diese Seite des Tisches
replay-steps = Schritte
replay-first = Erster Schritt
replay-back = Schritt zurück
replay-step = Schritt
replay-go = Los
replay-on = Schritt vor
replay-last = Letzter Schritt
replay-to-going = Von hier weiterspielen oder neu versuchen
replay-from-here = Von hier aus
replay-play-on = Mit Bots weiterspielen
replay-try-again = Von hier neu versuchen
replay-practice = Übungstisch (ohne Wertung).
replay-same-cards = Alle Hände sind offen, also hat er dieselben Karten.
replay-dealt-anew = Du behältst deinen Platz. Karten, die du nicht gesehen hast, werden neu gegeben.
replay-not-dealt = Dieses Spiel kann verdeckte Karten nicht neu geben. Fang zwischen zwei Händen an, oder wenn alle Hände offen sind.
replay-again-what = „Neu versuchen“ führt zu deiner letzten Entscheidung vor diesem Schritt.
replay-seen-by = Gesehen von
replay-onlooker = Zuschauern
replay-when-open = Andere Hände werden offen, wenn alle zustimmen, die mitgespielt haben, auch wer gegangen ist.
replay-picture = Bild
replay-record = Aufzeichnung
replay-check = Mischen prüfen
replay-step-by-step = Schritt für Schritt
review-title = So hast du gespielt
review-again = Wiederholung von Match { $match }
review-what = Deine Entscheidungen, bewertet nach dem, was du wissen konntest.
review-preparing = Der schwere Bot lädt. Das dauert beim ersten Mal ein, zwei Minuten. Du kannst gehen: die Analyse wartet hier.
review-loading = Lädt
review-failed = Sie ist stehen geblieben: { $why }
review-progress = Analyse: { $number } von { $total }
review-analysed = Analysiert
review-short = Kurz gesagt
review-nothing-yet = Noch keine Entscheidung ist analysiert
review-lost = Gegenüber den besten Zügen kosteten dich deine Entscheidungen { $amount } { $unit }. Am Ende hattest du { $score }. Der Rest war Glück und das Spiel der anderen.
review-costly = Größte Fehler
review-more = { $count ->
    [one] Noch ein Fehler
   *[other] Noch { $count } Fehler
}
review-see = Ansehen
review-try = Neu versuchen
review-exercises = Sie kommen ab morgen als { $link } wieder.
review-exercises-link = Übungen
review-no-mistake = Du hast keinen klaren Fehler gemacht.
grade-best = Beste Wahl
grade-good = Gute Wahl
grade-inaccuracy = Ungenau
grade-mistake = Fehler
grade-blunder = Grober Fehler
grade-count-best = { $count } beste { $count ->
    [one] Wahl
   *[other] Züge
}
grade-count-good = { $count } gut
grade-count-inaccuracy = { $count ->
    [one] { $count } Ungenauigkeit
   *[other] { $count } Ungenauigkeiten
}
grade-count-mistake = { $count } Fehler
grade-count-blunder = { $count ->
    [one] { $count } grober Fehler
   *[other] { $count } grobe Fehler
}
compare-title = Deine Entscheidungen im Vergleich
compare-after = Nach { $link }, bewertet nach dem, was du wissen konntest.
compare-step = Schritt { $number } des Matches
compare-then = Im Match
compare-now = Diesmal
compare-best = Die beste Wahl
exercises-what = Spiel deine Fehler noch einmal. Jeder kommt nach einem Tag wieder, und später, wenn du richtig liegst.
exercises-all = { $count } insgesamt
exercises-practise = Üben
exercises-next = wieder am { $day }
exercises-practise-now = Jetzt üben
exercises-none = Du hast noch keine. Spiel ein Match und sieh dir „So hast du gespielt“ an. Deine Fehler kommen ab morgen hierher.
exercises-play = Spielen
exercises-private = Ein Tag beginnt um Mitternacht UTC. Nur du siehst deine Übungen.
exercise = Die Übung
exercise-well = Gut gewählt
exercise-ask = Was wählst du?
exercise-says = Was die Analyse sagt
exercise-before = Hier warst du schon, und deine Wahl hat dich etwas gekostet. Das hast du gewusst.
exercise-best = Richtig: { $choice } war am besten.
exercise-as-good = { $choice } ist etwa so gut wie das Beste, { $best }.
exercise-worse = { $choice } kostet im Schnitt { $amount }. Am besten war { $best }.
exercise-then = Im Match hast du { $choice } gewählt.
exercise-returns = Sie kommt { $count ->
    [one] morgen
   *[other] in { $count } Tagen
} wieder.
exercise-next = Nächste Übung
exercise-another = Noch eine
exercise-on = Von hier weiterspielen
exercise-what = Deine Wahl wird nach dem bewertet, was du wissen konntest. Es läuft keine Uhr.
coach-rules = Alle Regeln
coach-rule = Regel
coach = Dein Trainer
lesson-title = { $game } lernen
guest = Gast
coach-step = Schritt { $number } von { $total }
coach-says = Was der Trainer sagt
coach-known = Das kennst du schon. „Rat“ hilft dir.
coach-second-over = Das war deine eigene Hand. Im Verlauf steht jeder Schritt.
coach-second = Spiel selbst eine Hand
coach-another = Noch eine Hand
coach-table = Mit Trainer spielen
coach-off = Ohne Trainer weiter
coach-got-it = Verstanden
coach-show = Zeig es mir
page-back = Zurück
coach-aim = Das Ziel.
coach-restart = Lektion neu beginnen
coach-no-clock = Es läuft keine Uhr. Geh, wann du willst: die Lektion wartet auf dich.
