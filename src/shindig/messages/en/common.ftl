### Texts that other texts are made of, and messages about actions and options of any game.

sentences = { $sentences }
words = { $words }
amount-of = { $amount } { $unit }
score-finished = You finished with { $score }.
the-card = the { $card }
action-unknown = “{ $written }” isn’t a move. Try { $expected }.
amount-expected = Type { $verb } and a whole number, like { $verb } 10, not “{ $given }”.
option-number = { $option } is a whole number from { $low } to { $high }, not { $given }.
option-choice = { $option } is { $choices }, not { $given }.

option-range = From { $low } to { $high }.
option-yes = yes
option-no = no

# The reader in a list of players: "you, Ann and Ben".
you-among-others = you

## A choice in words, as advice and reviews name it. `.did` follows “you”, and `.doing` is a noun: “folding was better”.

choice-amount = { $verb } { $amount }
choice-cards = { $verb } { $cards }
choice-cards-as = { $verb } { $cards } as { $label }
choice-exchange = { $verb } { $cards } for { $place }
choice-keep-all = Keep them all
    .did = kept all your cards
    .doing = keeping all your cards
choice-swap-all = Swap all five
    .did = swapped all five
    .doing = swapping all five
choice-swap = Swap { $cards }
    .did = swapped { $cards }
    .doing = swapping { $cards }
choice-keep = Keep just { $cards }
    .did = kept just { $cards }
    .doing = keeping just { $cards }
