### The check of a saved match: what holds, and what does not. $cut is a shuffle's number, $cuts is fair-cuts,
### $names are players. $of is the name that the rules give an order of cards, such as main.

fair-fault = { CAPITAL($why) }.
fair-longest = We check matches of at most { $count } lines here. On your own computer you can check any.

## What holds

fair-rules = { $game }, { $count ->
    [one] one step
   *[other] { $count } steps
}, all by the rules, { $end ->
    [yes] to the end
   *[no] as far as it goes
}.
fair-cuts = { $count ->
    [one] cut
   *[other] cuts
} { $numbers }
fair-range = { $first } to { $last }
fair-shuffles = { $count ->
    [one] The one shuffle is
   *[other] All { $count } shuffles are
} what the secrets and values in this record make.
fair-shuffles-day = { $count ->
    [one] The one shuffle is
   *[other] All { $count } shuffles are
} what the secret of the deal of { $day } makes. We made it alone, so we could have picked what came.
fair-compare = We chose it beforehand. It’s the same for everyone if the page of that day, or of the day before, showed this hash: { $hash }
fair-unseen = That is all that a record shows by itself. We may have tried one secret after another, or made the values up, until the cards suited us. Only what somebody saw live shows that we didn’t.
fair-honest = If the device that saw this was honest, nobody picked these shuffles, neither we nor anybody with us.
fair-values = { CAPITAL($cuts) }, { $count ->
    [one] one shuffle
   *[other] { $count } shuffles
}: values of { $given } of { $total } players, { $names }.
fair-alone = { CAPITAL($cuts) }, { $count ->
    [one] one shuffle
   *[other] { $count } shuffles
}: we made this alone, so we could have picked what came.
fair-withheld = There { $names } sealed a value and didn’t open it.
fair-left = There somebody who left the seat of { $names } had sealed a value.
fair-off = { CAPITAL($cuts) }: you all agreed to call that hand off, so its cards aren’t in the record. If you didn’t agree, we had another try, so nothing limits what we could have picked.
fair-live = Somebody saw { $seen } of { $count } promises live, before any value was opened.
fair-late = Of { $cuts } nobody saw one: of that the record shows no more than by itself.
fair-own = The value of the device that saw this is in { $own } of { $count ->
    [one] one cut
   *[other] { $count } cuts
}.
fair-match = The record is of match { $match } at table { $table }.
fair-others = For other matches there the device opened its value in { $cuts }. If you didn’t see one of them played, we had another try.
fair-tried = It didn’t see the match of { $cuts } end before. This may have been another try, and nothing limits what we could have picked.
fair-old = { CAPITAL($cuts) }: made as release 1.0 did, which leaves us a choice that this check doesn’t limit.
fair-unsent = { CAPITAL($cuts) }: the device that saw this didn’t open its value, so nothing limits what we could have picked.
fair-one-order = { CAPITAL($cuts) }: when the device opened its value, only one order was left.
fair-orders = { CAPITAL($cuts) }: had we worked with { $names }, we could have picked from { $count } orders.

## What does not

fair-in-cut = cut { $cut } of the record: { $why }
fair-expected = expected a table, its number, commitment, secret, voices and orders, and nothing else
fair-no-cuts = the record does not tell how its shuffles were made, so it shows nothing of them
fair-few-cuts = the record has cuts for { $count } of its { $total } deals
fair-gap = cut { $cut } of table { $table } is not followed by the next one
fair-not-first = cut { $cut } is not the first of its table, and no other match was played there before
fair-matches = its cuts were made for different matches
fair-other-moves = cut { $cut }: its list was frozen after other moves than the record has
fair-day-game = the deal of the day was of another game, or for another number of players
fair-day-options = the deal of the day is played by the usual options
fair-day-order = an order of { $of } is not the one that the day’s secret makes
fair-day-lot = a lot is not the one that the day’s secret makes
fair-day-expected = expected the day, its terms and its secret, and nothing else
fair-frozen-other = its list was frozen for another order, or for other seats
fair-secret = the secret is not the one that we committed to
fair-orders-told = it tells of { $told } orders, and { $count } came of it
fair-voices-order = the voices are not in the order of their seats and seals, each seat’s once
fair-voice = a voice has { $keys }, and nothing else
fair-absent = a device that was absent sealed nothing, and each other one a hash of 32 bytes
fair-seats = expected what each of { $count } seats gave, once
fair-order-made = the order of { $of } is not the one that secret and values make
fair-order-published = the order of { $of } is not the one that was published
fair-list-head = a frozen list has a match, seats, a cutter, an order with its count, and a hash
fair-list-hash = expected a hash of { $bytes } bytes, got { $count }
fair-list-seal = a seal on a list has its seat, and whether its player left
fair-seen-line = line { $number } of what was seen: expected the tables of a room’s news, one JSON object a line, each with its id, cut and last_cut
fair-seen-nothing = what was seen tells nothing of table { $table }
fair-other-secret = cut { $cut }: we had promised another secret, as was seen live
fair-seal-missing = cut { $cut }: what seat { $seat } sealed, as was seen live, is left out
fair-other-values = cut { $cut }: other values or roots were published live
fair-other-list = cut { $cut }: another list of seals was published live
fair-other-frozen = cut { $cut }: another list of seals was frozen, as was seen live
fair-own-missing = cut { $cut }: the value that the device sent is not in it; it came too late, or we left it out
fair-other-open = cut { $cut }: other values were open, as was seen live
fair-left-out = cut { $cut } was made for this match, as was seen live, and is left out
fair-never-made = cut { $cut }: the device opened its value, and the cut was never made
fair-value-length = seat { $seat }: expected a value of { $bytes } bytes, got { $count }
fair-value-seal = seat { $seat }: the value is not the one that was sealed
fair-value-default = seat { $seat }: a device that was { $said } has the default value
fair-said = expected a seat that gave, withheld, left or was absent, got { $data }
fair-seals = the seals are not those of the list that was frozen
fair-too-long = expected at most 65536 cards, got { $count }

## What a device sends during a cut

fair-seal-form = a seal is a hash of 32 bytes, written as 64 hexadecimal digits
fair-seal-late = cut { $cut } is being opened: it takes no more seals
fair-seal-other = seat { $seat } has sealed another value for cut { $cut }
fair-seal-again = you have sealed another value for cut { $cut }, and left your seat
fair-seal-theirs = this is another’s seal; each device draws a value of its own
fair-seal-many = { $count } people have sealed for cut { $cut } and left: it takes no more seals
fair-open-wrong = this is not the value that seat { $seat } sealed for cut { $cut }
fair-open-time = cut { $cut }: it is not yet, or no more, time for seat { $seat } to open its seal
fair-next-cut = the next cut is number { $next }, not { $cut }
