### Texte des Skripts der Regeln. Das Skript setzt die Werte ein.

script-found = { $count } Stellen
script-found-one = Eine Stelle
script-found-none = Nichts gefunden. Versuch ein anderes Wort.
