"""Why a card cannot be used: a cause and a remedy for each code of the card reader.

A base game adds the codes of its own phrases: ``card_errors`` of the game.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache

from rackcard.games import GAMES
from rackcard.wording.house_errors import HOUSE_ERRORS
from rackcard.wording.sentence import Facts, fill

START = 'Start with a line such as "card: my-card".'
SPLIT = "Split it into one card per file."
EXPECTED = "Expected one of: {known:list}."
LADDER = 'Write, for example, "pays: {{3: 5 to 1, 4: 9 to 1}}".'
MEANT = "Did you mean {meant:quoted or}? Also possible here: {examples:quoted list}."
ONLY = "Did you mean {meant:quoted or}?"
FITTING = "Phrases that fit here: {examples:quoted list}."
FEWER = "Use fewer different events or repetitions."
NEVER_FIRST = '"{line}" can never be paid: after the {outcomes} {path:list} the earlier line "{earlier}" is paid'

CARD_ERRORS: dict[str, tuple[str, str]] = {
    # The file.
    "file-too-large": ("the file is larger than {limit} KiB", f"{SPLIT} The largest shipped card is under 16 KiB."),
    "text-too-large": ("the card is larger than {limit} KiB", SPLIT),
    "not-utf-8": ("byte {byte} is not UTF-8 text", "Save the file as UTF-8."),
    "control-character": ("control character {character} is not allowed", "Remove it."),
    "not-a-mapping": ("a card must be a mapping of fields", START),
    "empty-file": ("the file is empty", START),
    "tab": ("a tab is not allowed here", "Indent with spaces."),
    "never-closed": ("this {sign} is never closed", "Add the closing {sign}."),
    "no-colon": ('there is no colon after "{name}"', "Write a field as its name, a colon, a space and its value."),
    "not-yaml": ("invalid YAML: {problem}", "Check the indentation, colons, braces and quotes."),
    "not-yaml.colon": (
        "invalid YAML: {problem}",
        "Put quotes around a phrase that contains a colon; check the indentation, braces and quotes too.",
    ),
    "second-document": ("the file contains a second document", "Keep one card per file."),
    "too-many-values": ("the card has more than {limit:,} values", "Split it into several cards."),
    "too-deep": ("this is nested more than {limit} levels deep", "No field of a card needs that depth; flatten it."),
    "anchor": ("anchors and aliases (& and *) are not allowed", "Write the value out wherever it is used."),
    "tag": ("tags are not allowed ({tag})", "Remove the tag; every value is text."),
    "not-printable": ("the text contains characters that cannot be printed", "Remove the escape sequences."),
    # Fields.
    "field-name": ("a field name must be plain text", "Put a word before the colon."),
    "duplicate-field": ('duplicate field "{field}"; the first is on line {line}', "Remove one of the two."),
    "unknown-field": ('{what:has} no field "{field}"', EXPECTED),
    "unknown-field.comma": (
        '{what:has} no field "{field}"',
        f"{EXPECTED} Inside {{{{ }}}} put quotes around a phrase that contains a comma.",
    ),
    "missing-field": ('{what:needs} a field "{field}"', 'Add a line "{field}: …".'),
    "empty-field": ('field "{field}" is empty', "Write a value after the colon, or remove the line."),
    "not-text": ("{what} must be text, not a list or mapping", "Write it as plain text, without brackets."),
    "bad-id": ('"{id}" is not a valid {kind} id', "Use lowercase letters, digits and hyphens."),
    "unknown-game": ('there is no game "{game}"', EXPECTED),
    # The filing.
    "faults-not-a-list": (
        "faults must be a list of what is broken in the document",
        'Write, for example, "faults: [{{where: line 17, says: The sentence breaks off.}}]".',
    ),
    "procedure-not-a-list": (
        "procedure must be a list of sentences",
        'Write, for example, "procedure: [The dealer books every wager.]".',
    ),
    "together-not-a-list": (
        "together must be a list of groups of wagers",
        'Write, for example, "together: [[this, that]]".',
    ),
    "together-without-tables": (
        "wager {wager} has no choice of pay tables",
        "Name only wagers with several pay tables.",
    ),
    "together-differs": (
        "wagers {first} and {wager} have different pay tables",
        "Give the pay tables of both the same names in the same order.",
    ),
    # Options.
    "options-not-a-mapping": ("options must be a mapping", "Give each option a name and its fields."),
    "option-not-a-mapping": ("option {option} must be a mapping", "Give it values and a default."),
    "too-many-combinations": (
        "the options allow more than {limit} combinations",
        "Every combination is priced and checked; remove some values, or split the card.",
    ),
    "option-without-about": (
        "option {option} needs either about or why",
        'Write "about:" for a choice of the operator, or "why:" for a reading, with what the document leaves unclear.',
    ),
    "option-without-values": ("option {option} needs values", 'List them, as in "values: [yes, no]".'),
    "option-default": ('"{value}" is not a value of option {option}', EXPECTED),
    "option-with-one-value": (
        "option {option} has only one value",
        "Add another value, or remove the option and write the value out.",
    ),
    "option-without-names": ("option {option} needs a list of names", 'Write, for example, "any of: [name, name]".'),
    "option-default-by-table": (
        "option {option} needs a default for each pay table",
        'Write, for example, "default: {{A: [name], B: [name]}}".',
    ),
    "option-default-not-a-list": (
        "a default must be a list of names",
        'Write, for example, "default: {{A: [name, name]}}".',
    ),
    "option-default-name": ('"{name}" is not in the list of names', EXPECTED),
    "option-without-default": (
        "option {option} has no default for pay table {table}",
        "Add a default for every pay table that uses the option.",
    ),
    "option-unused": (
        "option {option} is never used",
        'Write "<{option}>" in a phrase, or "if: {option} is …" in a pay line.',
    ),
    "unknown-option": ('there is no option "{option}"', EXPECTED),
    "unknown-option.none": ('there is no option "{option}"', "This card has no options."),
    "unknown-value": ('option {option} cannot be "{value}"', EXPECTED),
    # Named events.
    "events-not-a-mapping": ("events must be a mapping", 'Give each event a name, as in "events: {{low: 2 or 3}}".'),
    "event-name": (
        '"{name}" cannot name an event',
        "Use lowercase letters, digits and hyphens, begin with a letter, and choose a name that is not a word of the "
        "phrases of {game}.",
    ),
    "event-named-as-wager": ("{name} names both a wager and an event", "Rename the event."),
    "circular-events": ("circular reference: {path}", "Name only events that do not refer back to this one."),
    "unknown-event": ("this card has no event {name}", "The events of this card: {known:list}."),
    "event-unused": ("event {name} is never used", "Use the name in a phrase, or remove the event."),
    # Wagers.
    "wagers-not-a-mapping": ("wagers must be a mapping, not a list", 'Give each wager an id, as in "pass: {{…}}".'),
    "no-wagers": ("a card needs wagers", 'Add a mapping "wagers:" with an entry for each wager.'),
    "no-wagers.guarded": ("the card has no wagers with {options:list}", 'Add a wager without "if:".'),
    "no-wagers.places": (
        'there is no place for "{places}"',
        'Name places that the layout has, as in "places: {example}".',
    ),
    "wager-left-out": (
        "wager {wager} is not on the card under these options",
        'Give this wager the same "if:", or remove the "if:" of {wager}.',
    ),
    "too-many-wagers": ("the card has more than {limit} wagers", "Split it into several cards."),
    "wager-not-a-mapping": ("wager {wager} must be a mapping", "Give it a name, a rule and pays."),
    "no-chance": ("the card does not say what it is played with", 'Add a line "chance: {example}".'),
    "duplicate-bet": (
        "{bet} names bets of two wagers, {first} and {second}",
        "Rename one of the two wagers; the id of a bet on a place is its wager's id with the place added.",
    ),
    "circular-wagers": (
        "circular reference: {path}",
        "Name only wagers that do not refer back to this one.",
    ),
    "unknown-wager": ("this card has no wager {wager}", EXPECTED),
    "duplicate-wager": ("wager {wager} is named twice", "Name each wager once."),
    "wager-on-places": (
        "wager {wager} is bet on many places",
        "Name a wager whose rule is the same on every place.",
    ),
    "no-rule": (
        "this wager has no rule",
        'Add "wins:" or "counts:", or write the pays as a list of {{when: …, pays: …}}.',
    ),
    "wins-and-counts": ("a wager cannot have both wins and counts", "Remove one of the two."),
    "no-end": ("{what} has no end", 'Add a line "ends: {example}" to the wager or to the card.'),
    "ends-too-late": ("a {game} wager is decided by one {unit}", 'Write "ends: after 1 {unit}".'),
    "this-place-without-places": ('"this place" needs a field "places"', 'Add a line "places: {example}".'),
    "places-without-this-place": (
        '"places" needs a rule about this place',
        'Write "wins: {example}".',
    ),
    "table-line-alone": (
        "{what} has its own line, but works with the table's point",
        'Write "works: with a point on"; "with the table\'s point on" is for a wager behind one with its own line.',
    ),
    "no-line": (
        "{game} has no come-out and no point, so a wager has no line of its own",
        'Remove "line:".',
    ),
    "takes-with-counts": (
        '{what} has both "takes" and "counts"',
        'Remove "takes:"; a ladder is paid for the count that is reached.',
    ),
    "takes-at-the-end": (
        '{what} has both "takes" and "settles: at the end"',
        'Remove "takes:" or "settles:"; the first to happen is paid at once.',
    ),
    "takes-mixed": (
        '"{line}" joins what is known only at the end with what may happen before',
        'Write each part as a line of its own, with the same pay, or remove "takes:".',
    ),
    "named-unlike": (
        '{wager} names {other}, but their "{field}" differ: {other} may be decided or off while {wager} is still up',
        'Give both the same "{field}", or name events under events and use their names.',
    ),
    "named-from-the-start": (
        "wager {wager} wins more than its stake before the first {unit}, so it always counts here",
        "Name wagers and events that have to happen.",
    ),
    "stake-without-behind": (
        '"stake" needs a field "behind"',
        'Add "behind:" with the wager it is bet behind, or remove "stake".',
    ),
    "behind-with-field": (
        'a wager behind another has no field "{field}"',
        "Remove this line; the wager may be bet and ends with the one it is behind.",
    ),
    "behind-fixed": (
        "no wager can be behind {wager}: it ends after a number of outcomes",
        "Name a wager that ends with an event.",
    ),
    "bundle-with-field": (
        'a bundle has no field "{field}"',
        'Keep only "bundle", "name", "also" and "source"; each wager in the bundle keeps its own rule and pays.',
    ),
    "bundle-not-a-mapping": (
        "a bundle must be a mapping of wagers to units",
        'Write, for example, "bundle: {{this: 1, that: 2}}".',
    ),
    "bundle-units": ("{units} is not a number of units", "Use a whole number from 1 to {limit}."),
    "behind-at-the-end": (
        "wager {wager} may be off when the wager that it is behind is decided, and then goes back; a line of it is "
        "decided only at the end",
        'Give it lines that are decided as they happen, as in "4 or 10 made", or leave out "works".',
    ),
    "bundle-part.cards": (
        "wager {wager} cannot be in a bundle: it looks at more of an outcome than the other wagers share",
        "Name wagers that are decided by the totals and the winner alone, in every phase of the game alike.",
    ),
    "not-one-bet": (
        "{wager} is not one bet: it is a bundle, or it is bet on places",
        'Name wagers that are bet by themselves, or one place of a wager, as in "split-4-7".',
    ),
    "bundle-part": (
        "wager {wager} cannot be in a bundle",
        "Name wagers that the next {unit} decides, that always count, and that have posted pays and no commission.",
    ),
    "pays-and-turns": ('a pay line has "pays" or "turns into", not both', "Remove one of the two."),
    # Pays.
    "no-pays": ("{what} needs pays", 'Write, for example, "pays: 30 to 1" or "pays: not posted".'),
    "empty-pays": ("there is no pay here", 'Write, for example, "pays: 30 to 1".'),
    "empty-pays.ladder": ("there is no pay here", LADDER),
    "several-pays": ("a wager with wins has one pay", 'Write, for example, "pays: 30 to 1".'),
    "pay-table-name": ('"{name}" is not a valid pay table name', "Use a number or a letter, such as 1, 2 or A."),
    "too-many-tables": ("the wager has more than {limit} pay tables", "Remove some, or split the card."),
    "count-as-table": (
        "{name} reads as a count, but a wager with wins has one pay in each pay table",
        'For a ladder write "counts:" instead of "wins:"; number pay tables 1, 2, 3 without a gap.',
    ),
    "bad-cell": ("a cell cannot be {cell}", "Use 0, -1 or a positive pay."),
    "too-many-lines": ("the wager has more than {limit} pay lines", "Remove some, or split the wager."),
    "line-not-a-mapping": ("a pay line must be a mapping", 'Write "{{when: …, pays: …}}".'),
    "commission-rate": ("a commission of {rate} % is out of range", "Use more than 0 and at most 100 %."),
    "commission-when": (
        "a commission of the stake must say when it is taken",
        'Write "of the stake, on a win" or "of the stake, when bet".',
    ),
    "commission-several-pays": (
        "wager {wager} has several pays, so a commission of the win cannot be taken when it is bet",
        'Write "on a win", or take it of the stake.',
    ),
    "line-without-rule": ("a pay line needs a rule", 'Write "no rule given" under "wins:" instead.'),
    "no-lines": ("there are no pay lines", 'Add a line such as "{{when: …, pays: …}}".'),
    "no-lines.guarded": ("no pay line applies with {options:list}", 'Add a line without "if:".'),
    "ladder-needed": ("a wager with counts needs a ladder of pays", LADDER),
    "ladder-at-zero": ("the highest count of the ladder is 0", "Extend the ladder to 1 or more."),
    "or-more-below-top": ('"{rung}" is not the highest count', 'Only the highest count may say "or more".'),
    "pay-per-zero": ('"{amount} {unit} 0" is not a valid pay', 'Write, for example, "{amount} {unit} 1".'),
    "pay-of-zero": (
        "{amount} {unit} {per} is not a winning pay",
        'Write "push" for 0 to 1, or "loses" for 0 for 1.',
    ),
    "pay-meant": ('"{pay}" is not a valid pay', "Write {meant:quoted or}."),
    "pay-in-a-cell": ('"{pay}" is not a bare number', 'Write "{amount}", or remove "cells:" and write whole pays.'),
    "pay-without-unit": (
        'the pay {pay} does not say "to" or "for"',
        'Write "{amount} to 1" if the stake is returned too, or "{amount} for 1" if it is included.',
    ),
    # Offers.
    "offer-without-ladder": ("{offer} needs a ladder of pays", 'Add "counts:" and a ladder of pays to the wager.'),
    "offer-without-pay": ("an offer needs a pay", 'Write, for example, "3 to 1".'),
    "cash-out-at-zero": (
        "a count of 0 cannot be cashed out: the wager has it before the first outcome",
        "Start the ladder at 1 or more.",
    ),
    "surrender-without-rule": ("surrender needs a rule in wins", 'Write, for example, "wins: {example}".'),
    "surrender-of-a-ladder": ("a wager with a ladder is cashed out, not surrendered", 'Write "cash out: at any pay".'),
    "surrender-not-a-ladder": (
        "surrender needs pays by count, and a rule of one repeated event",
        'Write, for example, "wins: {example}" and "surrender: {{1: 3 for 1}}".',
    ),
    "surrender-not-a-ladder.single": (
        "a {game} wager is decided by one {unit} and has no surrender",
        "Remove the surrender.",
    ),
    "surrender-count": (
        "no surrender at {rung}: the wager wins at {wins}",
        "Use counts of 1 or more and below {wins}.",
    ),
    "surrender-count.single": ("no surrender at {rung}: the wager wins at {wins}", "Remove the surrender."),
    # Phrases.
    "other-game": (
        '"{phrase}" belongs to {other}, but this is a {game} card',
        FITTING,
    ),
    "other-game.meant": ('"{phrase}" belongs to {other}, but this is a {game} card', ONLY),
    "no-such-phrase": ("a {game} card has no {field}", "Remove this line."),
    "not-understood": ('"{word}" is not understood here', FITTING),
    "not-understood.meant": ('"{word}" is not understood here', MEANT),
    "not-understood.only": ('"{word}" is not understood here', ONLY),
    "incomplete": ("the phrase is incomplete", FITTING),
    "incomplete.meant": ("the phrase is incomplete", MEANT),
    "incomplete.only": ("the phrase is incomplete", ONLY),
    "brackets": ("a phrase has no brackets", 'Name the part in them under "events:", and write its name here.'),
    "brackets.part": (
        "a phrase has no brackets",
        'Name the part in them, as in "events: {{part: {part}}}", and write its name here.',
    ),
    "end-in-a-rule": (
        "a rule does not say what ends the wager",
        'Write "{rule}" here, and "ends: {end}" on the wager or on the card.',
    ),
    # What this edition does not have.
    "random-multiplier": (
        "random multipliers are not in this edition of the card language",
        'Write a fixed pay, such as "pays: 35 to 1".',
    ),
    "other-wheel": (
        "wheels of other sizes are not in this edition of the card language",
        'Write "chance:" with a single-zero, double-zero or triple-zero wheel.',
    ),
    "other-drawing-rules": (
        "other drawing rules are not in this edition of the card language",
        "Remove this; hands are dealt and drawn by the standard rules.",
    ),
    "several-outcomes": (
        "a {game} wager sees one {unit}; streaks over several {units} are not in this edition of the card language",
        "Write a rule that one {unit} decides.",
    ),
    "times-out-of-range": ("{times} times is out of range", "Use a count from 1 to {limit}."),
    "count-out-of-range": ("a count of {count} is out of range", "Counts go up to {limit}."),
    "ends-out-of-range": ("after {number} {units} is out of range", "Use a number from 1 to {limit}."),
    "empty-range": ("there is no number from {low} to {high}", "Write the lower number first."),
    "more-than-names": ("any {count} of {names} is out of range", "Use a number from 1 to {names}."),
    "pattern-too-long": ("a pattern has at most {limit} parts", 'Use fewer "then".'),
    "no-rule-joined": ('"no rule given" cannot be joined to a rule', "Write it alone, or remove it."),
    "but-not-between-histories": (
        '"but not" joins what one {unit} does, not what has happened',
        'For what must not have happened write ", and no …".',
    ),
    "stake-not-a-point": (
        "{number} is never a point here",
        "Name points that a line bet may have: {points:list}.",
    ),
    "stake-all-twice": ("two multiples are for every point", "Name the points of one of them."),
    "stake-named-twice": ("the point {number} is named twice", "Give each point one multiple."),
    "places-of-another-wheel": (
        "these places are those of a {given} wheel, but the card is played on a {wheel} wheel",
        'Write "places: each {kind} on a {wheel} wheel".',
    ),
    "never-happens": ('no {unit} can be "{event}"', "Correct the phrase."),
    "never-happens.both": ('no {unit} can be "{event}"', 'For both at some time write "{way}".'),
    "never-happens.either": ('no {unit} can be "{event}"', 'For one or the other write "{way}".'),
    "unclear-join": (
        'it is not clear what "{join}" joins here',
        "Give a part of it a name under events, and use the name.",
    ),
    "duplicate-number": ("duplicate number {number}", "Name each number once."),
    # The card as a whole.
    "rungs-overlap": (
        "{count} {counted} has two pays",
        "Let each count be in one rung, as in 3 to 4, then 5 or more.",
    ),
    "too-many-bets": (
        "{combinations} combinations of options for {bets} wagers and pay tables make more than {limit:,} bets",
        "Each bet is checked; remove some values, wagers or pay tables, or split the card.",
    ),
    "count-without-pay": (
        'the ladder of "{counted}" has no pay for {count}',
        'Add {count} to the ladder; write "loses" if it pays zero.',
    ),
    "count-without-pay.top": (
        'the ladder of "{counted}" has no pay for {count}',
        'Add {count} to the ladder, or write "{top} or more".',
    ),
    "never-decided": (
        "wager {wager} might never be decided: no {unit} that counts for it can end it",
        'Let it end on something that can happen while it works, as in "ends: {example}".',
    ),
    "never-decided.turns": (
        "wager {wager} might never be decided: its stake turns into {lost:list} and is never paid or lost",
        'Let a line of {lost:list} have "pays", or let it lose.',
    ),
    "turns-into-unposted": (
        "wager {wager} turns into {other}, whose pay is not posted",
        'Post the pays of {other}, or let the line of {wager} be "pays: not posted".',
    ),
    "turns-into-places": (
        "wager {wager} cannot turn into {other}, which has no rule or is bet on places",
        "Let it turn into a wager with one rule.",
    ),
    "too-many-stages": (
        "the stake of wager {wager} may become more than {limit} wagers",
        "Let it turn into fewer; a wager may turn into itself.",
    ),
    "line-never-paid": (
        '"{line}" can never be paid: no sequence of {units} satisfies it',
        "Correct the rule, or remove the line.",
    ),
    "never-bet": (
        'no wager of the card can be bet: all of them have "opens: never"',
        "Let at least one of them be bet, and turn into the others.",
    ),
    "line-never-first": (NEVER_FIRST, "Put the rarer line first."),
    "line-never-first.same": (NEVER_FIRST, "Remove the line, or correct its rule."),
    "line-never-first.happens": (
        '"{line}" can never be paid: in the {outcomes} {path:list} "{earlier}" happens no later and is paid',
        'Remove the line, or "takes: the first to happen".',
    ),
    "wager-too-large": ("wager {wager} is too large: it has more than {limit:,} states", FEWER),
    "wager-too-fine": (
        "wager {wager} depends on too many features of the playing cards at once",
        "Use fewer phrases about ranks, suits and third cards in one wager, or split it into several wagers.",
    ),
    "unsolved": (
        "wager {wager} cannot be solved: it has more than {limit:,} states, and no other method applies",
        "Use fewer different events or repetitions, for at most {limit:,} states; there is no limit where one rule "
        "counts totals rolled before a seven, or points made.",
    ),
    "unsolved.sequence": (
        "wager {wager} cannot be solved: it has more than {limit:,} states, and no other method applies",
        "Compare {units} that follow one another, or fewer of them: those in between are remembered too.",
    ),
    "unsolved.streaks": (
        "wager {wager} cannot be solved in a few seconds: its streaks and patterns have {states:,} states that lead "
        "back to one another",
        "Use one streak (up to 100 in a row is solved) or one pattern, or shorter ones.",
    ),
    "too-many-states": (
        "the wagers up to this one have more than {limit:,} states together",
        "Split the card, or use fewer different events or repetitions.",
    ),
}
"""Cause and remedy by code; ``code.variant`` where one code has several remedies."""

NEAR = "Did you mean {near}? "
"""Before a remedy, where a known name is close to the one given."""
READS = '; with the options set it reads "{reads}"'
"""After a cause, where the phrase comes from the values of options."""
SHOWN_BY = ", as after the {outcomes} {shown_by:list}"
"""After a cause, where a sequence of outcomes shows it."""

OPTION_ERRORS = {
    "unknown-option": "card {card} has no option {option}; expected one of: {known:list}",
    "unknown-option.none": "card {card} has no option {option}; it has no options",
    "bad-value": "option {option} cannot be {value}; expected one of: {known:list}",
    "bad-value.list": "option {option} is a list of names, and {value} is not one of them; expected: {known:list}",
    "bad-value.empty": "option {option} is a list of names, and one of them is empty; expected: {known:list}",
    "unknown-wager": "card {card} has no wager {wager}; expected one of: {known:list}",
    "nothing-to-bet": 'no wager of card {card} can be bet by itself: all of them have "opens: never"',
    "unknown-table": "card {card} has no pay table {table}; expected one of: {known:list}",
    "no-decisions": "card {card} has no decisions for the player: its wagers have no offers",
}
"""An option, value, wager or pay table that a card does not have."""

ASKED = {"unknown-option": "option", "bad-value": "value", "unknown-wager": "wager", "unknown-table": "table"}
"""The fact with the name that was asked for, in errors that list the known ones."""

NOT_FOUND = {
    "folder": "{card} is a folder; name a card file in it",
    "not-a-file": "{card} is not a regular file; name a card file",
    "unknown-card": "there is no card {card}, and no file of that name. {suggestion}",
}
"""A card that cannot be found."""

SOLVING = {
    "too-many-states": "it has more than {limit:,} states, and no other method applies",
    "too-much-work": "its streaks and patterns have {states:,} states that lead back to one another",
    "no-durations": "it has too many states to compute how long it lasts",
    "no-value": "it has too many states to compute its value from here",
    "no-rule": "no rule is given for {wager}",
    "registers": "its registers have more than {limit:,} states",
    "states": "it has more than {limit:,} states",
    "starts": "it begins in one of several phases, which this engine does not follow",
    "search": "the search for an example looks at too many states",
}
"""Why a wager is not solved."""


def near(word: str, known: Iterable[str]) -> str:
    """The known name that is closest to a word, if one is close."""
    return next(iter(get_close_matches(word, list(known), n=1)), "")


def suggestion(word: str, known: list[str]) -> str:
    """A sentence that lists the known names, with a close one first."""
    facts = {"known": known, "near": near(word, known)}
    return (fill(NEAR, facts) if facts["near"] else "") + fill(EXPECTED, facts)


def option_hint(code: str, facts: Facts) -> str:
    """The end of an error in an option, value, wager or table: a known name that is close to the one asked for.

    >>> option_hint("unknown-table", {"table": "macau", "known": ["Standard", "Macau"]})
    '. Did you mean Macau?'
    """
    close = near(str(facts[ASKED[code]]), facts["known"]) if code in ASKED else ""
    return f". Did you mean {close}?" if close else ""


@cache
def card_errors() -> dict[str, tuple[str, str]]:
    """Every code of the card reader, those of the base games included."""
    return {
        **CARD_ERRORS,
        **HOUSE_ERRORS,
        **{code: words for game in GAMES.values() for code, words in game.card_errors.items()},
    }


def card_error(code: str, facts: Facts) -> tuple[str, str]:
    """The cause and the remedy of an error in a card."""
    cause, remedy = (fill(template, facts) for template in card_errors()[code])
    if facts.get("shown_by"):
        cause += fill(SHOWN_BY, facts)
    if facts.get("reads"):
        cause += fill(READS, facts)
    return cause, (fill(NEAR, facts) if facts.get("near") else "") + remedy
