### Texte des Skripts jeder Seite.

script-offline = Du bist offline. Regeln und Lektionen gehen trotzdem; Tische warten, bis du zurück bist.
