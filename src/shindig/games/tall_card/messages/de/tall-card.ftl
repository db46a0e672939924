### Tall Card. $who ist ein Spieler: „you“ für den Leser, ein Name für alle anderen. $tall ist der Name der Tall Card.

tall-card-blurb = Setz, tausch Karten und setz noch einmal. Beanspruch die Tall Card, und deine Karten, die zu ihr passen, werden besser. Die der anderen werden schlechter.
    .short = Drei Farben und ihre Drachen
suit-tall-card-tall-b = Bambus
    .one = Bambus
    .many = Karten Bambus
suit-tall-card-tall-p = Pflaume
    .one = Pflaume
    .many = Karten Pflaume
suit-tall-card-tall-d = Karo
    .one = Karo
    .many = Karten Karo
suit-tall-card-tall-WhD = Weißer Drache
    .one = Weißer Drache
    .many = Weißen Drachen
suit-tall-card-tall-GrD = Grüner Drache
    .one = Grüner Drache
    .many = Grünen Drachen
suit-tall-card-tall-RdD = Roter Drache
    .one = Roter Drache
    .many = Roten Drachen
tall-card-title = Tall Card
tall-card-title-step = { $last ->
    [1] Letzte Runde: { $step }
   *[other] Runde { $round }: { $step }
}
tall-card-step-0 = Wer gibt zuerst?
tall-card-step-1 = Wer beansprucht?
tall-card-step-2 = Erste Einsätze
tall-card-step-3 = Tauschen
tall-card-step-4 = Letzte Einsätze
tall-card-step-5 = Showdown
tall-card-step-6 = Ergebnis
tall-card-round = { $who ->
    [you] Runde { $round }. Du gibst. Die Tall Card ist { $tall }.
   *[other] Runde { $round }. { $who } gibt. Die Tall Card ist { $tall }.
}
tall-card-shuffled = Alle sechs Tall Cards waren dran, also mischen wir sie neu.
tall-card-shuffled-first = Wir mischen die sechs Tall Cards.
tall-card-declines = { $who ->
    [you] Du beanspruchst „{ $tall }“ nicht.
   *[other] { $who } beansprucht „{ $tall }“ nicht.
}
tall-card-claims = { $who ->
    [you] Du beanspruchst „{ $tall }“.
   *[other] { $who } beansprucht „{ $tall }“.
}
tall-card-must-claim = { $who ->
    [you] Niemand wollte, also muss der Geber: du.
   *[other] Niemand wollte, also muss der Geber: { $who }.
}
tall-card-declared = { $who ->
    [you] Du meldest deine Hand. Die anderen sehen sie, wenn alle gemeldet haben.
   *[other] { $who } hat eine Hand gemeldet.
}
tall-card-shows = { $who ->
    [you] Du zeigst { $holding }.
   *[other] { $who } zeigt { $holding }.
}
tall-card-removed = { $amount } lassen sich nicht teilen und verlassen das Match.
tall-card-out = { $who ->
    [you] Du bist pleite.
   *[other] { $who } ist pleite.
}
tall-card-over = Das war das Match. { $winners }
tall-card-all-dealt = alle haben gegeben
tall-card-one-left = einer hat alle Credits
tall-card-pile-tall = Tall Card
tall-card-pile-deck = Stapel
tall-card-pile-used = frühere Runden
tall-card-in-play = Tall Card: { $tall }
tall-card-claimed = { $who ->
    [you] du hast sie beansprucht
   *[other] beansprucht von { $who }
}
tall-card-unclaimed = noch frei
tall-card-holding = { CAPITAL($holding) }
tall-card-note-as = als { $value }
    .short = ={ $value }
tall-card-beats = schlägt
tall-card-if-claimed = wenn du beanspruchst,
    .same = wird deine Hand nicht besser
    .ties = schlägst du { $kin }
    .better = hast du { $made }
tall-card-ask-claim = „{ $tall }“ beanspruchen?
    .kind = Die Tall Card beanspruchen
tall-card-ask-must = Niemand wollte „{ $tall }“. Du gibst, also musst du.
    .kind = Als Geber beanspruchen
tall-card-claim = Beanspruchen
    .help = { $kind ->
    [suit] Deine { $many } werden besser, aber du kannst nur eine Karte tauschen.
   *[dragon] Deine { $many } sind Joker, aber du kannst nur eine Karte tauschen.
}
    .did = hast „{ $tall }“ beansprucht
    .doing = „{ $tall }“ zu beanspruchen
tall-card-decline = Nicht beanspruchen
    .help = { $kind ->
    [suit] Tausch so viele, wie du willst. Beansprucht sie sonst jemand, werden deine { $many } schlechter.
   *[dragon] Tausch so viele, wie du willst. Beansprucht sie sonst jemand, zählen deine { $many } nicht.
}
    .did = hast nicht beansprucht
    .doing = nicht zu beanspruchen
tall-card-ask-draw = Wähl die Karten zum Tauschen.
    .kind = Karten tauschen
tall-card-ask-draw-one = Du hast beansprucht, also tauschst du nur eine Karte. Welche?
    .kind = Nach einem Anspruch tauschen
tall-card-ask-declare = Wähl die Karten, die deinen Rang bilden, und melde ihn.
    .kind = Einen Rang melden
tall-card-declare = Melden
    .help = Zum Beispiel { $rank }: { $cards }
    .did = hast { $cards } gemeldet
    .doing = { $cards } zu melden
tall-card-refuse-decline = Du musst sie beanspruchen: du gibst, und kein anderer wollte.
tall-card-refuse-claim-step = Erst die Tall Card: beanspruchen oder nicht. Danach wird gesetzt.
tall-card-refuse-draw-step = Jetzt wird getauscht: beliebig viele Karten oder keine.
tall-card-refuse-draw-one = Du hast die Tall Card beansprucht, also kannst du nur eine Karte tauschen.
tall-card-refuse-draw-order = Von zwei gleichen Karten leg die erste ab.
tall-card-refuse-declare-step = Melde jetzt deinen Rang und die Karten dazu.
tall-card-refuse-declare = { $cards } bilden nicht { $rank }.
tall-card-refuse-declare-none = Wähl einen Rang und die Karten dazu.
tall-card-refuse-declaration = Schreib declare mit der Nummer eines Rangs von 1 bis 24 und seinen Karten, nicht „{ $given }“.
tall-card-hint-holds = Du hast { $made }. Das schlägt { $share }.
    .past = Du hattest { $made }. Das schlägt { $share }.
tall-card-hint-wild = Du hast „{ $dragon }“ beansprucht: dein Joker zählt als { $cards }.
    .past = Du hattest „{ $dragon }“ beansprucht: dein Joker zählte als { $cards }.
tall-card-hint-claim = Beanspruch „{ $tall }“: du tauschst nur eine Karte, gewinnst aber { $count } von 100 Mal.
tall-card-hint-decline = Überlass sie einem anderen und tausch, was du willst: du gewinnst { $count } von 100 Mal.
tall-card-chart = Ränge
    .rank = Rang
    .example = Beispiel
tall-card-rank = { CAPITAL($plain) }: { $nickname }
tall-card-rank-0 = kein Rang
tall-card-rank-1 = eine hohe Karte
    .nickname = Hoch & Mächtig
    .kin = jede hohe Karte ohne { $one }
tall-card-rank-2 = Drache hoch
    .nickname = Hoch & Mächtig
tall-card-rank-3 = ein Paar
    .nickname = ein Tanzpaar
    .kin = jedes Paar ohne { $one }
tall-card-rank-4 = zwei Drachen
    .nickname = eine Hootenanny
tall-card-rank-5 = zwei genau gleiche Karten
    .nickname = ein glänzendes Tanzpaar
    .kin = alle anderen zwei genau gleichen Karten
tall-card-rank-6 = zwei gleiche Drachen
    .nickname = glänzende Drachen
tall-card-rank-7 = zwei Paare
    .nickname = zwei Tanzpaare
    .kin = alle zwei Paare ohne { $one }
tall-card-rank-8 = drei Drachen
    .nickname = eine Hootenanny
tall-card-rank-9 = drei Gleiche
    .nickname = die hübschen Schwestern
    .kin = alle drei Gleichen ohne { $one }
tall-card-rank-10 = zwei gleiche Drachen und ein Paar
    .nickname = zwei Tanzpaare
    .kin = jede solche Hand ohne { $one }
tall-card-rank-11 = eine Straße
    .nickname = ein Countdown
    .kin = jede Straße ohne { $one }
tall-card-rank-12 = vier Drachen
    .nickname = eine Hootenanny
tall-card-rank-13 = fünf einer Farbe
    .nickname = ein Kratermacher
    .kin = alle anderen fünf einer Farbe
tall-card-rank-14 = drei gleiche Drachen
    .nickname = glänzende Drachen
tall-card-rank-15 = zwei Paare genau gleicher Karten
    .nickname = zwei glänzende Tanzpaare
    .kin = jede solche Hand ohne { $one }
tall-card-rank-16 = ein Full House
    .nickname = ein schweres Boot
    .kin = jedes Full House ohne { $one }
tall-card-rank-17 = zwei Drachenpaare
    .nickname = zwei Tanzpaare
tall-card-rank-18 = vier Gleiche
    .nickname = die hübschen Schwestern
    .kin = alle vier Gleichen ohne { $one }
tall-card-rank-19 = drei gleiche Drachen und ein Paar
    .nickname = ein schweres Boot
    .kin = jede solche Hand ohne { $one }
tall-card-rank-20 = fünf Drachen
    .nickname = eine Hootenanny
tall-card-rank-21 = eine Straße in einer Farbe
    .nickname = ein Kratermacher-Countdown
    .kin = jede andere Straße in einer Farbe
tall-card-rank-22 = vier gleiche Drachen
    .nickname = glänzende Drachen
tall-card-rank-23 = ein Full House aus Drachen
    .nickname = ein schweres Boot
tall-card-rank-24 = fünf Gleiche
    .nickname = die hübschen Schwestern
    .kin = alle anderen fünf Gleichen
tall-card-option-stack = Credits am Anfang
    .help = Alle beginnen mit so vielen Credits.
    .value = { $value }
tall-card-option-ante = Grundeinsatz
    .help = Das legen alle vor jedem Geben in den Pot.
    .value = { $value ->
        [0] keiner
       *[other] { $value }
    }
tall-card-option-min-bet = Kleinster Einsatz
    .help = So viel setzt oder erhöhst du mindestens, außer du hast weniger.
    .value = { $value }
tall-card-option-max-bet = Größter Einsatz
    .help = So viel kannst du auf einmal höchstens setzen oder erhöhen.
    .value = { $value }
tall-card-option-first-dealer = Erster Geber
    .help = Wer gibt zuerst?
    .value = { $value ->
        [-1] durch Los
        [0] Platz 1
        [1] Platz 2
        [2] Platz 3
        [3] Platz 4
        [4] Platz 5
        [5] Platz 6
       *[other] Platz 7
    }
tall-card-option-deals-each = Länge
    .help = Wie oft gibt jeder von euch?
    .value = { $value ->
        [one] alle geben einmal
        [2] alle geben zweimal
       *[other] alle geben { $value }-mal
    }
    .length = bis zu { $total } Runden
tall-card-option-declare = Dein Rang
    .help = Wer findet den besten Rang in deiner Hand?
    .value = { $value ->
        [auto] der Tisch findet ihn
       *[manual] du nennst ihn selbst
    }
tall-card-refuse-first-dealer = Der erste Geber ist ein Platz von 0 bis { $last }, oder -1 für das Los; nicht { $given }.
tall-card-refuse-min-bet = Der kleinste Einsatz kann nicht über dem größten liegen, { $most }; nicht { $given }.
tall-card-expected-claim = claim oder decline
tall-card-expected-draw = discard und die Karten zum Tauschen, etwa discard 3b 4d
tall-card-expected-declare = declare, die Nummer eines Rangs und seine Karten, etwa declare 9 8p 8d 8p
