### The page that says how we shuffle, in a few sentences. The whole protocol is a page of the docs.

shuffle-title = How we shuffle
shuffle-lead = You don’t have to leave the shuffle to us: your browser helps.
shuffle-ours = Before each shuffle, we lock in a secret number.
shuffle-yours = Your browser picks one too, and nobody shows theirs until everyone has picked.
shuffle-mix = All the numbers together decide the order of the cards.

## What you can check

shuffle-can = What you can check
shuffle-notes = Your browser remembers what we locked in, and checks after the match that we didn’t change it.
shuffle-cards = We can prove that every card you saw was already in its place in the deck before we dealt. What you didn’t see stays hidden.
shuffle-again = If everyone agrees to show their hands, your browser can redo every shuffle and check it.
shuffle-saved = A saved match doesn’t prove much by itself, because we could have made it up. It’s the proof your browser saved that counts, so keep that too.

## What you can’t

shuffle-cannot = What to watch out for
shuffle-of-us = Us
shuffle-of-others = Other players
shuffle-of-you = Your browser
shuffle-know = Don’t trust anyone blindly, us included: we deal, so we know all the cards, and we could tip off a friend.
shuffle-alone = If your browser doesn’t help, you can’t tell whether we fixed the deal. If nobody’s browser helps, we shuffle on our own, and tell you so.
shuffle-few = If they’re in on it with us, they can hold back their numbers. Then we can pick from a few shuffles, and we always tell you how many.
shuffle-gone = If a table vanishes before you’ve seen a card, maybe we didn’t like the shuffle. If it keeps happening, play somewhere else.
shuffle-day = We shuffle the deal of the day ourselves, and everyone gets the same one. We lock it in before the day begins, and you can check it afterwards.
shuffle-time = If somebody thinks for ages, you can often guess what they’ve got. So when a choice is secret, we ask everyone at once, and show nothing until all the answers are in.
shuffle-page = We made this page too, so don’t just take its word for it.
shuffle-checker = Here’s a checker that works offline
shuffle-protocol = For programmers: how it all works
