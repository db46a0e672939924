### The three Pokebacc games. $who is a player: "you" for the reader, a name for all others. $seats are several players.
### $game is the game's id, by which messages choose its own words: hand, Sale or Battle.
### $kind is a kind of meld: "run", or "a run" where it follows a verb. $hand, $hands and $unit are the words below.

pokebacc-blurb-royal-pokebacc = Lay down runs, sets and royal families, and watch out for Disasters.
    .short = Royal families and Disasters
pokebacc-blurb-merchants-bank = Collect matching jewels and lay them down.
    .short = Collect matching jewels
pokebacc-blurb-farmers-and-fishermen = Lay down runs and sets. It’s quick: a small deck, short hands.
    .short = A small deck and short hands

## Words of each game

pokebacc-word-hand = { $game ->
    [merchants-bank] Sale
    [farmers-and-fishermen] Battle
   *[royal-pokebacc] hand
}
pokebacc-word-hands = { $game ->
    [merchants-bank] Sales
    [farmers-and-fishermen] Battles
   *[royal-pokebacc] hands
}
    .one = { $game ->
        [merchants-bank] Sale
        [farmers-and-fishermen] Battle
       *[royal-pokebacc] hand
    }
    .share = { $percent ->
        [one] one win
       *[other] { $percent } wins
    } in 100 { $game ->
        [merchants-bank] Sales
        [farmers-and-fishermen] Battles
       *[royal-pokebacc] hands
    }
    .score = { $count ->
        [0] You didn’t win a single { $game ->
            [merchants-bank] Sale
            [farmers-and-fishermen] Battle
           *[royal-pokebacc] hand
        }
        [one] You won one { $game ->
            [merchants-bank] Sale
            [farmers-and-fishermen] Battle
           *[royal-pokebacc] hand
        }
       *[other] You won { $count } { $game ->
            [merchants-bank] Sales
            [farmers-and-fishermen] Battles
           *[royal-pokebacc] hands
        }
    }.
pokebacc-word-unit = points
pokebacc-word-draw-pile = { $game ->
    [merchants-bank] Bank
    [farmers-and-fishermen] Market
   *[royal-pokebacc] Treasury
}
pokebacc-word-discard-pile = { $game ->
    [merchants-bank] Vault
    [farmers-and-fishermen] Warehouse
   *[royal-pokebacc] Reserve
}
pokebacc-word-fund = { $game ->
    [merchants-bank] Escrow Fund
    [farmers-and-fishermen] Treasury
   *[royal-pokebacc] pot
}
pokebacc-word-buy-in = { $game ->
    [farmers-and-fishermen] Citizenship Fee
   *[royal-pokebacc] buy-in
}
pokebacc-kind-0 = run
pokebacc-kind-1 = set
pokebacc-kind-2 = Catastrophe
pokebacc-kind-3 = { $game ->
    [merchants-bank] Treasure
   *[royal-pokebacc] Family
}
pokebacc-kind-4 = { $game ->
    [merchants-bank] Crown Jewels
   *[royal-pokebacc] Royal Family
}
pokebacc-kind-5 = Treasure Trove
pokebacc-kind-a-0 = a run
pokebacc-kind-a-1 = a set
pokebacc-kind-a-2 = a Catastrophe
pokebacc-kind-a-3 = { $game ->
    [merchants-bank] a Treasure
   *[royal-pokebacc] a Family
}
pokebacc-kind-a-4 = { $game ->
    [merchants-bank] Crown Jewels
   *[royal-pokebacc] a Royal Family
}
pokebacc-kind-a-5 = a Treasure Trove
pokebacc-the-card = the { $card }
pokebacc-a-disaster = a { $card }

## The header

pokebacc-title-setup = Who deals first?
pokebacc-title = { CAPITAL($hand) } { $number }
pokebacc-title-step = { CAPITAL($hand) } { $number }: { $step }
pokebacc-step-disaster = A Disaster?
pokebacc-step-answer = { $amount } to stay in
pokebacc-step-raise = Raise the stakes?
pokebacc-step-undecided = nobody’s won yet
pokebacc-step-over = Result
pokebacc-quiet = { $left ->
    [one] ends if nobody lays
   *[other] { $left } turns if nobody lays
}
pokebacc-short-draws = { $short } of { $most } came up short

## What happens, line by line

pokebacc-draws-lot = { $who ->
    [you] You drew { $card }.
   *[other] { $who } drew { $card }.
}
pokebacc-lots-tied = The highest cards tie, and the deck is used up. It’s shuffled again.
pokebacc-deals-first = { $who ->
    [you] You drew the highest card, so you deal first.
   *[other] { $who } drew the highest card and deals first.
}
pokebacc-hand = { $who ->
    [you] { CAPITAL($hand) } { $number }. You deal.
   *[other] { CAPITAL($hand) } { $number }. { $who } deals.
}
pokebacc-buys-in = { $game ->
    [merchants-bank] Buy-ins: { $amount } for the Escrow Fund.
    [farmers-and-fishermen] Citizenship Fees: { $amount } for the Treasury.
   *[royal-pokebacc] Buy-ins: { $amount } for the pot.
}
pokebacc-reshuffled = { $game ->
    [merchants-bank] The Vault is shuffled and becomes the Bank.
    [farmers-and-fishermen] The Warehouse is shuffled and becomes the Market.
   *[royal-pokebacc] The Reserve is shuffled and becomes the Treasury.
}
pokebacc-draws = { $who ->
    [you] You drew two cards.
   *[other] { $who } drew two cards.
}
pokebacc-draws-rest = { $who ->
    [you] You drew what was left.
   *[other] { $who } drew what was left.
}
pokebacc-draws-cards = { $who ->
    [you] You drew { $cards }.
   *[other] { $who } drew { $cards }.
}
pokebacc-draws-nothing = { $who ->
    [you] There was no card left for you to draw.
   *[other] There was no card left for { $who } to draw.
}
pokebacc-lays = { $who ->
    [you] You laid down { $kind } for { $points }: { $cards }.
   *[other] { $who } laid down { $kind } for { $points }: { $cards }.
}
pokebacc-lays-asked = { $who ->
    [you] You laid down { $kind }: { $cards }. Does anyone play a Disaster?
   *[other] { $who } laid down { $kind }: { $cards }. Does anyone play a Disaster?
}
pokebacc-discards = { $who ->
    [you] You discarded { $card }.
   *[other] { $who } discarded { $card }.
}
pokebacc-answered = { $who ->
    [you] You’ve answered.
   *[other] { $who } has answered.
}
pokebacc-spares = { $who ->
    [you] You didn’t play a Disaster.
   *[other] { $who } didn’t play a Disaster.
}
pokebacc-plays-disaster = { $who ->
    [you] You played { $card }.
   *[other] { $who } played { $card }.
}
pokebacc-unstruck = { $who ->
    [you] No Disaster strikes: your { $kind } counts.
   *[other] No Disaster strikes: { $who }’s { $kind } counts.
}
pokebacc-struck = { $who ->
    [you] You struck { $owner }’s { $kind } with { $card }, so it’s worth nothing.
   *[other] { $who } struck { $owner ->
        [you] your
       *[other] { $owner }’s
    } { $kind } with { $card }, so it’s worth nothing.
}
pokebacc-proposes = { $who ->
    [you] { $game ->
        [royal-pokebacc] You raised the stakes by { $amount }.
       *[other] You invited competition with { $amount }.
    }
   *[other] { $game ->
        [royal-pokebacc] { $who } raised the stakes by { $amount }.
       *[other] { $who } invited competition with { $amount }.
    }
}
pokebacc-pays = { $who ->
    [you] You paid { $amount }.
   *[other] { $who } paid { $amount }.
}
pokebacc-pays-all = { $who ->
    [you] You paid { $amount }, and you’re all-in.
   *[other] { $who } paid { $amount } and is all-in.
}
pokebacc-leaves = { $who ->
    [you] { $game ->
        [merchants-bank] You withdrew.
        [farmers-and-fishermen] You fled.
       *[royal-pokebacc] You retired.
    }
   *[other] { $game ->
        [merchants-bank] { $who } withdrew.
        [farmers-and-fishermen] { $who } fled.
       *[royal-pokebacc] { $who } retired.
    }
}
pokebacc-passes = { $who ->
    [you] You didn’t raise the stakes.
   *[other] { $who } didn’t raise the stakes.
}
pokebacc-broke = { $who ->
    [you] You’ve got no money left, so you’re out.
   *[other] { $who } has no money left and is out.
}
pokebacc-end-1 = That wins at once.
pokebacc-end-2 = Somebody has no cards left.
pokebacc-end-3 = Nobody lays anything down any more.
pokebacc-end-4 = Everyone else has left.
pokebacc-has-points = { $who ->
    [you] You have { $points } { $unit }.
   *[other] { $who } has { $points } { $unit }.
}
pokebacc-drawn = Nobody wins the { $hand }.
pokebacc-wins-hand = { $who ->
    [you] { $game ->
        [merchants-bank] You corner the Market!
        [farmers-and-fishermen] You conquer the City!
       *[royal-pokebacc] You win the hand!
    }
   *[other] { $game ->
        [merchants-bank] { $who } corners the Market.
        [farmers-and-fishermen] { $who } conquers the City.
       *[royal-pokebacc] { $who } wins the hand.
    }
}
pokebacc-takes = { $who ->
    [you] You get { $amount } from the { $fund }.
   *[other] { $who } gets { $amount } from the { $fund }.
}
pokebacc-wins-match = { $count ->
    [0] { $who ->
        [you] You’re the last one left.
       *[other] { $who } is the last one left.
    }{" "}
    [one] {""}
   *[other] That’s { $count ->
        [2] two
        [3] three
        [4] four
        [5] five
       *[other] { $count }
    } { $hands }.{" "}
}{ $who ->
    [you] { $game ->
        [merchants-bank] You win the match: a Monopoly!
        [farmers-and-fishermen] You win the match and conquer the whole country!
       *[royal-pokebacc] You win the match!
    }
   *[other] { $game ->
        [merchants-bank] { $who } wins the match: a Monopoly.
        [farmers-and-fishermen] { $who } wins the match and conquers the whole country.
       *[royal-pokebacc] { $who } wins the match.
    }
}
pokebacc-match-winner = { $who ->
    [you] You win the match!
   *[other] { $who } wins the match.
}
pokebacc-moment = { $who ->
    [you] You won with { $points } { $unit }.
   *[other] { $who } won with { $points } { $unit }.
}
pokebacc-moment-meld = { $who ->
    [you] You won with { $points } { $unit }. The best you laid was { $kind }: { $cards }.
   *[other] { $who } won with { $points } { $unit }. The best on the table was { $kind }: { $cards }.
}

## Why a match ends

pokebacc-ended-1 = { $count ->
    [one] one { $hand } won
   *[other] { $count } { $hands } won
}
pokebacc-ended-2 = only one of you is left

## Rare moments

pokebacc-strikes = { $who ->
    [you] { $card } strikes you
   *[other] { $card } strikes { $who }
}
pokebacc-wins-at-once = { $who ->
    [you] You win at once!
   *[other] { $who } wins at once
}

## At a seat

pokebacc-badge-won = { $won ->
    [one] one win
   *[other] { $won } wins
}
pokebacc-badge-left = { $game ->
    [merchants-bank] withdrawn
    [farmers-and-fishermen] fled
   *[royal-pokebacc] retired
}
pokebacc-said-won = { $points ->
    [0] won
   *[other] won with { $points }
}
    .short = won
pokebacc-said-lot = drew { $card }
pokebacc-points = { $points } { $unit }
    .short = { $points }

## On the table

pokebacc-pile-hand = hand
pokebacc-note-draw = draw
pokebacc-note-discards = discards
pokebacc-destroyed = spoiled
pokebacc-waits = ?
pokebacc-fund = { CAPITAL($fund) }
pokebacc-side-fund = Side fund of { $seats }

## Your hand

pokebacc-in-hand = You can lay down { $count ->
    [one] { $kind } for { $points }
   *[other] { $count } melds for { $points }
}
    .wins = You’ve got { $kind }
pokebacc-nothing-in-hand = Nothing to lay down
pokebacc-ends = { $left ->
    [one] Last turn
   *[other] { $left } turns left
}
    .unless = unless somebody lays cards down
pokebacc-holds-disaster = { $cards }:
    .what = can wreck someone’s { $kind }
pokebacc-wins-now = wins now
    .unless = unless struck

## Questions and buttons

pokebacc-ask-turn = Lay something down, or discard one card.
    .kind = Laying down or discarding
pokebacc-ask-discard = Discard a card to end your turn.
    .kind = Discarding
pokebacc-lay = Lay down
    .did = laid down { $cards }
    .doing = laying down { $cards }
pokebacc-lay-meld = Lay { $kind }: { $points }
pokebacc-lay-winning = Lay { $kind }: wins now, unless a Disaster strikes
pokebacc-discard = Discard
pokebacc-discard-card = Discard { $card }
    .did = discarded { $the }
    .doing = discarding { $the }
pokebacc-ask-disaster = { $who } laid down { $kind }. Play a Disaster on it? Everyone decides in secret.
    .kind = Playing a Disaster
pokebacc-spare = Let it stand
    .did = let it stand
    .doing = letting it stand
pokebacc-play-disaster = Play { $card }
    .help = No points for the { $kind }.
    .did = played { $card }
    .doing = playing { $card }
pokebacc-ask-pay = { $game ->
    [merchants-bank] { $who } invited competition with { $amount }. Pay or withdraw?
    [farmers-and-fishermen] { $who } invited competition with { $amount }. Pay or flee?
   *[royal-pokebacc] { $who } raised the stakes by { $amount }. Pay or retire?
}
    .kind = Paying a raise
pokebacc-pay = Pay { $amount }
    .help = You stay in.
    .did = paid { $amount }
    .doing = paying { $amount }
pokebacc-pay-all = Pay { $amount }: all-in
    .did = went all-in with your { $amount }
    .doing = going all-in with your { $amount }
pokebacc-leave = { $game ->
    [merchants-bank] Withdraw
    [farmers-and-fishermen] Flee
   *[royal-pokebacc] Retire
}
    .help = { $game ->
    [royal-pokebacc] You leave the match, and what you’ve paid stays in.
   *[other] You leave this { $hand }, and what you’ve paid stays in.
}
    .did = { $game ->
        [merchants-bank] withdrew
        [farmers-and-fishermen] fled
       *[royal-pokebacc] retired
    }
    .doing = { $game ->
        [merchants-bank] withdrawing
        [farmers-and-fishermen] fleeing
       *[royal-pokebacc] retiring
    }
pokebacc-ask-raise = Raise the stakes?
    .kind = Raising the stakes
pokebacc-pass = Don’t raise
    .did = didn’t raise
    .doing = not raising
pokebacc-propose = { $game ->
    [royal-pokebacc] Raise
   *[other] Invite
}
    .help = { $game ->
    [royal-pokebacc] The others pay as much, or leave the match.
   *[other] The others pay as much, or leave this { $hand }.
}
    .did = { $game ->
        [royal-pokebacc] raised the stakes by { $amount }
       *[other] invited competition with { $amount }
    }
    .doing = { $game ->
        [royal-pokebacc] raising the stakes by { $amount }
       *[other] inviting competition with { $amount }
    }
pokebacc-least = min
pokebacc-most = max

## Why not

pokebacc-refuse-meld = Those cards don’t go together. Type lay and its cards, like lay run 3A 4W 5A.
pokebacc-refuse-kind = Those cards are { $kind }, not { $said }.
pokebacc-refuse-one-card = Type discard and one card, like discard 7F, not “{ $given }”.
pokebacc-refuse-disaster-name = Type inflict and one of { $choices }, not “{ $given }”.
pokebacc-refuse-not-held = You don’t have { $cards }.
pokebacc-refuse-no-card = This game has no such cards.
pokebacc-refuse-no-target = There’s nothing for a Disaster to strike now.
pokebacc-refuse-nothing-to-pay = There’s nothing to pay now.
pokebacc-refuse-no-money = You’re not playing for money.
pokebacc-refuse-between = You can raise the stakes only between hands.
pokebacc-refuse-once = You can invite competition only once in a turn.
pokebacc-refuse-amount = Choose an amount from 1 to { $most }.
pokebacc-refuse-answer = Play a Disaster, or let it stand.
pokebacc-refuse-reply = { $game ->
    [merchants-bank] Pay { $amount }, or withdraw.
    [farmers-and-fishermen] Pay { $amount }, or flee.
   *[royal-pokebacc] Pay { $amount }, or retire.
}
pokebacc-refuse-raise = Raise the stakes or don’t, or retire.
pokebacc-refuse-raise-1 = Raise the stakes or don’t.
pokebacc-expected-turn = lay run 3A 4W 5A, or discard 7F
pokebacc-expected-disaster = inflict War, or spare
pokebacc-expected-answer = pay or { $leave }
pokebacc-expected-raise = { $propose } 10, pass or { $leave }
pokebacc-expected-raise-1 = { $propose } 10 or pass

## Advice

pokebacc-hint-none = You’ve got nothing to lay down yet.
pokebacc-hint-worth = You could lay down { $points } { $unit }.
pokebacc-hint-meld = You have { $kind } for { $points }: { $cards }.
    .past = You had { $kind } for { $points }: { $cards }.
pokebacc-hint-keep = { CAPITAL($card) } was part of { $kind } worth { $points }.

## Panels

pokebacc-standings = Standings
    .player = Player
    .cards = Cards
pokebacc-standings-won = { CAPITAL($hands) } won
pokebacc-standings-unit = { $game ->
    [merchants-bank] Points (Sergkin)
   *[royal-pokebacc] Points
}
pokebacc-seat = { $who ->
    [you] You
   *[other] { $who }
}
pokebacc-chart = Melds
    .meld = Meld
pokebacc-chart-run = run of three, each further card
    .value = 10, + 10
pokebacc-chart-suited-run = the same, all in one suit
    .value = 30, + 30
pokebacc-chart-set = set of three, of four
    .value = 30, 50
pokebacc-chart-catastrophe = Catastrophe: all four Disasters
    .value = 60
pokebacc-chart-family = { $kind }: one of each figure, from Air and Water or from Fire and Metal
    .value = { $points }
pokebacc-chart-royal-family = { $kind }: one of each figure, all in one suit
    .value = { $points }, wins at once
pokebacc-chart-trove = { $kind }: one figure in all four suits
    .value = 75, wins at once

## Options of a table

pokebacc-option-hands-to-win = Length
    .help = How many hands do you need to win the match?
    .value = { $value ->
        [one] 1 win
       *[other] { $value } wins
    }
    .length = { $value ->
        [one] one win
       *[other] first to { $value }
    }
pokebacc-option-exhaustion = When nobody lays anything down
    .help = When does a hand end if nobody lays anything down?
    .value = { $value ->
        [quiet] after some turns
       *[referee] when nobody could
    }
pokebacc-option-quiet-turns = Turns with nothing laid down
    .help = After this many such turns in a row, the hand ends.
    .value = { $value ->
        [0] two for each player
       *[other] { $value }
    }
pokebacc-option-tie-break = Ties
    .help = Who wins a hand when the points are equal?
    .value = { $value ->
        [cards] whoever has fewer cards, then the best single meld
       *[drawn] nobody
    }
pokebacc-option-stakes = Money
    .help = Do you play for money, or only for the match?
    .value = { $value ->
        [off] no money
       *[on] for money
    }
pokebacc-option-stacks = Money at the start
    .help = Everyone starts with this much money.
    .value = { $value }
pokebacc-option-buy-in = Buy-in
    .help = Everyone pays this at the start, if you play for money.
    .value = { $value }
