### Absagen: warum etwas gerade nicht geht, und was geht.

refuse-no-proposal = Diesen Vorschlag gibt es nicht mehr.
refuse-rematch = Eine Revanche geht, wenn das Match vorbei ist.
refuse-rematch-origin = Dieses Match wird nur einmal gespielt. Du kannst am selben Schritt neu beginnen.
refuse-next = Es gibt keine nächste Hand.
refuse-no-match = Gerade läuft kein Match.
refuse-alone = Du spielst hier allein.
refuse-nobody-agrees = Hier sitzt sonst niemand, der zustimmen könnte.
refuse-no-clock = Es läuft keine Uhr.
refuse-cutting = Die Karten werden abgehoben. Frag gleich noch einmal.
refuse-dealt-together = Diese Hand wurde mit der letzten gegeben. Spiel sie zuerst.
refuse-no-hand = Gerade wird keine Hand gespielt.
refuse-rated-undo = An einem gewerteten Tisch gibt es kein Zurück.
refuse-undo = Zurücknehmen kannst du nur den letzten Zug, bevor gegeben wird.
refuse-undo-cut = Nach diesem Zug wurde abgehoben, also bleibt er.
refuse-undo-shown = Dieser Zug hat eine Karte gezeigt, also bleibt er.
refuse-remove-nobody = Dort sitzt sonst niemand.
refuse-reveal = Hände werden nach einem Match offen, wenn der Tisch es erlaubt.
refuse-reveal-strangers = Nur wer mitgespielt hat, kann die Hände öffnen.
refuse-closed = Dieser Tisch ist geschlossen.
refuse-account = An einem gewerteten Tisch braucht jeder ein Konto. Leg eins an: was du hier hast, zieht um.
refuse-no-seat = Du hast an diesem Tisch keinen Platz.
refuse-host = Das kann nur der Gastgeber.
refuse-together = Diese Karten kannst du nicht zusammen ablegen.
refuse-practice-seat = Dieser Übungstisch ist für eine Person.
refuse-removed = Der Gastgeber hat dich von diesem Tisch entfernt.
refuse-taken = Dieser Platz ist besetzt.
refuse-full = Es ist kein Platz frei.
refuse-bot-full = Für einen Bot ist kein Platz frei.
refuse-bot-late = Wähl die Bots vor einem Match.
refuse-remove-self = Dich selbst kannst du nicht entfernen, aber du kannst gehen.
refuse-mute-nobody = Dort sitzt sonst niemand.
refuse-host-bot = Gastgeber kann nur ein Mensch sein.
refuse-rename = Deinen Namen kannst du ändern, wenn dieses gewertete Match vorbei ist.
refuse-hold-nobody = Dort sitzt niemand, für den ein Bot spielen könnte.
refuse-hold-here = { $person } ist da. Bots spielen nur für Leute, die weg sind.
refuse-late = Der Tisch ist schon weiter. Sieh noch einmal hin.
refuse-skip = Zum Ende springen kannst du, wenn du raus bist.
refuse-nudge = Gerade ist kein Bot dran.
refuse-take-back = Zurücknehmen kannst du, bis ein anderer dran war oder eine Karte gezeigt ist.
refuse-only-alone = Das geht nur allein gegen Bots.
refuse-begun = Das Match läuft schon. Danach könnt ihr eine Revanche spielen.
refuse-pause = Es gibt kein Match, das Pause machen könnte.
refuse-pauses = Du hast dieses Match schon { $count }-mal angehalten. Frag jemand anderen.
refuse-resume = Der Tisch macht keine Pause.
refuse-poke = Gerade ist sonst niemand dran.
refuse-poke-early = Lass ihnen erst { $count } Sekunden zum Denken.
refuse-words = Schreib 1 bis { $count } Buchstaben.
refuse-muted = Der Gastgeber hat dich stumm geschaltet.
refuse-close = Die anderen spielen noch. Frag sie, ob ihr den Tisch schließt.
refuse-paused = Der Tisch macht Pause.
refuse-newcomer = Du spielst ab dem nächsten Geben mit.
refuse-nobodys-turn = Gerade ist niemand dran.
refuse-turn = Du bist nicht dran. { $person } ist an der Reihe.
refuse-phrases = Hier gibt es nur kurze Grüße: { $phrases }

## E-Mail
refuse-mail-link = Dieser Link ist unbekannt, benutzt oder zu alt. Bitte um einen neuen.
refuse-mail-taken = Diese E-Mail-Adresse gehört hier zu einem anderen Konto.
refuse-no-mail = Dieser Raum verschickt keine E-Mails.
refuse-mail-address = Das ist keine E-Mail-Adresse. Eine sieht aus wie ann@example.org.

## Anmeldung bei einem OpenID-Anbieter
refuse-openid-failed = Die Anmeldung hat nicht geklappt. Bitte fang noch einmal von vorn an.
refuse-openid-taken = Diese Anmeldung gehört hier zu einem anderen Konto.
refuse-openid-login = Es konnte kein Konto angelegt werden. Frag den Gastgeber dieses Raums.
refuse-no-openid = Dieser Raum hat keinen OpenID-Anbieter.
