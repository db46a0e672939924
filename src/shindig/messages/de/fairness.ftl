### Die Prüfung eines gespeicherten Matches: was stimmt, und was nicht.

fair-fault = { CAPITAL($why) }.
fair-longest = Hier prüfen wir Matches mit höchstens { $count } Zeilen. Auf deinem eigenen Rechner kannst du jedes prüfen.
fair-rules = { $game }, { $count ->
    [one] ein Schritt
   *[other] { $count } Schritte
}, alle nach den Regeln, { $end ->
    [yes] bis zum Ende
   *[no] so weit es geht
}.
fair-cuts = Mischen { $numbers }
fair-range = { $first } bis { $last }
fair-shuffles = { $count ->
    [one] Das eine Mischen ist
   *[other] Alle { $count } Mischungen sind
} das, was die Geheimnisse und Werte dieser Aufzeichnung ergeben.
fair-shuffles-day = { $count ->
    [one] Das eine Mischen ist
   *[other] Alle { $count } Mischungen sind
} das, was das Geheimnis des Tagesdeals vom { $day } ergibt. Wir haben allein gemischt, also hätten wir aussuchen können, was kam.
fair-compare = Wir haben es vorher gewählt. Es ist für alle gleich, wenn die Seite dieses Tages oder des Tages davor diesen Hash zeigte: { $hash }
fair-unseen = Das ist alles, was eine Aufzeichnung für sich zeigt. Wir können ein Geheimnis nach dem anderen probiert oder die Werte erfunden haben, bis uns die Karten passten. Nur was jemand live sah, zeigt, dass wir das nicht getan haben.
fair-honest = War das Gerät ehrlich, das dies sah, dann hat niemand diese Mischungen ausgesucht, weder wir noch jemand mit uns.
fair-values = { $cuts }, { $count ->
    [one] eine Reihenfolge
   *[other] { $count } Reihenfolgen
}: Werte von { $given } von { $total } Spielern, { $names }.
fair-alone = { $cuts }, { $count ->
    [one] eine Reihenfolge
   *[other] { $count } Reihenfolgen
}: das waren wir allein, also hätten wir aussuchen können, was kam.
fair-withheld = Dort versiegelte { $names } einen Wert und öffnete ihn nicht.
fair-left = Dort hatte jemand einen Wert versiegelt, der den Platz von { $names } verließ.
fair-off = { $cuts }: ihr wart alle einverstanden, die Hand abzubrechen, also fehlen ihre Karten. Wenn du nicht, dann hatten wir einen weiteren Versuch, und nichts beschränkt, was wir hätten aussuchen können.
fair-live = Jemand sah { $seen } von { $count } Versprechen live, bevor ein Wert offen war.
fair-late = Von { $cuts } sah niemand eines: dazu zeigt die Aufzeichnung nicht mehr als für sich.
fair-own = Der Wert des Geräts, das dies sah, steckt in { $own } von { $count } Mischungen.
fair-match = Die Aufzeichnung ist von Match { $match } an Tisch { $table }.
fair-others = Für andere Matches dort öffnete das Gerät seinen Wert in { $cuts }. Hast du eines davon nicht gesehen, hatten wir einen weiteren Versuch.
fair-tried = Es sah das Match von { $cuts } vorher nicht enden. Das kann ein weiterer Versuch gewesen sein, und nichts beschränkt, was wir hätten aussuchen können.
fair-old = { $cuts }: gemacht wie in Version 1.0, was uns eine Wahl lässt, die diese Prüfung nicht beschränkt.
fair-unsent = { $cuts }: das Gerät, das dies sah, öffnete seinen Wert nicht, also beschränkt nichts, was wir hätten aussuchen können.
fair-one-order = { $cuts }: als das Gerät seinen Wert öffnete, war nur noch eine Reihenfolge möglich.
fair-orders = { $cuts }: hätten wir mit { $names } zusammengearbeitet, hätten wir unter { $count } Reihenfolgen aussuchen können.
fair-in-cut = Mischen { $cut } der Aufzeichnung: { $why }
fair-expected = erwartet sind ein Tisch, seine Nummer, Bindung, Geheimnis, Stimmen und Reihenfolgen, sonst nichts
fair-no-cuts = die Aufzeichnung sagt nicht, wie gemischt wurde, also zeigt sie nichts darüber
fair-few-cuts = die Aufzeichnung hat Mischungen für { $count } von { $total } Runden
fair-gap = auf Mischen { $cut } von Tisch { $table } folgt nicht das nächste
fair-not-first = Mischen { $cut } ist nicht das erste seines Tisches, und vorher wurde dort kein Match gespielt
fair-matches = die Mischungen gehören zu verschiedenen Matches
fair-other-moves = Mischen { $cut }: die Liste wurde nach anderen Zügen festgelegt, als die Aufzeichnung hat
fair-day-game = der Tagesdeal war von einem anderen Spiel oder für eine andere Zahl von Spielern
fair-day-options = der Tagesdeal wird mit den üblichen Optionen gespielt
fair-day-order = eine Reihenfolge von { $of } ist nicht die, die das Geheimnis des Tages ergibt
fair-day-lot = ein Los ist nicht das, das das Geheimnis des Tages ergibt
fair-day-expected = erwartet sind der Tag, seine Bedingungen und sein Geheimnis, sonst nichts
fair-frozen-other = die Liste wurde für eine andere Reihenfolge oder für andere Plätze festgelegt
fair-secret = das Geheimnis ist nicht das, an das wir uns gebunden haben
fair-orders-told = es nennt { $told } Reihenfolgen, und { $count } kamen heraus
fair-voices-order = die Stimmen stehen nicht in der Folge ihrer Plätze und Siegel, jeder Platz einmal
fair-voice = eine Stimme hat { $keys }, sonst nichts
fair-absent = ein Gerät, das nicht da war, versiegelte nichts, jedes andere einen Hash von 32 Bytes
fair-seats = erwartet ist, was jeder von { $count } Plätzen gab, einmal
fair-order-made = die Reihenfolge von { $of } ist nicht die, die Geheimnis und Werte ergeben
fair-order-published = die Reihenfolge von { $of } ist nicht die, die veröffentlicht wurde
fair-list-head = eine feste Liste hat ein Match, Plätze, wer abhebt, eine Reihenfolge mit ihrer Zahl und einen Hash
fair-list-hash = erwartet ist ein Hash von { $bytes } Bytes, nicht { $count }
fair-list-seal = ein Siegel auf einer Liste hat seinen Platz, und ob der Spieler ging
fair-seen-line = Zeile { $number } des Gesehenen: erwartet sind die Tische aus den Nachrichten eines Raums, je Zeile ein JSON-Objekt mit id, cut und last_cut
fair-seen-nothing = was gesehen wurde, sagt nichts über Tisch { $table }
fair-other-secret = Mischen { $cut }: live war zu sehen, dass wir ein anderes Geheimnis versprochen hatten
fair-seal-missing = Mischen { $cut }: was Platz { $seat } versiegelt hat, war live zu sehen und fehlt
fair-other-values = Mischen { $cut }: live wurden andere Werte oder Wurzeln veröffentlicht
fair-other-list = Mischen { $cut }: live wurde eine andere Liste von Siegeln veröffentlicht
fair-other-frozen = Mischen { $cut }: live wurde eine andere Liste von Siegeln festgelegt
fair-own-missing = Mischen { $cut }: der Wert, den das Gerät sandte, fehlt; er kam zu spät, oder wir haben ihn weggelassen
fair-other-open = Mischen { $cut }: live waren andere Werte offen
fair-left-out = Mischen { $cut } gehört zu diesem Match, wie live zu sehen war, und fehlt
fair-never-made = Mischen { $cut }: das Gerät öffnete seinen Wert, und gemischt wurde nie
fair-value-length = Platz { $seat }: erwartet ist ein Wert von { $bytes } Bytes, nicht { $count }
fair-value-seal = Platz { $seat }: der Wert ist nicht der versiegelte
fair-value-default = Platz { $seat }: ein Gerät mit { $said } hat den Ersatzwert
fair-said = erwartet ist ein Platz mit given, withheld, left oder absent, nicht { $data }
fair-seals = die Siegel sind nicht die der festgelegten Liste
fair-too-long = erwartet sind höchstens 65536 Karten, nicht { $count }
fair-seal-form = ein Siegel ist ein Hash von 32 Bytes, geschrieben als 64 hexadezimale Ziffern
fair-seal-late = Mischen { $cut } wird geöffnet: es nimmt keine Siegel mehr
fair-seal-other = Platz { $seat } hat für Mischen { $cut } einen anderen Wert versiegelt
fair-seal-again = du hast für Mischen { $cut } einen anderen Wert versiegelt und deinen Platz verlassen
fair-seal-theirs = das ist das Siegel eines anderen; jedes Gerät zieht einen eigenen Wert
fair-seal-many = { $count } Leute haben für Mischen { $cut } versiegelt und sind gegangen: es nimmt keine Siegel mehr
fair-open-wrong = das ist nicht der Wert, den Platz { $seat } für Mischen { $cut } versiegelt hat
fair-open-time = Mischen { $cut }: es ist noch nicht oder nicht mehr Zeit für Platz { $seat }, sein Siegel zu öffnen
fair-next-cut = das nächste Mischen hat die Nummer { $next }, nicht { $cut }
