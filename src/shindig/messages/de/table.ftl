### Die Seite des Tisches: was neben den Texten der Spiele steht.

face-down-card = verdeckte Karte
pile-backs = { $count ->
    [one] eine verdeckte Karte
   *[other] { $count } verdeckte Karten
}
card-mark-tall = wie die Tall Card
card-mark-ranked = zählt
card-mark-counts = zählt
card-mark-wild = Joker
card-mark-better = besser
card-mark-worse = deine Wahl
headline = { $game }: { PERSON($seats) ->
    [many] { $seats } teilen sich den Sieg
   *[one] { $seats } gewinnt
}
waiting = Wir warten auf { $who }.
thinking = { $who ->
    [you] Du bist dran.
   *[other] { $who } überlegt.
}
thinking-bot = Für { $who } spielt ein Bot.
waiting-away = { $who } ist weg. Ein Bot spielt in
reveal-folded = ausgestiegen
    .seats = { PERSON($seats) ->
        [you] Du bist ausgestiegen.
        [one] { $seats } ist ausgestiegen.
       *[many] { CAPITAL($seats) } sind ausgestiegen.
    }
reveal-out = raus
    .seats = { PERSON($seats) ->
        [you] Du bist raus.
        [one] { $seats } ist raus.
       *[many] { CAPITAL($seats) } sind raus.
    }
reveal-idle = { CAPITAL($seats) }: { $why }
reveal-wild = Joker
    .short = ★
reveal-blocked = zählt nicht
    .short = 0
reveal-title = Showdown
occasion-end = { PERSON($seats) ->
    [you] Du hast das Match gewonnen!
    [many] { CAPITAL($seats) } teilen sich das Match
   *[one] { $seats } hat das Match gewonnen
}
table-say-something = Sag etwas
table-say = Sagen
table-log = Verlauf
table-menu = Menü
table-join = Setz dich dazu
table-your-name = Dein Name
table-join-button = Mitspielen
table-just-watch = Nur zusehen
table-the-table = Der Tisch
table-your-side = Deine Seite des Tisches
table-sort = Sortiert
table-as-dealt = wie gegeben
table-advice = Rat
table-keys = Tasten
table-poke = Anstupsen
table-qr = Der Link zur Einladung als QR-Code
table-invite = Lade Freunde ein
table-invite-ranked = Wer diesen Link und ein Konto hat, kann mitspielen. Euer Match zählt für die Rangliste.
table-invite-what = Wer diesen Link hat, kann mitspielen.
table-invite-link = Link zur Einladung
page-copy = Link kopieren
page-share = Teilen
table-beside = Neben dem Tisch
page-close = Schließen
page-settings = Einstellungen
table-name-and-face = Dein Name und Bild
page-name = Name
page-save = Speichern
table-compare = Deine Entscheidungen vergleichen
table-from-step = Nur zur Übung
table-your-words = Deine Worte
table-phrases-only = Hier gibt es nur kurze Grüße, damit niemand Karten verrät.
table-hide-talk = Was andere sagen ausblenden, an jedem Tisch
table-senses = Ton und Hinweise
table-sounds = Töne
table-volume = Lautstärke
table-vibrate = Vibrieren, wenn ich dran bin
table-notice = Sag mir Bescheid, wenn ich dran bin und die Seite verdeckt ist
table-contrast = Hoher Kontrast, auch auf den Karten
table-rules = Hausregeln
keys-cards = eine Karte deiner Hand wählen
keys-enter = bestätigen
keys-letter = unterstrichener Buchstabe
keys-letter-what = diesen Knopf drücken
keys-advice = Rat
keys-sort = deine Hand sortieren
keys-log = zum Verlauf
keys-hand = zu deiner Hand
keys-list = diese Liste
keys-on = Einzelne Tasten benutzen
accord-agreed = Einverstanden
accord-missing = es fehlen noch
accord-agree = Einverstanden
accord-decline = Lieber nicht
alone-next = Weiter
alone-skip = Zum Ende springen
alone-nothing-to-undo = Noch gibt es nichts zurückzunehmen
alone-undo = Zurück
alone-tempo = Bots spielen { $tempo }
alone-what = Du spielst allein gegen Bots. Es läuft keine Uhr, und du siehst jedes Ergebnis, bis du weitermachst.
alone-final = Hier kannst du nichts zurücknehmen.
alone-undo-what = Du kannst deine letzte Entscheidung zurücknehmen, bis ein anderer spielt.
tempo-hand = Zug für Zug
tempo-slow = langsam
tempo-usual = in normalem Tempo
tempo-quick = schnell
tempo-end = bis zum Ende
centre-highest = höchste
centre-led = ausgespielt
cut-bound = Wir haben { $hash } versprochen.
cut-day = Den Tagesdeal mischen wir allein. Wir haben unser Geheimnis vorher gewählt und zeigen es am Ende.
cut-day-page = Die Seite des Tages
cut-what = Dein Browser fügt jedem Mischen eine eigene Zahl hinzu. Er merkt sich auch, was wir versprechen, und prüft es nach dem Match.
cut-how = Warum das fair ist
cut-save = Nachweis speichern
cut-sealing = Mischen { $number }: eure Browser wählen geheime Zahlen.
cut-opening = Mischen { $number }: die geheimen Zahlen kommen heraus.
cut-cutting = Mischen { $number }: wir heben ab.
ease-on = Einzige Karten selbst legen: an
ease-off = Einzige Karten selbst legen: aus
ease-what = Kannst du nur eine Karte spielen, können wir sie für dich spielen. Wir warten so lange wie du sonst, damit niemand etwas merkt. Wähl vorher { $count }-mal selbst.
ease-stop = Ich spiele sie selbst
ease-start = Einzige Karten für mich spielen
ending = Endstand
ending-origin = Das war nur zur Übung.
standings-place = Platz
standings-player = Spieler
standings-score = Stand
ending-best = Der beste Moment
ending-hand = Hand { $number }
ending-scores = Stand über { $count } Hände
ending-chart = Stand von { $low } bis { $high } über { $count } Hände
ending-picture = Bild zum Teilen
ending-last = Zuletzt: { $result }
ending-wins = { PERSON($seats) ->
    [you] Du gewinnst
    [one] { $seats } gewinnt
   *[many] { CAPITAL($seats) } gewinnen
}
ending-day = Das war der Tagesdeal: { $count } Hände
have = Was du hast
have-you = Du hast
have-result = Wie die Hand ausging
head-hands = Hände dieses Matches
head-of = { $number } von { $total }
head-of-most = bis zu { $total } Runden
head-first-to = { $total ->
    [one] ein Sieg entscheidet
   *[other] bis { $total } Siege
}
head-first-to-what = { $total ->
    [one] Ein Sieg gewinnt das Match
   *[other] Wer zuerst { $total } Siege hat, gewinnt das Match
}
head-preparing-what = Bis dahin spielt er auf Stufe Mittel
head-preparing = der schwere Bot lädt noch
head-clockwise-what = Es geht im Uhrzeigersinn
head-counter-what = Es geht gegen den Uhrzeigersinn
head-clockwise = ↻ im Uhrzeigersinn
head-counter = ↺ gegen den Uhrzeigersinn
head-watching = { $count } sehen zu
head-paused = Pause
head-rated = gewertet
head-rated-what = Das zählt für die Rangliste, also gibt es keinen Rat und kein Zurück
head-day = Tagesdeal
head-day-what = Du hast einen Versuch, ohne Rat und ohne Zurück
head-advice = mit Rat
head-advice-what = Hier könnt ihr alle um Rat fragen
show-last = Zeig deine letzte Hand
finale = Ende des Matches
finale-cards = Deine Karten
next-hand = Weiter
next-day = Ergebnisse des Tages
next-again = Versuch es noch einmal
next-rematch = Revanche
next-reveal = Alle Hände sehen
next-reveal-what = Dann könnt ihr das ganze Mischen prüfen.
next-replay = Replay
next-review = So hast du gespielt
next-group-again = Noch einmal
next-group-other = Anderes Spiel
next-ready = { PERSON($who) ->
    [you] Du bist bereit.
    [one] { $who } ist bereit.
   *[many] { CAPITAL($who) } sind bereit.
}
next-wants = { PERSON($who) ->
    [you] Du willst eine Revanche.
    [one] { $who } will eine Revanche.
   *[many] { CAPITAL($who) } wollen eine Revanche.
}
opening-open = Ihr könnt jetzt alle Hände sehen
opening-for = Wollen alle Hände zeigen
opening-left = gegangen
origin-step = einem früheren Match
origin-proofs = Die ersten Karten haben wir nicht an diesem Tisch gemischt, also kannst du sie hier nicht prüfen.
origin-again = Du bist wieder bei deiner Entscheidung in { $step }, nur zur Übung.
origin-on = Du spielst von { $step } aus weiter, nur zur Übung.
origin-dealt = Die Karten, die du nicht sehen konntest, haben wir neu gemischt.
origin-same = Ihr habt dort alle Hände gezeigt, also sind es dieselben Karten.
start-closed = Dieser Tisch ist geschlossen.
start-watching = Du siehst zu.
start-no-seat = Du hast hier keinen Platz.
start-sit = Nimm Platz
start-removed = Der Gastgeber hat dich entfernt. Du kannst nur zusehen.
start-bot-plays = Ein Bot spielt für dich.
start-back = Selbst weiterspielen
start-host = Der Gastgeber gibt, sobald alle da sind.
start-ready = Bereit?
start-empty = Bots für die freien Plätze: { $level }
start-match = Geben
start-levels = Bots wählen
start-how-seat = Wie dieser Bot spielt
start-plays = { $person } spielt
page-change = Ändern
start-how = Stufe von { $person }
start-add = Bot hinzufügen
start-how-new = Stufe des Bots
tools = Spieler und Tisch
tools-empty = freier Platz
seat-host = Gastgeber
seat-bot = Bot, { $level }
seat-bot-plain = Bot
tools-preparing = lädt noch
tools-here = da
tools-away = weg
tools-muted = stumm
seat-newcomer = kommt beim nächsten Geben dazu
    .short = steigt ein
seat-held = ein Bot spielt
    .short = Bot spielt
tools-alike = am selben Gerät wie
tools-hold = Bot spielen lassen
tools-remove = Entfernen
tools-unmute = Reden lassen
tools-mute = Stumm schalten
tools-make-host = { $person } zum Gastgeber machen
tools-propose-remove = Bitten, { $person } zu entfernen
tools-rated = Euer Match hier ist gewertet: kein Rat, kein Zurück. Gehst du früher, wirst du Letzter.
tools-day = Beim Tagesdeal gibt es keinen Rat.
tools-advised = An diesem Tisch könnt ihr alle um Rat fragen.
tools-unadvised = Hier spielt ihr gegeneinander, also gibt es keinen Rat.
tools-report = Melden, was jemand gesagt hat
tools-day-waits = Dein Versuch wartet auf dich, bis der Tag vorbei ist: komm und geh, wie du willst.
tools-readmit = { $person } wieder mitspielen lassen
tools-ask = Frag die anderen:
tools-resume = Weiter
tools-pause = Pause
tools-leave = Tisch verlassen
tools-leave-bot = Ein Bot spielt für dich weiter.
tools-leave-free = Jemand anderes kann deinen Platz haben.
tools-leave-button = Gehen
tools-close = Tisch schließen
tools-close-what = Das gilt für alle, und für immer.
tools-close-button = Schließen
tools-more-time = Mehr Zeit
tools-undo = Letzten Zug zurücknehmen
tools-call-off = Diese Hand abbrechen
tools-end = Match jetzt beenden
advice-none = Gerade gibt es keinen Rat.
seat-free = Freier Platz
seat-empty = Platz { $number }, frei
seat-chips = { $amount } { $unit }
seat-bet = Einsatz { $amount }
seat-sit = Hier sitzen
seat-enlarge = Karten von { $name } groß zeigen
unit-chips = Chips
    .one = Chip
unit-credits = Credits
    .one = Credit
unit-points = Punkte
    .one = Punkt

word-hand = Hand
word-round = Runde
hand-yours = Deine Hand
prompt-more = Mehr
prompt-meaning = Was ist das?
prompt-range = { $verb }: von { $low } bis { $high }
clock-all = Ihr antwortet alle gleichzeitig.
clock-turn = { $who } ist dran.
cloth-waiting = Wir haben noch nicht angefangen.
cloth-closed = Dieser Tisch ist geschlossen.
cloth-hidden = An diesem Tisch kann man nicht zusehen.
table-exchange-again = Von vorn
