### Der Raum selbst: Zeilen im Verlauf über Leute, Pausen und Absprachen.

level-gentle = Leicht
level-steady = Mittel
level-expert = Schwer
room-begins = Ein Match beginnt.
room-goes-on = Von hier an geht das Match weiter.
room-ended = Alle sind einverstanden, das Match hier zu beenden.
room-called-off = Alle sind einverstanden, diese Hand abzubrechen. Sie zählt nicht.
room-led = Alle ziehen an den nächsten Tisch um.
room-closed = Der Tisch ist geschlossen.
room-paused = Der Tisch macht Pause.
room-resumed = Das Match geht weiter.
room-pauses = { $who ->
    [you] Du machst Pause.
   *[other] { $who } macht Pause.
}
room-resumes = { $who ->
    [you] Du beendest die Pause.
   *[other] { $who } beendet die Pause.
}
room-undoes = { $who ->
    [you] Du nimmst die letzte Entscheidung zurück.
   *[other] { $who } nimmt die letzte Entscheidung zurück.
}
room-more-time = { $count ->
    [one] Eine Minute mehr für diesen Zug.
   *[other] { $count } Minuten mehr für diesen Zug.
}
room-sits = { $who ->
    [you] Du setzt dich.
   *[other] { $who } setzt sich.
}
room-sits-bot = { $person } setzt sich (Bot, { $level }).
room-leaves = { $person } geht.
room-leaves-bot = { $person } geht: ein Bot spielt weiter.
room-removes = Der Gastgeber entfernt { $person }.
room-removes-bot = Der Gastgeber entfernt { $person }: ein Bot spielt weiter.
room-readmits = Der Gastgeber lässt { $person } wieder mitspielen.
room-away = { $who ->
    [you] Du bist weg: ein Bot spielt weiter.
   *[other] { $who } ist weg: ein Bot spielt weiter.
}
room-back = { $who ->
    [you] Du bist wieder da.
   *[other] { $who } ist wieder da.
}
room-host = { $who ->
    [you] Du bist jetzt Gastgeber.
   *[other] { $who } ist jetzt Gastgeber.
}
room-host-away = { $who ->
    [you] Du bist jetzt Gastgeber: der alte ist weg.
   *[other] { $who } ist jetzt Gastgeber: der alte ist weg.
}
room-mutes = { $who ->
    [you] Der Gastgeber schaltet dich stumm.
   *[other] Der Gastgeber schaltet { $who } stumm.
}
room-unmutes = { $who ->
    [you] Der Gastgeber lässt dich wieder reden.
   *[other] Der Gastgeber lässt { $who } wieder reden.
}
room-renamed = { $before } heißt jetzt { $person }.
room-new-face = { $who ->
    [you] Du hast ein neues Gesicht.
   *[other] { $who } hat ein neues Gesicht.
}
room-pokes = { $who ->
    [you] Du stupst { $other } an.
   *[other] { $other ->
        [you] { $who } stupst dich an.
       *[other] { $who } stupst { $other } an.
    }
}
room-reminder = Bitte sprich nicht über die Karten, auch nicht in Andeutungen. Plaudern ist willkommen ({ $clause }).
room-agrees-rematch = { $who ->
    [you] Du möchtest noch ein Match.
   *[other] { $who } möchte noch ein Match.
}
room-agrees-reveal = { $who ->
    [you] Du willst alle Hände von Match { $number } aufdecken.
   *[other] { $who } will alle Hände von Match { $number } aufdecken.
}
room-agrees-next = { $who ->
    [you] Du bist bereit.
   *[other] { $who } ist bereit.
}
room-agrees-time = { $who ->
    [you] Du stimmst für mehr Zeit.
   *[other] { $who } stimmt für mehr Zeit.
}
room-agrees-undo = { $who ->
    [you] Du stimmst zu, den letzten Zug zurückzunehmen.
   *[other] { $who } stimmt zu, den letzten Zug zurückzunehmen.
}
room-agrees-end = { $who ->
    [you] Du stimmst zu, das Match jetzt zu beenden.
   *[other] { $who } stimmt zu, das Match jetzt zu beenden.
}
room-agrees-call-off = { $who ->
    [you] Du stimmst zu, diese Hand abzubrechen.
   *[other] { $who } stimmt zu, diese Hand abzubrechen.
}
room-agrees-close = { $who ->
    [you] Du stimmst zu, den Tisch zu schließen.
   *[other] { $who } stimmt zu, den Tisch zu schließen.
}
room-agrees-remove = { $who ->
    [you] Du stimmst zu, { $other } zu entfernen.
   *[other] { $other ->
        [you] { $who } stimmt zu, dich zu entfernen.
       *[other] { $who } stimmt zu, { $other } zu entfernen.
    }
}
room-declines-time = { $who ->
    [you] Du willst nicht länger warten.
   *[other] { $who } will nicht länger warten.
}
room-declines-undo = { $who ->
    [you] Du lässt den Zug stehen.
   *[other] { $who } lässt den Zug stehen.
}
room-declines-end = { $who ->
    [you] Du willst weiterspielen.
   *[other] { $who } will weiterspielen.
}
room-declines-call-off = { $who ->
    [you] Du willst diese Hand spielen.
   *[other] { $who } will diese Hand spielen.
}
room-declines-close = { $who ->
    [you] Du willst den Tisch offen lassen.
   *[other] { $who } will den Tisch offen lassen.
}
room-declines-remove = { $who ->
    [you] Du willst niemanden entfernen.
   *[other] { $who } will niemanden entfernen.
}
room-asks-time = Mehr Zeit für diesen Zug?
room-asks-undo = Den letzten Zug zurücknehmen?
room-asks-end = Das Match jetzt beenden, mit dem Stand nach der letzten ganzen Hand?
room-asks-call-off = Diese Hand abbrechen und neu geben?
room-asks-close = Den Tisch schließen und das Match ohne Ergebnis beenden?
room-asks-remove = { $who ->
    [you] Dich entfernen?
   *[other] { $who } entfernen?
}
room-idle-newcomer = Du spielst ab dem nächsten Geben mit. Bis dahin spielt ein Bot für dich.
room-idle-ready = Du bist bereit.
room-idle-given = Deine Antwort ist da. Sie zählt, wenn die Zeit um ist.
room-idle-none = Du hast hier nichts zu wählen. Es geht weiter, wenn die Zeit um ist.
room-idle-single = Du kannst nur eine Karte spielen. Sie wird für dich gespielt.
room-idle-given-alone = Deine Antwort ist da.
room-idle-none-alone = Du hast hier nichts zu wählen.
room-idle-out = Du bist raus. Die anderen spielen weiter.
room-idle-paused-by = { $who ->
    [you] Du hast Pause gemacht. Weiter geht es in
   *[other] { $who } hat Pause gemacht. Weiter geht es in
}
room-idle-paused = Der Tisch macht Pause. Weiter geht es in
room-idle-all-ready = Alle sind bereit.
room-idle-secret = Alle antworten gleichzeitig. Die Antworten zählen, wenn die Zeit um ist.
room-idle-shuffling = Die Karten werden gemischt.
room-idle-nothing = Gerade ist nichts zu entscheiden.
talk = { $who ->
    [you] Du: { $words }
   *[other] { $who }: { $words }
}
phrase-hello = Hallo!
phrase-luck = Viel Glück.
phrase-well-played = Gut gespielt!
phrase-thanks = Danke.
phrase-moment = Einen Timestamp, bitte.
phrase-close = Das war knapp!
phrase-goodbye = Tschüss.
push-turn = Du bist dran.
push-with = { $name } mit { $others }
