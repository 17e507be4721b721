"""What commands answer: values as a card writes them, and names as they were given."""

from pathlib import Path

import pytest

from tests.support.command import command

CARD = """\
card: two-ways
title: Two Ways
about: A card to be compared.
game: craps
source: a test
ends: any seven
wagers:
  eight:
    name: Eight
    pays:
      - {when: hard 8 rolled, pays: 9 to 1}
      - {when: easy 8 rolled, pays: loses}
"""
FLAT = CARD.replace("      - {when: easy 8 rolled, pays: loses}\n", "").replace("9 to 1", "40 to 1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a card, another edition of it, and house rules."""
    (tmp_path / "one.yaml").write_text(CARD)
    (tmp_path / "two.yaml").write_text(FLAT)
    (tmp_path / "house.yaml").write_text(
        "house: h\nname: H\ngame: craps\nmin: 5\nmax: 500\ncards:\n  two-ways: {file: two.yaml}\n"
        "accepts: {two-ways: [eight]}\n"
    )
    return tmp_path


def test_a_difference_has_pays_as_a_card_writes_them(folder: Path) -> None:
    done = command("diff", "one.yaml", "two.yaml", folder=folder)
    assert "wagers, eight, pays: hard 8 rolled: 9 to 1; easy 8 rolled: loses → hard 8 rolled: 40 to 1" in done.stdout
    assert "At maximum" not in done.stdout


def test_a_difference_has_ladders_and_events_as_a_card_writes_them(folder: Path) -> None:
    ladder = "    counts: points made\n    pays: {3: 5 to 1, 4 or more: 8 to 1}\n"
    (folder / "two.yaml").write_text(
        CARD.partition("    pays:")[0]
        .replace("wagers:", "events: {any-hard: hard 4 rolled}\nwagers:")
        .replace("any seven", "any-hard")
        + ladder
    )
    done = command("diff", "one.yaml", "two.yaml", folder=folder)
    assert "→ 3: 5 to 1, 4 or more: 8 to 1\n" in done.stdout, done
    assert "events: none → any-hard: hard 4 rolled\n" in done.stdout


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("two.yaml", "rackcard review two.yaml\n"),
        ("house.yaml", "rackcard review two-ways --house house.yaml\n"),
        ("two-ways --house house.yaml", "rackcard review two-ways --house house.yaml\n"),
    ],
)
def test_a_card_is_named_as_it_was_given(given: str, named: str, folder: Path) -> None:
    done = command("print", *given.split(), "--out", "card.html", folder=folder)
    assert named in done.stderr
    assert command(*named.split()[1:], folder=folder).returncode == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("account ad x", "there is no command account ad; did you mean account add?"),
        ("account remove x", "there is no command account remove; expected one of: account add\n"),
        ("help", "there is no command help; did you mean --help?"),
        ("--quite", "there is no option --quite; did you mean --quiet?"),
        ("--versoin", "there is no option --versoin; did you mean --version?"),
        ("completion tcsh", "rackcard: there is no completion for tcsh; expected one of: bash, zsh, fish"),
        ("diff one.yaml", "diff needs a second card or file of house rules"),
        ("pack", "pack needs a file of house rules"),
        ("pack craps", "rackcard: craps is a card; pack needs a file of house rules"),
        ("pack one.yaml", "rackcard: one.yaml is a card; pack needs a file of house rules"),
        ("pack nosuch.yaml", "rackcard: there is no file of house rules nosuch.yaml"),
        ("serve --db new.db --house one.yaml", "rackcard: one.yaml is a card; --house needs a file of house rules"),
        ("diff house.yaml nosuch.yaml", "there is no card nosuch.yaml, and no file of that name"),
        ("diff nosuch.yaml house.yaml", "there is no card nosuch.yaml, and no file of that name"),
        ("diff house.yaml one.yaml", "a card can only be compared with a card"),
    ],
)
def test_a_command_that_cannot_be_followed_is_answered_in_plain_words(words: str, said: str, folder: Path) -> None:
    done = command(*words.split(), folder=folder)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert not (folder / "new.db").exists()


def test_a_field_that_house_rules_do_not_have(folder: Path) -> None:
    (folder / "house.yaml").write_text((folder / "house.yaml").read_text() + "colour: red\n")
    assert 'house rules have no field "colour"' in command("check", "house.yaml", folder=folder).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("boss --role supervisor", "password"),
        ("anna --role dealer", "the first account must be a supervisor's"),
        ("boss --role supervisor --table t1", "table"),
    ],
)
def test_a_refused_account_creates_no_database(
    words: str, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RACKCARD_PASSWORD", "short" if said == "password" else "a long enough password")
    done = command("account", "add", *words.split(), "--db", "new.db", folder=folder)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert not (folder / "new.db").exists()


def test_the_edges_of_a_house_follow_the_wager(folder: Path) -> None:
    (folder / "house.yaml").write_text("house: h\nname: H\ngame: craps\nmin: 5\nmax: 500\ncards: {super-shooter: {}}\n")
    done = command("odds", "house.yaml", "--wager", "big", folder=folder)
    offered = [line for line in done.stdout.splitlines() if line.startswith("super-shooter  ")]
    assert [line.split()[1] for line in offered] == ["Big"], done.stdout


def test_what_is_no_submission_is_not_counted(folder: Path) -> None:
    done = command("verify", "one.yaml", folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "one.yaml: this is not a Rackcard submission" in done.stderr


# ---- databases


@pytest.fixture
def database(folder: Path) -> Path:
    """A database with one table."""
    from rackcard.table.log.store import Store
    from rackcard.table.service import Service

    store = Store(str(folder / "tables.db"))
    Service(store).execute("t4", {"do": "open", "name": "T", "game": "craps", "cards": [{"card": "craps"}]}, by="boss")
    store.close()
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("meters tables.db --table t5", "there is no table t5; expected one of: t4"),
        ("meters tables.db --since yesterday", "--since yesterday is not a time; write 2026-11-15, 2026-11-15T20:00"),
        ("checkpoint tables.db --key k.pub --out c", "k.pub is the public key; signing needs the private key"),
    ],
)
def test_what_is_wrong_with_a_question_to_a_database(words: str, said: str, database: Path) -> None:
    assert command("checkpoint-key", "k", folder=database).returncode == 0
    done = command(*words.split(), folder=database)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


@pytest.mark.slow
def test_a_folder_of_checkpoints_is_created(database: Path) -> None:
    assert command("checkpoint-key", "k", folder=database).returncode == 0
    for count in (1, 2):
        assert command("checkpoint", "tables.db", "--key", "k", "--out", "kept", folder=database).returncode == 0
        assert len(list((database / "kept").iterdir())) == count
    assert command("checkpoint", "tables.db", "--key", "k", "--out", "one.json", folder=database).returncode == 0
    assert (database / "one.json").is_file()
