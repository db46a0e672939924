### Texte der Skripte des fairen Abhebens. Das Skript setzt die Werte ein.

script-cut-lost = Diese Seite hat die Zahl nicht mehr, die sie für Mischen { $cut } versiegelt hat, also kann sie sie nicht öffnen. Das wird vermerkt.
script-cut-shut = Also öffnet diese Seite ihre Zahl nicht.
script-cut-no-list = Wir öffnen Mischen { $cut } ohne Liste seiner Siegel.
script-cut-unlisted = Was diese Seite versiegelt hat, steht nicht auf der Liste von Mischen { $cut }.
script-cut-late-list = Mischen { $cut } hat jetzt eine Liste, aber seine Siegel wurden ohne eine geöffnet.
script-cut-distrust = Trau diesem Mischen nicht.
script-cut-other-secret = Für Mischen { $cut } hatten wir ein anderes Geheimnis versprochen.
script-cut-second-seals = Für Mischen { $cut } wurde dir eine zweite Liste von Siegeln gezeigt.
script-cut-seal-missing = Was Platz { $seat } für Mischen { $cut } versiegelt hat, fehlt.
script-cut-other-seals = Für Mischen { $cut } wurde eine andere Liste von Siegeln festgelegt.
script-cut-other-values = Für Mischen { $cut } wurden vorher andere Zahlen oder Wurzeln gezeigt.
script-cut-own-missing = Die Zahl deines Browsers fehlt in Mischen { $cut }: sie kam zu spät, oder wir haben sie weggelassen.
script-cut-open-differ = In Mischen { $cut } waren andere Zahlen offen, als dein Browser seine öffnete.
script-cut-not-first = Mischen { $cut } ist nicht das erste an seinem Tisch, und vorher wurde dort kein Match gespielt.
script-cut-gap = Vor Mischen { $cut } fehlt eines.
script-cut-left-out = Mischen { $cut } gehört zu diesem Match und fehlt.
script-cut-never-made = Mischen { $cut } gab es nie, obwohl dein Browser seine Zahl geöffnet hat.
