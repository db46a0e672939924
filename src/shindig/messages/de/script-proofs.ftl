### Texte des Skripts der Beweise. Das Skript setzt die Werte ein.

script-proof-wrong = stimmt nicht
script-proof-unseen = Dein Browser war hier nicht dabei.
script-proof-before = Dasselbe Versprechen, das dein Browser bekam, bevor eine Zahl herauskam:
script-proof-during = Dasselbe Versprechen, das dein Browser bekam, als die Zahlen herauskamen:
script-proof-unbound = Wir hätten jede Reihenfolge aussuchen können.
script-proof-one-order = Als dein Browser seine Zahl nannte, war nur noch eine Reihenfolge möglich.
script-proof-orders = Steckten andere mit uns unter einer Decke (Plätze: { $seats }), konnten wir unter { $count } Reihenfolgen aussuchen.
script-proof-failed = ✗ { $bad } von { $all } Prüfungen sind fehlgeschlagen.
script-proof-shuffle = ✓ Dein Browser hat noch einmal gemischt, und die Karten kamen genauso.
script-proof-shuffles = ✓ Dein Browser hat alles noch einmal gemischt, und die Karten kamen jedes Mal genauso.
script-proof-cards = ✓ Alle { $count } Karten, die du gesehen hast, lagen schon vor dem Geben an ihrer Stelle.
script-proof-no-card = Du hast in diesem Match keine Karte gesehen, also gibt es nichts zu zeigen.
script-proof-live = Von { $all } Mischungen bekam dein Browser bei { $seen } vorher unser Versprechen und hat bei { $own } mitgemischt.
script-proof-live-all = Dein Browser bekam vor jeder der { $all } Mischungen unser Versprechen und hat jedes Mal mitgemischt.
script-proof-live-one = Dein Browser bekam unser Versprechen vor dem Mischen und hat mitgemischt.
script-proof-live-none = Dein Browser hat hier nicht mitgemischt. Du siehst also nur, dass unsere Geschichte stimmig ist: wir können gemischt haben, bis es uns passte.
script-proof-others = Bei den anderen siehst du nur, dass unsere Geschichte stimmig ist: wir können gemischt haben, bis es uns passte.
script-proof-alone = Das haben wir allein gemacht, also hätten wir aussuchen können, was kam: Mischen { $cuts }.
script-proof-later = Wenn alle ihre Hände zeigen, kannst du das ganze Mischen prüfen.
script-proof-no-list = Mischen { $cuts }: die Zahl deines Browsers hat uns nicht gebunden, also hätten wir jede Reihenfolge aussuchen können.
script-proof-tried = Wir sagen, dass Mischen { $cuts } für ein anderes Match war. Dein Browser sah dessen Ende nicht, es kann ein weiterer Versuch gewesen sein.
script-proof-off = Mischen { $cuts }: ihr wart alle einverstanden, die Hand abzubrechen. Wenn du nicht, dann hatten wir einen weiteren Versuch.
script-proof-below = Bei jedem Mischen unten steht, unter wie vielen Reihenfolgen wir mit Helfern aussuchen konnten.
script-proof-checking = Wird geprüft …
script-proof-unsent = Die Zahl deines Browsers steckt nicht in Mischen { $cuts }: sie wurde nie gesendet.
