### Play in the terminal.

terminal-help = Type what you want to do. Or: ? for all you can do, h for advice, c for charts, r for rules, q to leave.
terminal-no-advice = There’s no advice here.
terminal-no-charts = There are no charts here.
terminal-no-rules = This game has no rules to read.
terminal-more = { $actions } and { $count } more
terminal-have = You have: { $holding }
terminal-fact = { $name } { $fact }
terminal-button = { $verb }: { $help }
terminal-amount = { $verb } { $low } to { $high }
terminal-choices = { $verb }: { $count ->
    [one] 1 choice
   *[other] { $count } choices
}
