### Räume von Freunden: ein Link für alle Spiele, Gespräch und Tabellen.

group-code-title = Code eingeben
group-code-wrong = Kein Raum hat den Code „{ $code }“. Prüf ihn, oder frag jemanden im Raum nach dem neuen.
group-code = Code
group-code-what = Vier Wörter, die dir jemand aus dem Raum sagt.
group-code-button = Zum Raum
group-standings = Tabelle von { $name }
group-gain = Ein Gewinn von 100 heißt: du hast alles gewonnen, was die anderen in einem Match verloren. So kannst du Gewinne verschiedener Spiele zusammenzählen.
group-to-room = Zum Raum
group-by-evening = Nach Abenden
group-chart = Gewinne über die Matches
group-moments = Beste Momente
group-nothing = Hier wurde noch nichts gespielt.
group-join = Komm in den Raum
group-join-as = Du kommst als { $person }.
group-playing = Offene Tische
group-join-or-watch = Mitspielen oder zusehen
group-next = Als Nächstes: { $game }
group-choose = Was spielen wir?
group-house-rules = Hausregeln
group-start = Los
group-everyone = Wählt ein Spiel, dann los: alle hier und am letzten Tisch sitzen mit am Tisch. Bots nehmen freie Plätze.
group-here = Wer da ist
group-at-table = am Tisch
group-talk = Gespräch
group-evening = Dieser Abend
group-evenings = Alle Abende
group-bring = Lade Freunde ein
group-qr = Der Link dieses Raums als QR-Code
group-link = Link dieses Raums
group-say-code = Oder sag den Code:
group-new-code = Neuer Link und Code
group-new-code-what = Der alte Link und Code gelten dann nicht mehr.
group-leave = Raum verlassen
group-remove = Jemanden entfernen
group-remove-what = Die Person kann nicht zurückkommen. Mach auch einen neuen Link, wenn sie ihn kennt.
groups-what = Ein Raum ist für Leute, die zusammen spielen: ein Link für alle Spiele und eine Tabelle für jeden Abend.
groups-members = { $count ->
    [one] 1 Mitglied
   *[other] { $count } Mitglieder
}
groups-make = Raum einrichten
groups-name = Name des Raums
groups-example = Karten am Freitag
groups-make-button = Raum einrichten
groups-have-code = Ich habe einen Code
group-rules-title = Hausregeln von { $game }
group-rules-what = { $name } spielt ab dem nächsten Match so.
group-seats-all = so viele, wie wir sind
group-clock = Uhr
group-clock-45 = 45 Sekunden pro Entscheidung
group-clock-120 = 2 Minuten
group-clock-none = keine
group-clock-day = ein Tag pro Entscheidung
group-rules-button = Diese Regeln nehmen
standings-gain = Gewinn
