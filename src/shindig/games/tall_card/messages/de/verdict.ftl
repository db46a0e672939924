### Warum eine Runde Tall Card gewonnen oder verloren ist. $who ist ein Spieler.

tall-card-values = { $value }er
tall-card-suit-0 = Bambus
tall-card-suit-1 = Pflaume
tall-card-suit-2 = Karo
tall-card-dragons = „{ $dragon }“
tall-card-made-0 = kein Rang
    .own = kein Rang
tall-card-made-1 = { $card }
    .own = { $card }
tall-card-made-2 = { $card }
    .own = { $card }
tall-card-made-3 = ein Paar { $first }
    .own = ein Paar { $first }
tall-card-made-4 = zwei Drachen
    .own = zwei Drachen
tall-card-made-5 = zwei { $first } ({ $suits })
    .own = zwei { $first } ({ $suits })
tall-card-made-6 = zwei { $first }
    .own = zwei { $first }
tall-card-made-7 = zwei { $first } und zwei { $second }
    .own = zwei { $first } und zwei { $second }
tall-card-made-8 = drei Drachen
    .own = drei Drachen
tall-card-made-9 = drei { $first }
    .own = drei { $first }
tall-card-made-10 = zwei { $second } und zwei { $first }
    .own = zwei { $second } und zwei { $first }
tall-card-made-11 = Countdown ab { $value }
    .own = Countdown ab { $value }
tall-card-made-12 = vier Drachen
    .own = vier Drachen
tall-card-made-13 = fünf { $many }
    .own = fünf { $many }
tall-card-made-14 = drei { $first }
    .own = drei { $first }
tall-card-made-15 = zwei glänzende Paare ({ $first } und { $second })
    .own = zwei glänzende Paare
tall-card-made-16 = drei { $first } und zwei { $second }
    .own = drei { $first } und zwei { $second }
tall-card-made-17 = zwei { $first } und zwei { $second }
    .own = zwei { $first } und zwei { $second }
tall-card-made-18 = vier { $first }
    .own = vier { $first }
tall-card-made-19 = drei { $first } und zwei { $second }
    .own = drei { $first } und zwei { $second }
tall-card-made-20 = fünf Drachen
    .own = fünf Drachen
tall-card-made-21 = { $suit }-Countdown ab { $value }
    .own = { $suit }-Countdown ab { $value }
tall-card-made-22 = vier { $first }
    .own = vier { $first }
tall-card-made-23 = drei { $first } und zwei { $second }
    .own = drei { $first } und zwei { $second }
tall-card-made-24 = fünf { $first }
    .own = fünf { $first }
tall-card-blocked = { $who ->
    [you] Dein „{ $dragon }“ zählt nicht: { $claimer } hat ihn beansprucht.
   *[other] „{ $dragon }“ von { $who } zählt nicht: { $claimer ->
        [you] du hast ihn beansprucht.
       *[other] { $claimer } hat ihn beansprucht.
    }
}
tall-card-blocked-unclaimed = { $who ->
    [you] Dein „{ $dragon }“ zählt nicht: er ist die Tall Card, und du hast sie nicht beansprucht.
   *[other] „{ $dragon }“ von { $who } zählt nicht: er ist die Tall Card.
}
tall-card-wild = { $who ->
    [you] Du hast „{ $dragon }“ beansprucht: dein Joker zählt als { $cards }.
   *[other] { $who } hat „{ $dragon }“ beansprucht: der Joker zählt als { $cards }.
}
tall-card-tie-raised = { $who ->
    [you] Ihr habt beide { $called }, aber du hast „{ $tall }“ beansprucht, und in deiner Hand zählt { $one }.
   *[other] Beide haben { $called }, aber { $who } hat „{ $tall }“ beansprucht, und in der Hand zählt { $one }.
}
tall-card-tie-lowered = { $who ->
    [you] Ihr habt beide { $called }, aber bei dir zählt { $kind ->
        [suit] { $one }, und das hast du nicht beansprucht.
       *[dragon] ein Joker-Drache.
    } Darum ist deine Hand die niedrigste.
   *[other] Beide haben { $called }, aber bei { $who } zählt { $kind ->
        [suit] { $one }, und das hat { $who } nicht beansprucht.
       *[dragon] ein Joker-Drache.
    } Darum ist diese Hand die niedrigste.
}
tall-card-tie-cards = Beide haben { $called }, also gewinnen die höheren Karten.
tall-card-enough = Eine Stufe höher, { $called }, hätte gewonnen.
tall-card-enough-same = Alles Bessere hätte gewonnen.
tall-card-enough-lowered = { CAPITAL($called) } ohne { $kind ->
    [suit] { $one }
   *[dragon] Joker-Drachen
}: das hätte { $who ->
    [you] dich
   *[other] { $who }
} geschlagen.
