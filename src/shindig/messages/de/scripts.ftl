### Texte der Skripte im Browser. Das Skript setzt die Werte ein.

script-offline = Du bist offline. Regeln und Lektionen gehen trotzdem; Tische warten, bis du zurück bist.
script-lost = Verbindung verloren. Neuer Versuch …
script-replaced = Dieser Tisch ist in einem anderen Tab offen. Tippe, um hier zu spielen.
script-fault = { $why } Tippe für einen neuen Versuch.
script-take = { $there }: liegen lassen oder antippen und nehmen
script-laid = { $card } kommt für { $there } hin. Antippen lässt { $there } liegen.
script-taken = Du nimmst { $there }. Tippe eine Handkarte an, die du dafür ablegst.
script-leave-all = Du nimmst keine davon.
script-lay-more = Du nimmst { $taken }: lege noch { $waiting } ab.
script-laid-all = Du nimmst { $taken } und legst ebenso viele ab.
script-turn = Du bist dran.
script-sound = Mit Ton spielen?
script-yes = Ja
script-no = Nein
script-not-sent = Der Server ist nicht erreichbar. Dein Zug ging nicht ab; versuch es noch einmal.
script-unreached = Der Server ist nicht erreichbar.
script-no-choice = Diese Karten kannst du hier nicht wählen.
script-touch-first = Tippe zuerst eine Karte an.
script-range = Von { $low } bis { $high }.
script-copied = Kopiert
script-select = Bitte markieren
script-thinking = Ich überlege …
script-close = Schließen
script-push-on = Dieser Browser meldet sich, wenn du dran bist.
script-push-failed = Das ging nicht. Versuch es später noch einmal.
script-push-off = Dieser Browser meldet nichts mehr.
script-push-refused = Dieser Browser erlaubt keine Meldungen.
# On small labels: before an amount, and on a card that has just come.
script-bet = gesetzt
script-new = neu
