### The page that says how we shuffle, in a few sentences. The whole protocol is a page of the docs.

shuffle-title = How we shuffle
shuffle-lead = You don’t have to leave the shuffle to us: your device helps.
shuffle-ours = Before each shuffle, we lock in a secret number.
shuffle-yours = Your device picks one too, and nobody shows theirs until all are in.
shuffle-mix = All the numbers together decide the order of the cards.

## What you can check

shuffle-can = What you can check
shuffle-notes = Your browser remembers what we locked in, and checks after the match that we didn’t change it.
shuffle-cards = We can prove that every card you saw was already in its place in the deck before we dealt. What you didn’t see stays hidden.
shuffle-again = If everyone agrees to show their hands, your browser can redo every shuffle and check it.
shuffle-saved = A saved match doesn’t prove much by itself, because we could have made it up. It’s your browser’s own notes that count, so save those too.

## What you can’t

shuffle-cannot = What to watch out for
shuffle-know = Don’t trust anyone blindly, us included: we deal, so we know all the cards, and we could tip off a friend.
shuffle-alone = If your device doesn’t help, you can’t tell whether we picked the cards. If nobody’s device helps, we shuffle alone and tell you.
shuffle-few = If other players were in on it with us, they could hold back their numbers. Then we could pick one of a few shuffles. We always tell you how many there were.
shuffle-gone = If a table vanishes before you’ve seen a card, maybe we didn’t like the shuffle.
shuffle-day = We shuffle the deal of the day ourselves, and everyone gets the same one. We lock it in before the day begins, and you can check it afterwards.
shuffle-time = If somebody thinks for ages, you can often guess what they’ve got. So when a choice is secret, we ask everyone at once, and show nothing until all the answers are in.
shuffle-page = We made this page, too, so check with something else if you can.
shuffle-checker = Here’s a checker that works offline
shuffle-protocol = For programmers: how it all works
