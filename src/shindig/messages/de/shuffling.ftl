### Die Seite, die in ein paar Sätzen sagt, wie wir mischen.

shuffle-title = Wie wir mischen
shuffle-lead = Du musst uns das Mischen nicht einfach glauben: dein Browser mischt mit.
shuffle-ours = Vor jedem Mischen wählen wir eine geheime Zahl und legen uns darauf fest.
shuffle-yours = Dein Browser wählt auch eine, und keiner zeigt seine, bevor alle gewählt haben.
shuffle-mix = Erst alle Zahlen zusammen sagen, wie die Karten liegen.
shuffle-can = Was du prüfen kannst
shuffle-notes = Dein Browser notiert unsere Versprechen und prüft nach dem Match, ob wir sie gehalten haben.
shuffle-cards = Jede Karte, die du gesehen hast, lag schon vor dem Geben an ihrer Stelle, und wir können es beweisen. Was du nicht gesehen hast, bleibt geheim.
shuffle-again = Wenn alle zustimmen, ihre Hände zu zeigen, kann dein Browser jedes Mischen wiederholen.
shuffle-saved = Ein gespeichertes Match beweist für sich wenig, denn wir könnten es erfunden haben. Es zählt der Nachweis, den dein Browser gespeichert hat, also heb den auch auf.
shuffle-cannot = Worauf du achten solltest
shuffle-of-us = Wir
shuffle-of-others = Andere Spieler
shuffle-of-you = Dein Browser
shuffle-know = Unser Rechner kennt alle Karten, während du spielst. Kein Mischen kann beweisen, dass wir keinem etwas verraten.
shuffle-alone = Mischt dein Browser nicht mit, weißt du nicht, ob wir die Karten ausgesucht haben. Mischt keiner mit, mischen wir allein und sagen es dir.
shuffle-few = Stecken sie mit uns unter einer Decke, können sie ihre Zahl zurückhalten. Dann können wir unter ein paar Mischungen wählen, und du siehst immer, unter wie vielen.
shuffle-gone = Verschwindet ein Tisch, bevor du eine Karte gesehen hast, haben wir vielleicht eine Mischung verworfen. Passiert das öfter, spiel lieber woanders.
shuffle-day = Den Tagesdeal mischen wir allein, für alle. Wir legen ihn fest, bevor der Tag beginnt, und danach kannst du ihn prüfen.
shuffle-time = Wie lange jemand nachdenkt, kann etwas verraten. Darum stellen wir geheime Fragen zur selben Zeit, und alle Antworten gelten auf einmal.
shuffle-page = Auch diese Seite kommt von uns, also glaub nicht nur ihr.
shuffle-checker = Dieses Prüfprogramm läuft auch offline
shuffle-protocol = Für Programmierer: das ganze Protokoll
