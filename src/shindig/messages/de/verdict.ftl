### Warum eine Hand gewonnen oder verloren ist. $hand ist die Siegerhand, $own die geschlagene.

verdict-all-folded = { $who ->
    [you] Alle anderen sind ausgestiegen, also gewinnst du { $amount }.
   *[other] Alle anderen sind ausgestiegen, also gewinnt { $who } { $amount }.
}
verdict-folded-unseen = { $who ->
    [you] { $count ->
        [one] Du bist
       *[other] Ihr seid alle
    } ausgestiegen, also gewinnt { $winner } { $amount }.
   *[other] { $count ->
        [one] { $who } ist
       *[other] Alle anderen sind
    } ausgestiegen, also { $winner ->
        [you] gewinnst du { $amount }.
       *[other] gewinnt { $winner } { $amount }.
    }
}
verdict-you-folded = { $who ->
    [you] Du warst ausgestiegen.
   *[other] { $who } war ausgestiegen.
}
verdict-folded-hand = { $who ->
    [you] { $would ->
        [win] Deine Hand hätte gewonnen: { $own }.
        [split] Deine Hand hätte den Pot geteilt: { $own }.
       *[lose] Gut, dass du ausgestiegen bist!
    }
   *[other] { $would ->
        [win] { $who } ist ausgestiegen, aber { $own } hätte gewonnen.
        [split] { $who } ist ausgestiegen, aber { $own } hätte den Pot geteilt.
       *[lose] Gut, dass { $who } ausgestiegen ist: { $own } hätte verloren.
    }
}
verdict-you-out = { $who ->
    [you] Du bist pleite, also bist du raus.
   *[other] { $who } ist raus.
}
verdict-loses = { $who ->
    [you] Du verlierst gegen { $winner }: { $theirs } { $verb ->
        [one] schlägt
       *[many] schlagen
    } deine Hand, { $own }.
   *[other] { $who } verliert gegen { $winner ->
        [you] dich
       *[other] { $winner }
    }: { $theirs } { $verb ->
        [one] schlägt
       *[many] schlagen
    } { $own }.
}
verdict-part = { $who ->
    [you] Du gewinnst { $amount } mit { $own }. { $winner } gewinnt den Rest mit { $hand }.
   *[other] { $who } gewinnt { $amount } mit { $own }. { $winner ->
        [you] Du gewinnst den Rest mit { $hand }.
       *[other] { $winner } gewinnt den Rest mit { $hand }.
    }
}
verdict-wins = { $who ->
    [you] Du gewinnst { $amount } mit { $hand } gegen { $other } mit { $own }.
   *[other] { $who } gewinnt { $amount } mit { $hand } gegen { $other ->
        [you] dich
       *[other] { $other }
    } mit { $own }.
}
verdict-wins-alone = { $who ->
    [you] Du gewinnst { $amount } mit { $hand }.
   *[other] { $who } gewinnt { $amount } mit { $hand }.
}
verdict-split = { PERSON($seats) ->
    [you] Du gewinnst den Pot mit { $hand }.
    [one] { $seats } gewinnt den Pot mit { $hand }.
   *[many] { CAPITAL($seats) } teilen sich den Pot, { $count ->
        [2] beide
       *[other] alle
    } mit { $hand }{ $amount ->
        [0] .
       *[other] : je { $amount }.
    }
}
