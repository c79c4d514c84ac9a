"""What a table with French cards says instead (rule set: `words.cards`): each text that names a suit or a rank."""

from scorebook.wording.marked import Marked

FRENCH: Marked[dict[str, str]] = {
    # suits, ranks, and the letters in the corners of the cards
    "Eichel": "Kreuz",
    "Gras": "Pik",
    "Schellen": "Karo",
    "Sau": "Ass",
    "Ober": "Dame",
    "Unter": "Bube",
    "S": "A",
    "O": "D",
    "U": "B",
    # the form that records a game
    "Zehn statt Sau": "Zehn statt Ass",
    # findings
    "gerufene Sau": "gerufenes Ass",
    "Bei euch ist immer Schellen Trumpf.": "Bei euch ist immer Karo Trumpf.",
    "Die Herz-Sau kann man nicht rufen: Herz ist Trumpf.": "Das Herz-Ass kann man nicht rufen: Herz ist Trumpf.",
    "{seat} hat keine Karte der gerufenen Farbe, Ober und Unter zählen nicht. Stimmt das?": "{seat} hat keine Karte "
    "der "
    "gerufenen Farbe, Damen und Buben zählen nicht. Stimmt das?",
    "Eine Zehn ruft, wer die drei Sauen selbst hat. {seat} hat sie nicht alle. Stimmt das?": "Eine Zehn ruft, wer die "
    "drei Asse selbst hat. {seat} hat sie nicht alle. Stimmt das?",
    "Welche Sau ist gerufen?": "Welches Ass ist gerufen?",
    "{seat} hat ein Sauspiel ohne Ober und Unter angesagt, das gilt bei euch nicht.": "{seat} hat ein Sauspiel ohne "
    "Dame und Bube angesagt, das gilt bei euch nicht.",
    # who plays
    "Ohne Ober und Unter darf bei euch keiner rufen.": "Ohne Dame und Bube darf bei euch keiner rufen.",
    "Erst sagt jeder, ob er spielen will, dann geht das höhere Spiel vor. Farbe oder Sau nennt erst, wer spielt.": ""
    "Erst sagt jeder, ob er spielen will, dann geht das höhere Spiel vor. Farbe oder Ass nennt erst, wer spielt.",
    "{suit}: davon hast du keine Karte, Ober und Unter zählen nicht.": "{suit}: davon hast du keine Karte, Damen und "
    "Buben zählen nicht.",
    # rulings
    "Trumpf, oder welche Sau ist gerufen?": "Trumpf, oder welches Ass ist gerufen?",
    "Wer hat die gerufene Sau?": "Wer hat das gerufene Ass?",
    "Vereinbart in „{title}“: wer ruft, braucht Ober oder Unter.": "Vereinbart in „{title}“: wer ruft, braucht Dame "
    "oder "
    "Bube.",
    "{name} hatte einen Ober oder Unter.": "{name} hatte eine Dame oder einen Buben.",
    "{name} durfte ohne Ober und Unter nicht rufen.": "{name} durfte ohne Dame und Bube nicht rufen.",
    "Ob {name} einen Ober oder Unter hatte, zeigt erst die Hand.": "Ob {name} eine Dame oder einen Buben hatte, zeigt "
    "erst die Hand.",
    "Die gerufene Karte muss fallen, wenn ein anderer ihre Farbe ausspielt. Ober und Unter suchen nicht.": "Die "
    "gerufene Karte muss fallen, wenn ein anderer ihre Farbe ausspielt. Damen und Buben suchen nicht.",
    "Davonlaufen darf, wer selbst herauskommt und genug Karten der gerufenen Farbe hat. Ober und Unter zählen nicht "
    "mit.": "Davonlaufen darf, wer selbst herauskommt und genug Karten der gerufenen Farbe hat. Damen und Buben zählen "
    "nicht mit.",
    "Wer ruft, braucht einen Ober oder Unter.": "Wer ruft, braucht eine Dame oder einen Buben.",
    "gesuchte Sau nicht zugegeben": "gesuchtes Ass nicht zugegeben",
    "gerufene Sau abgeworfen": "gerufenes Ass abgeworfen",
    "Gerufene Sau hat": "Gerufenes Ass hat",
    # the rule book
    "Gerufen wird die Sau von {suits}, nie {never}. Der Rufer hat sie nicht selbst, aber mindestens eine Karte der "
    "Farbe, die kein Trumpf ist. Mit ihm spielt, wer die gerufene Karte hat.": "Gerufen wird das Ass von {suits}, nie "
    "{never}. Der Rufer hat es nicht selbst, aber mindestens eine Karte der Farbe, die kein Trumpf ist. Mit ihm "
    "spielt, wer die gerufene Karte hat.",
    "Wer die Sauen dieser Farben alle selbst hat, darf eine Zehn rufen.": "Wer die Asse dieser Farben alle selbst hat, "
    "darf eine Zehn rufen.",
    "Die schwarzen Ober spielen zusammen; wer beide hat, spielt allein.": "Die schwarzen Damen spielen zusammen; wer "
    "beide hat, spielt allein.",
    # who has to play: the Eichel-Ober is the Alte, and so is the Kreuz-Dame
    "der Alte muss": "die Alte muss",
    "alle weiter: der Alte muss": "alle weiter: die Alte muss",
    "Der Alte muss spielen.": "Die Alte muss spielen.",
    "Wer den Alten hat, spielt nicht ohne.": "Wer die Alte hat, spielt nicht ohne.",
    "So oft wird der Preis genommen, wenn der Alte sein Muss gewinnt.": "So oft wird der Preis genommen, wenn die Alte "
    "ihr Muss gewinnt.",
    # switches
    "Alle Ober und Unter auf einer Hand: so oft wird der Preis des Solos genommen.": "Alle Damen und Buben auf einer "
    "Hand: so oft wird der Preis des Solos genommen.",
    "Statt einer Sau darf man auch eine Zehn rufen.": "Statt eines Asses darf man auch eine Zehn rufen.",
    "Wer ein Sauspiel ansagt, muss einen Ober oder Unter haben.": "Wer ein Sauspiel ansagt, muss eine Dame oder einen "
    "Buben haben.",
    "Mit so vielen Karten der Rufsau-Farbe darf man davonlaufen, die Sau mitgezählt.": "Mit so vielen Karten der "
    "gerufenen Farbe darf man davonlaufen, das Ass mitgezählt.",
    "Ober im Wenz": "Dame im Wenz",
    "Wo der Ober im Wenz steht, und der Unter im Geier.": "Wo die Dame im Wenz steht, und der Bube im Geier.",
    "Die Karten von oben nach unten: S Sau, K König, O Ober, U Unter, Z Zehn, dann 9, 8, 7.": "Die Karten von oben "
    "nach unten: S Ass, K König, O Dame, U Bube, Z Zehn, dann 9, 8, 7.",
    "Ob der Spieler die Farbe nennt, oder ob immer Schellen Trumpf ist.": "Ob der Spieler die Farbe nennt, oder ob "
    "immer Karo Trumpf ist.",
    "immer Schellen": "immer Karo",
    "Man spielt mit dem Gegenüber, oder die schwarzen Ober spielen zusammen.": "Man spielt mit dem Gegenüber, oder die "
    "schwarzen Damen spielen zusammen.",
    "die schwarzen Ober": "die schwarzen Damen",
    # a Sie
    "Alle vier Ober und alle vier Unter": "Alle vier Damen und alle vier Buben",
    "Alle vier Ober und die zwei höchsten Unter": "Alle vier Damen und die zwei höchsten Buben",
}
"""By the text that a table with German cards says. A text with no entry names no card that is called otherwise."""
