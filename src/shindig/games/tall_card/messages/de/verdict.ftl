### Warum eine Runde Tall Card gewonnen oder verloren ist. $who ist ein Spieler.

tall-card-values = { $value }er
tall-card-suit-0 = Bambus
tall-card-suit-1 = Pflaume
tall-card-suit-2 = Karo
tall-card-dragons = „{ $dragon }“
tall-card-made-0 = kein Rang
    .own = kein Rang
tall-card-made-1 = { $value } hoch
    .own = { $value } hoch
tall-card-made-2 = Drache hoch
    .own = Drache hoch
tall-card-made-3 = zwei { $first }
    .own = zwei { $first }
    .short = zwei { $first }
tall-card-made-4 = zwei Drachen
    .own = zwei Drachen
tall-card-made-5 = zwei genau gleiche { $first }
    .own = zwei genau gleiche { $first }
    .short = zwei gleiche { $first }
tall-card-made-6 = zwei { $first }
    .own = zwei { $first }
    .short = zwei { $first }
tall-card-made-7 = zwei { $first } und zwei { $second }
    .own = zwei { $first } und zwei { $second }
    .short = { $first } und { $second }
tall-card-made-8 = drei Drachen
    .own = drei Drachen
tall-card-made-9 = drei { $first }
    .own = drei { $first }
tall-card-made-10 = zwei { $second } und zwei { $first }
    .own = zwei { $second } und zwei { $first }
    .short = Drachen und { $first }
tall-card-made-11 = Straße bis zur { $value }
    .own = Straße bis zur { $value }
    .short = Straße bis { $value }
tall-card-made-12 = vier Drachen
    .own = vier Drachen
tall-card-made-13 = fünf { $many }
    .own = fünf { $many }
tall-card-made-14 = drei { $first }
    .own = drei { $first }
    .short = drei { $first }
tall-card-made-15 = zwei genau gleiche { $first } und zwei genau gleiche { $second }
    .own = zwei genau gleiche { $first } und zwei genau gleiche { $second }
    .short = { $first } und { $second }
tall-card-made-16 = drei { $first } und zwei { $second }
    .own = drei { $first } und zwei { $second }
    .short = Full House
tall-card-made-17 = zwei { $first } und zwei { $second }
    .own = zwei { $first } und zwei { $second }
    .short = zwei Drachenpaare
tall-card-made-18 = vier { $first }
    .own = vier { $first }
tall-card-made-19 = drei { $first } und zwei { $second }
    .own = drei { $first } und zwei { $second }
    .short = Drachen und { $second }
tall-card-made-20 = fünf Drachen
    .own = fünf Drachen
tall-card-made-21 = Straße in { $suits } bis zur { $value }
    .own = Straße in { $suits } bis zur { $value }
    .short = Straße ({ $suit })
tall-card-made-22 = vier { $first }
    .own = vier { $first }
    .short = vier { $first }
tall-card-made-23 = drei { $first } und zwei { $second }
    .own = drei { $first } und zwei { $second }
    .short = Drachen-House
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
tall-card-tie-rest = Die anderen Karten zählen nicht.
tall-card-enough = { $who ->
    [you] Erst eine Stufe höher, { $called }, hätte dich geschlagen.
   *[other] Eine Stufe höher, { $called }, hätte gewonnen.
}
tall-card-enough-threes = { $who ->
    [you] Sogar drei Einsen hätten dich geschlagen: sie schlagen drei gemischte Drachen.
   *[other] Sogar drei Einsen hätten gewonnen: sie schlagen drei gemischte Drachen.
}
tall-card-enough-lowered = { CAPITAL($called) } ohne { $kind ->
    [suit] { $one }
   *[dragon] Joker-Drachen
}: das hätte { $who ->
    [you] dich
   *[other] { $who }
} geschlagen.
