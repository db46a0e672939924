### Texte der Skripte von Tischen. Das Skript setzt die Werte ein.

script-lost = Wir haben dich verloren. Neuer Versuch …
script-replaced = Du hast diesen Tisch in einem anderen Tab offen. Hier weiterspielen?
script-fault = { $why } Noch einmal versuchen?
script-take = { $there }: liegen lassen oder nehmen
script-laid = { $card } kommt für { $there } hin. Wähl { $there } noch einmal, um sie liegen zu lassen.
script-taken = Du nimmst { $there }. Wähl eine Handkarte, die du dafür ablegst.
script-leave-all = Du nimmst keine davon.
script-lay-more = Du nimmst { $taken }: lege noch { $waiting } ab.
script-laid-all = Du nimmst { $taken } und legst ebenso viele ab.
script-turn = Du bist dran.
script-sound = Mit Ton spielen?
script-yes = Ja
script-no = Nein
script-not-sent = Wir erreichen den Tisch nicht, also ging dein Zug nicht ab. Versuch es noch einmal.
script-unreached = Wir erreichen den Tisch nicht.
# In a button for cards, under its label: why it can’t be pressed, or what else there is.
script-no-choice = damit nicht
script-touch-first = tipp zuerst eine Karte an
script-touch-cards = tipp zuerst Karten an
script-touch-swap = oder tipp auf eine Karte, die weg soll
script-range = Von { $low } bis { $high }.
script-more = noch { $count }
script-select = Bitte markieren
script-thinking = Ich überlege …
script-close = Schließen
# On small labels: before an amount, and on a card that has just come.
script-bet = gesetzt
script-new = neu
script-bank = { $time } aus deiner Zeitreserve
script-seconds = { $count } s
script-minutes = { $count } Min.
script-waited = Schon { $time }.
script-dealt = wie gegeben
script-suit = nach Farbe
script-rank = nach Rang
