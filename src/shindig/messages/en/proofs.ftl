### Proofs of the shuffles, and the check of a record.

## The shuffles of a match

proofs-title = Was match { $match } shuffled fairly?
proofs-none = You played on from another match here, so its first cards came from no shuffle. There’s nothing to check.
proofs-open = We’ve published our secrets of this match, so your browser repeats every shuffle. Save the match to check it elsewhere.
proofs-own = Every card you held or saw has a proof here: it lay there before the deal. Your browser checks each one.
proofs-scripts = You need scripts for this check.
proofs-take = Save the match
check-title = Check a saved match
proofs-cut = Shuffle { $number }: { $orders }
proofs-values = { $count } of { $total } players gave a number
proofs-alone = we did this one alone
proofs-commitment = Commitment
proofs-order = { $order }, { $count } cards
proofs-root = Root
proofs-position = Position
proofs-card = Card
proofs-proved = Proved
proofs-unseen = You saw none of these.
proofs-back = Back to the replay
proofs-how = How this works
proofs-given = Seat { $number } gave a number.
proofs-absent = Seat { $number } wasn’t there.
proofs-withheld = Seat { $number } sealed a number and didn’t open it.
proofs-left = Seat { $number } sealed a number and left.

## The check of a record

check-what = Give us a saved match, and we’ll play it through again, shuffles and all. Then you’ll know whether it adds up. Add the proof that your browser saved before the deal, and you’ll see that we didn’t stack the deck.
check-none = We don’t have a match yet. Choose its file, or paste it.
check-file = Saved match
check-text = Or paste it here
check-seen = The proof your browser saved
check-plain = Check the moves, skip the shuffles
check-button = Check it
check-command = Don’t want to take our word for it? You can check it on your own computer, too.
check-proves = What this proves, and what it can’t
