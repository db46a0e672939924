### Play in the terminal.

terminal-help = Type your move. Or type ? for all your moves, h for advice, c for charts, r for the rules, q to quit.
terminal-no-advice = There’s no advice here.
terminal-no-charts = There are no charts here.
terminal-no-rules = This game has no written rules.
terminal-more = { $actions } and { $count } more
terminal-out-of-range = Pick a number from { $low } to { $high }.
terminal-have = You have: { $holding }
terminal-fact = { $name } { $fact }
terminal-button = { $verb }: { $help }
terminal-amount = { $verb } … ({ $low } to { $high })
terminal-choices = { $verb }: { $count ->
    [one] 1 choice
   *[other] { $count } choices
}
