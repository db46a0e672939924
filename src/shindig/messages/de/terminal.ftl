### Spielen im Terminal.

terminal-help = Schreib deinen Zug. Oder schreib ? für alle Züge, h für einen Rat, c für Tabellen, r für die Regeln, q zum Aufhören.
terminal-no-advice = Hier gibt es keinen Rat.
terminal-no-charts = Hier gibt es keine Tabellen.
terminal-no-rules = Für dieses Spiel sind keine Regeln aufgeschrieben.
terminal-more = { $actions } und { $count } mehr
terminal-out-of-range = Nimm eine Zahl von { $low } bis { $high }.
terminal-have = Du hast: { $holding }
terminal-fact = { $name } { $fact }
terminal-button = { $verb }: { $help }
terminal-amount = { $verb } … ({ $low } bis { $high })
terminal-choices = { $verb }: { $count ->
    [one] 1 Möglichkeit
   *[other] { $count } Möglichkeiten
}
