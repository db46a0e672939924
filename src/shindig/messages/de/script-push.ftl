### Texte des Skripts der Nachrichten, wer dran ist.

script-push-on = Wir sagen dir hier Bescheid, wenn du dran bist.
script-push-failed = Das ging nicht. Versuch es später noch einmal.
script-push-off = Wir sagen dir hier nicht mehr Bescheid.
script-push-refused = Dieser Browser lässt uns nicht Bescheid sagen.
