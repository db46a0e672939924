### Texte des Skripts, das einen Link kopiert.

script-copied = Kopiert
