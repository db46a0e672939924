### Texts of the scripts in the browser. The script puts the values in.

script-offline = You are offline. You can read the rules and play lessons; tables wait until you are back.
script-lost = Connection lost. Trying again…
script-replaced = This table is open in another tab. Tap to play here.
script-fault = { $why } Tap to try again.
script-take = { $there }: leave it, or tap to take it
script-laid = { $card } goes down for { $there }. Tap to leave { $there }.
script-taken = You take { $there }. Tap a card in your hand to lay down for it.
script-leave-all = You take none of them.
script-lay-more = Taking { $taken }: lay down { $waiting } more.
script-laid-all = Taking { $taken }, laying down as many.
script-turn = It’s your turn.
script-sound = Play with sound?
script-yes = Yes
script-no = No
script-not-sent = The room can’t be reached. Your move wasn’t sent; try again.
script-unreached = The room can’t be reached.
script-no-choice = You can’t choose these cards here.
script-touch-first = Tap a card first.
script-range = From { $low } to { $high }.
script-copied = Copied
script-select = Select it
script-thinking = Thinking…
script-close = Close
script-push-on = This browser notifies you when it’s your turn.
script-push-failed = That didn’t work. Try again later.
script-push-off = This browser doesn’t notify you any more.
script-push-refused = This browser doesn’t allow notifications.
# On small labels: before an amount, and on a card that has just come.
script-bet = bet
script-new = new
