### Texte des Skripts, das Zeiten schreibt. Das Skript setzt die Werte ein.

script-time = { $day } um { $time }
