### Texts of the script of proofs. The script puts the values in.

script-proof-wrong = doesn’t hold
script-proof-unseen = Your browser wasn’t there for this one.
script-proof-before = Same promise as your browser got before anybody’s number came out:
script-proof-during = Same promise as your browser got while the numbers came out:
script-proof-unbound = We could have picked any order we liked.
script-proof-one-order = Once your browser gave its number, there was only one order left.
script-proof-orders = If others were in on it with us (seats: { $seats }), we could have picked from { $count } orders.
script-proof-failed = ✗ { $bad } of { $all } checks failed.
script-proof-shuffle = ✓ Your browser did the shuffle again, and the cards came out the same.
script-proof-shuffles = ✓ Your browser did every shuffle again, and the cards came out the same.
script-proof-cards = ✓ All { $count } cards you saw were already in their places before we dealt.
script-proof-no-card = You didn’t see any cards in this match, so there’s nothing to show you.
script-proof-live = Your browser helped with { $own } of the { $all } shuffles. For { $seen } of them, we locked in our number first.
script-proof-live-all = Your browser had a hand in all { $all } shuffles. Each time, our number was locked in before it gave its own.
script-proof-live-one = Your browser had a hand in the shuffle. Our number was locked in before it gave its own.
script-proof-live-none = Your browser didn’t help with these shuffles, so you can only see that our story fits: we may have tried shuffles until we liked one.
script-proof-others = For the others, you can only see that our story fits: we may have tried shuffles until we liked one.
script-proof-alone = We did these alone, so we could have picked what came: shuffle { $cuts }.
script-proof-later = If everyone agrees to show their hands, you can check the whole shuffle.
script-proof-no-list = Shuffle { $cuts }: your browser’s number didn’t tie our hands, so we could have picked any order we liked.
script-proof-tried = We say that shuffle { $cuts } was for another match. Your browser didn’t see that match end, so it may have been another try.
script-proof-off = Shuffle { $cuts }: you all agreed to call that hand off. If you didn’t, we had another try.
script-proof-below = Each shuffle below says how many orders we could have picked from if others were in on it.
script-proof-checking = Checking…
script-proof-unsent = Your browser’s own number isn’t in shuffle { $cuts }: it was never sent.
