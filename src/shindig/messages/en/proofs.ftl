### Proofs of the shuffles, and the check of a record.

## The shuffles of a match

proofs-title = The shuffles of match { $match }
proofs-none = There is nothing to check here. This match went on from another one, so its first cards came from no shuffle of its own.
proofs-open = This match is open: the house’s secrets are published. Your browser repeats every shuffle. Download the record to check it elsewhere.
proofs-own = Every card that you held or saw has a proof here. It shows that the card lay there before the deal. Your browser checks each one.
proofs-scripts = The check needs scripts.
proofs-take = Download the record
check-title = Check a record
proofs-cut = Cut { $number }: { $orders }
proofs-values = values of { $count } of { $total } players
proofs-alone = made by the house alone
proofs-commitment = Commitment
proofs-order = { $order }, { $count } cards
proofs-root = Root
proofs-position = Position
proofs-card = Card
proofs-proved = Proved
proofs-unseen = You saw none of these.
proofs-back = Back to the replay
proofs-how = How this works
proofs-given = Seat { $number } gave a value.
proofs-absent = Seat { $number } was absent.
proofs-withheld = Seat { $number } sealed a value and didn’t open it.
proofs-left = Seat { $number } sealed a value and left.

## The check of a record

check-what = A record has a match from its first shuffle to its last move. We replay it by the rules and repeat each shuffle. That alone shows only that the record fits itself. Add the fairness proof that a browser saved: it shows that the house was bound before the deal.
check-none = There is no record yet. Choose its file, or paste its text.
check-file = File
check-text = or text
check-seen = Fairness proof
check-plain = Rules only
check-button = Check it
check-command = Without this server: { $command }.
check-proves = What the check proves, and what it doesn’t
