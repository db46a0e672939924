### Spielen im Terminal.

terminal-help = Schreib, was du tun willst. Oder: ? zeigt alles, was geht, h Rat, c Tabellen, r Regeln, q beendet.
terminal-no-advice = Hier gibt es keinen Rat.
terminal-no-charts = Hier gibt es keine Tabellen.
terminal-no-rules = Dieses Spiel hat keine Regeln zum Lesen.
terminal-more = { $actions } und { $count } mehr
terminal-have = Du hast: { $holding }
terminal-fact = { $name } { $fact }
terminal-button = { $verb }: { $help }
terminal-amount = { $verb } { $low } bis { $high }
terminal-choices = { $verb }: { $count ->
    [one] 1 Möglichkeit
   *[other] { $count } Möglichkeiten
}
