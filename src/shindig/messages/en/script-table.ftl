### Texts of the scripts of tables. The script puts the values in.

script-lost = We’ve lost you. Trying again…
script-replaced = You’ve opened this table in another tab. Play here instead?
script-fault = { $why } Try again?
script-take = { $there }: leave it or take it
script-laid = { $card } goes down for { $there }. Pick { $there } again to leave it.
script-taken = You take { $there }. Pick a card of yours to put down for it.
script-leave-all = You take none of them.
script-lay-more = You’re taking { $taken }. Pick { $waiting } more of yours to put in the talon.
script-laid-all = You’re taking { $taken }, and putting as many in the talon.
script-turn = It’s your turn.
script-sound = Play with sound?
script-yes = Yes
script-no = No
script-not-sent = We can’t reach the table, so your move wasn’t sent. Try again.
script-unreached = We can’t reach the table.
# In a button for cards, under its label: why it can’t be pressed, or what else there is.
script-no-choice = not with that
script-touch-first = tap a card first
script-touch-cards = tap cards first
script-touch-swap = or tap a card to swap it
script-range = From { $low } to { $high }.
script-more = { $count } more
script-select = Select it
script-thinking = Thinking…
script-close = Close
# On small labels: before an amount, and on a card that has just come.
script-bet = bet
script-new = new
script-bank = { $time } from your time bank
script-seconds = { $count } s
script-minutes = { $count } min
script-waited = It’s been { $time }.
script-dealt = as dealt
script-suit = by suit
script-rank = by rank
