### Warum eine Hand gewonnen oder verloren ist. $hand ist die Siegerhand, $own die geschlagene.

verdict-all-folded = { $who ->
    [you] Du gewinnst { $amount }: alle anderen sind ausgestiegen.
   *[other] { $who } gewinnt { $amount }: alle anderen sind ausgestiegen.
}
verdict-folded-unseen = { $who ->
    [you] Du bist ausgestiegen. { $winner } gewinnt { $amount }, ohne zu zeigen.
   *[other] { $who } ist ausgestiegen. { $winner ->
        [you] Du gewinnst { $amount }, ohne zu zeigen.
       *[other] { $winner } gewinnt { $amount }, ohne zu zeigen.
    }
}
verdict-you-folded = { $who ->
    [you] Du warst ausgestiegen.
   *[other] { $who } war ausgestiegen.
}
verdict-folded-hand = { $who ->
    [you] Du bist ausgestiegen. Mit diesem Blatt ({ $own }) hättest du { $would ->
        [win] gewonnen
        [split] den Pot geteilt
       *[lose] verloren
    }.
   *[other] { $who } ist ausgestiegen. { $own } hätte { $would ->
        [win] gewonnen
        [split] den Pot geteilt
       *[lose] verloren
    }.
}
verdict-call-yours = { $who ->
    [you] Wärst du mitgegangen, wärst du noch dabei.
   *[other] Wäre { $who } mitgegangen, wäre die Hand weitergegangen.
}
verdict-call-any = Wäre jemand mitgegangen, wäre die Hand weitergegangen.
verdict-you-out = { $who ->
    [you] Du bist ausgeschieden: Du hast keine Chips mehr.
   *[other] { $who } ist ausgeschieden.
}
verdict-loses = { $who ->
    [you] Du verlierst gegen { $winner }: { $hand } { $verb ->
        [one] schlägt
       *[many] schlagen
    } deine Hand ({ $own }).
   *[other] { $who } verliert gegen { $winner ->
        [you] dich
       *[other] { $winner }
    }: { $hand } { $verb ->
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
    [you] Du gewinnst { $amount }: { $hand } { $verb ->
        [one] schlägt
       *[many] schlagen
    } die Hand von { $other } ({ $own }).
   *[other] { $who } gewinnt { $amount }: { $hand } { $verb ->
        [one] schlägt
       *[many] schlagen
    } { $other ->
        [you] deine Hand ({ $own })
       *[other] die Hand von { $other } ({ $own })
    }.
}
verdict-wins-alone = { $who ->
    [you] Du gewinnst { $amount } mit { $hand }.
   *[other] { $who } gewinnt { $amount } mit { $hand }.
}
verdict-split = { PERSON($seats) ->
    [you] Du teilst den Pot: Gleichstand mit { $hand }.
   *[other] { CAPITAL($seats) } teilen den Pot: Gleichstand mit { $hand }.
}
