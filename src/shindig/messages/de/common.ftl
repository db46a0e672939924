### Texte, aus denen andere bestehen, und Meldungen über Züge und Optionen aller Spiele.

sentences = { $sentences }
words = { $words }
amount-of = { $amount } { $unit }
the-card = { $card }
action-unknown = „{ $written }“ ist kein Zug. Versuch { $expected }.
amount-expected = Schreib { $verb } und eine ganze Zahl, etwa { $verb } 10, nicht „{ $given }“.
option-number = { $option } ist eine ganze Zahl von { $low } bis { $high }, nicht { $given }.
option-choice = { $option } ist { $choices }, nicht { $given }.
you-among-others = du
option-range = Von { $low } bis { $high }.
option-yes = ja
option-no = nein
choice-amount = { $verb } { $amount }
choice-cards = { $verb }: { $cards }
choice-cards-as = { $verb }: { $cards } als { $label }
choice-exchange = { $verb }: { $cards } für { $place }
choice-keep-all = Behalt alle
choice-swap-all = Tausch alle fünf
choice-swap = Tausch { $cards }
choice-keep = Behalt nur { $cards }
