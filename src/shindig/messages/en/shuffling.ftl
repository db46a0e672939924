### The page that says how we shuffle, in a few sentences. The whole protocol is a page of the docs.

shuffle-title = How we shuffle
shuffle-lead = You don’t have to trust our shuffle: your browser helps shuffle.
shuffle-ours = Before each shuffle, we pick a secret number and lock it in.
shuffle-yours = Your browser picks one too, and nobody shows theirs until everyone has picked.
shuffle-mix = All the numbers together decide how the cards fall.

## What you can check

shuffle-can = What you can check
shuffle-notes = Your browser remembers what we locked in, and checks after the match that we didn’t change it.
shuffle-cards = Every card you saw was already in its place before we dealt, and we can prove it. The ones you didn’t see stay secret.
shuffle-again = If everyone agrees to show their hands, your browser can redo every shuffle and check it.
shuffle-saved = A saved match doesn’t prove much by itself, because we could have made it up. It’s the proof your browser saved that counts, so keep that too.

## What you can’t

shuffle-cannot = What to watch out for
shuffle-of-us = Us
shuffle-of-others = Other players
shuffle-of-you = Your browser
shuffle-know = Our computer knows all the cards while you play. No shuffle can prove that we told nobody.
shuffle-alone = If your browser doesn’t help, you can’t tell whether we fixed the deal. If nobody’s browser helps, we shuffle on our own, and tell you so.
shuffle-few = If they’re in on it with us, they can refuse to show their number. Then we get a few shuffles to choose from, and you’ll always see how many.
shuffle-gone = A table that vanishes before you’ve seen a card could be a shuffle we threw out. If it keeps happening, play somewhere else.
shuffle-day = We shuffle the deal of the day ourselves, and everyone gets the same one. We lock it in before the day begins, and you can check it afterwards.
shuffle-time = If somebody thinks for ages, you can often guess what they’ve got. So when a choice is secret, we ask everyone at once, and show nothing until all the answers are in.
shuffle-page = We made this page too, so don’t just take its word for it.
shuffle-checker = Here’s a checker that works offline
shuffle-protocol = For programmers: how it all works
