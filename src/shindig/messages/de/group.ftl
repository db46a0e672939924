### Räume von Freunden: ein Link für alle Spiele, Gespräch und Tabellen.

group-code-title = Mit Code in einen Raum
group-code-wrong = Kein Raum hat den Code „{ $code }“. Prüf ihn, oder frag jemanden im Raum nach dem neuen.
group-code = Code
group-code-what = Frag jemanden danach, der schon im Raum ist. Es sind vier Fantasiewörter, wie bado‑kime‑sola‑tipo.
group-code-tables = Ein einzelner Tisch hat keinen Code. Lass dir seinen Link schicken.
group-code-button = Zum Raum
group-standings = Tabelle von { $name }
group-gain = Gewinnst du alles, was die anderen in einem Match verlieren, sind das 100. So lassen sich verschiedene Spiele zusammenzählen.
group-to-room = Zurück zum Raum
group-by-evening = Nach Abenden
group-chart = Gewinne über die Matches
group-moments = Beste Momente
group-nothing = Du hast hier noch nichts gespielt.
group-join = Komm in den Raum
group-join-as = Du kommst als { $person }.
group-playing = Offene Tische
group-join-or-watch = Mitspielen oder zusehen
group-next = Als Nächstes: { $game }
group-choose = Was spielen wir?
group-house-rules = Hausregeln
group-start = Los
group-everyone = Wähl ein Spiel und dann Start: Alle hier und am letzten Tisch sitzen dann mit am Tisch. Bots füllen die freien Plätze.
group-here = Wer da ist
group-at-table = am Tisch
group-talk = Gespräch
group-evening = Dieser Abend
group-evenings = Alle Abende
group-bring = Lade Freunde ein
group-qr = Der Link zu diesem Raum als QR-Code
group-link = Link zu diesem Raum
group-say-code = Oder sag den Code:
group-new-code = Neuer Link und Code
group-new-code-what = Der alte Link und Code gelten dann nicht mehr.
group-leave = Raum verlassen
group-remove = Jemanden entfernen
group-remove-what = Die Person kann nicht zurückkommen. Mach auch einen neuen Link, wenn sie ihn kennt.
groups-what = Habt ihr eine feste Runde? Richte einen Raum ein: Der Link bleibt, und der Stand zählt von Abend zu Abend weiter.
groups-members = { $count ->
    [one] 1 Mitglied
   *[other] { $count } Mitglieder
}
groups-make = Raum einrichten
groups-name = Wie soll er heißen?
groups-example = Karten am Freitag
groups-make-button = Raum einrichten
group-rules-title = Eure Hausregeln für { $game }
group-rules-what = Euer Raum „{ $name }“ spielt ab dem nächsten Match so.
group-seats-all = alle hier
group-rules-button = Diese Regeln nehmen
standings-gain = Gewinn
