### Nachweise des Mischens, und die Prüfung einer Aufzeichnung.

proofs-title = War dieses Match fair gemischt?
proofs-none = Hier hast du ein anderes Match weitergespielt, also wurden die ersten Karten nicht gemischt. Es gibt nichts zu prüfen.
proofs-open = Wir haben unsere Geheimnisse dieses Matches veröffentlicht, also mischt dein Browser alles noch einmal. Speichere das Match, um es anderswo zu prüfen.
proofs-own = Dein Browser prüft jede Karte, die du gesehen hast.
proofs-scripts = Schalte JavaScript ein, dann prüft das dein Browser.
proofs-take = Match speichern
check-title = Gespeichertes Match prüfen
proofs-each = Alle { $count } Mischvorgänge
proofs-cut = Mischen { $number }: { $orders }
proofs-values = { PERSON($who) ->
    [you] Du hast mitgemischt.
    [one] { $who } hat mitgemischt.
   *[many] { CAPITAL($who) } haben mitgemischt.
}
proofs-alone = das waren wir allein
proofs-commitment = Was wir versprochen haben:
proofs-order = { CAPITAL($order) }, { $count } Karten
proofs-lot = { CAPITAL($order) }
proofs-order-seats = wer zuerst gibt
proofs-order-dealer = Ziehen, wer gibt
proofs-order-draw = Ziehen, wer gibt
proofs-order-main = Stapel
proofs-order-tall = Tall Cards
proofs-order-again = Ablage, neu gemischt
proofs-order-cut = Abheben
proofs-seat = Platz { $number }
proofs-root = Fingerabdruck dieser Reihenfolge:
proofs-position = Stelle
proofs-card = Karte
proofs-proved = Nachgewiesen
proofs-unseen = Von diesen hast du keine gesehen.
proofs-back = Zurück zur Wiederholung
proofs-how = Wie das geht
proofs-given = Platz { $number } hat eine Zahl dazugegeben.
proofs-absent = Platz { $number } hat nicht mitgemischt.
proofs-withheld = Platz { $number } hat eine Zahl gewählt und sie nie genannt.
proofs-left = Platz { $number } hat eine Zahl gewählt und ist dann gegangen.
check-what = Gib uns ein gespeichertes Match, und wir spielen es noch einmal durch, samt Mischen. Das sagt dir, dass es in sich stimmt. Gib den Nachweis dazu, den dein Browser gespeichert hat, und du siehst, ob wir die Karten ausgesucht haben.
check-none = Noch haben wir kein Match. Wähl seine Datei, oder füg es ein.
check-no-match = Das ist kein gespeichertes Match. Nimm die Datei von „Match speichern“.
check-file = Gespeichertes Match
check-text = Oder füg es hier ein
check-more = Beweis hinzufügen
check-seen = Der Nachweis deines Browsers
check-plain = Nur die Züge prüfen
check-plain-what = Wurde es nicht hier gegeben, gibt es kein Mischen zu prüfen.
check-button = Prüfen
check-command = Willst du uns nicht glauben? Du kannst es auch auf deinem eigenen Rechner prüfen.
check-proves = Was das beweist, und was nicht
