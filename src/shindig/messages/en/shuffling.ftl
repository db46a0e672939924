### The page that says how we shuffle, in a few sentences. The whole protocol is a page of the docs.

shuffle-title = How we shuffle
shuffle-lead = You don’t have to leave the shuffle to us: your device helps.
shuffle-ours = Before each shuffle we lock in a secret number: that’s our promise.
shuffle-yours = So does your device, and nobody gives theirs away before all of them are locked in.
shuffle-mix = All the numbers together decide the order of the cards.

## What you can check

shuffle-can = What you can check
shuffle-notes = Your browser notes our promises, and checks after the match that we kept them.
shuffle-cards = For every card you held or saw, we can show that it was in its spot before the deal. What you didn’t see stays hidden.
shuffle-again = Once everyone agrees to show their hands, your browser can do every shuffle again.
shuffle-saved = A saved match proves little by itself, because we could have made it up. Your browser’s own notes are what counts, so save them, too.

## What you can’t

shuffle-cannot = What you can’t check
shuffle-know = Don’t trust anyone blindly, us included: we deal, so we know all the cards, and we could tip off a friend.
shuffle-alone = If your device doesn’t help, nothing shows you that we didn’t pick the cards. When nobody’s device helps, we shuffle alone, and say so.
shuffle-few = If other players were in on it with us, they could hold back their numbers. Then we could pick one of a few random shuffles. We tell you how many.
shuffle-gone = If a table vanishes before you’ve seen a card, that may have been a shuffle we didn’t like.
shuffle-day = We shuffle the deal of the day alone, for everyone. We lock it in before the day begins, and you can check it afterwards.
shuffle-time = If somebody thinks for ages, that’s a hint. So when it’s secret, we ask everyone together, and all the answers count at once.
shuffle-page = This page comes from us, too, so use another checker if you can.
shuffle-checker = This one works offline
shuffle-protocol = For programmers: the whole protocol
