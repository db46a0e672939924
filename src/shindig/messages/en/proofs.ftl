### Proofs of the shuffles, and the check of a record.

## The shuffles of a match

proofs-title = Was this match shuffled fairly?
proofs-none = You played on from another match here, so the first cards weren’t shuffled. There’s nothing to check.
proofs-open = We’ve published our secrets of this match, so your browser does every shuffle again. Save the match to check it elsewhere.
proofs-own = Your browser checks every card you saw.
proofs-scripts = Turn on JavaScript, and your browser checks this.
proofs-take = Save the match
check-title = Check a saved match
proofs-each = All { $count } shuffles
proofs-cut = Shuffle { $number }: { $orders }
proofs-values = { PERSON($who) ->
    [you] Your browser helped.
    [one] { $who } helped.
   *[many] { CAPITAL($who) } helped.
}
proofs-alone = We did this one on our own.
proofs-commitment = What we promised:
proofs-order = { CAPITAL($order) }, { $count } cards
proofs-lot = { CAPITAL($order) }
proofs-order-seats = who deals first
proofs-order-dealer = the draw for dealer
proofs-order-draw = the draw for dealer
proofs-order-main = the deck
proofs-order-tall = the Tall Cards
proofs-order-again = the discard pile
proofs-order-cut = the cut
proofs-seat = seat { $number }
proofs-root = Fingerprint of this order:
proofs-position = Spot
proofs-card = Card
proofs-proved = Proved
proofs-unseen = You saw none of these.
proofs-back = Back to the replay
proofs-how = How this works
proofs-given = Seat { $number } added a number.
proofs-absent = Seat { $number } didn’t take part.
proofs-withheld = Seat { $number } picked a number, but never gave it.
proofs-left = Seat { $number } picked a number, and then left.

## The check of a record

check-what = Give us a saved match, and we’ll play it through again, shuffles and all. Then you’ll know whether it adds up. Add the proof your browser saved, and you’ll see whether we stacked the deck.
check-none = We don’t have a match yet. Choose its file, or paste it.
check-no-match = That isn’t a saved match. Use the file that “Save the match” gave you.
check-file = Saved match
check-text = Or paste it here
check-more = Add the proof
check-seen = The proof your browser saved
check-plain = Just check the moves
check-plain-what = If it wasn’t dealt here, there’s no shuffle to check.
check-button = Check it
check-command = Don’t want to take our word for it? You can check it on your own computer, too.
check-proves = What this can prove, and what it can’t
