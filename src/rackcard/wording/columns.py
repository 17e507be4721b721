"""The heads of tables of figures, by what is in the column."""

from collections.abc import Iterable

HEADS: dict[str, str] = {
    "after_envy": "after envy",
    "chi_square": "chi-square",
    "edge_by_weights": "with these weights",
    "edge_before": "edge before",
    "edge_per_outcome": "edge per {unit}",
    "exact_edge": "exact edge",
    "gives_up": "gives up",
    "hold_share": "hold %",
    "house_edge": "house edge",
    "interval_95": "95 % interval",
    "mistake_cost": "costliest mistake, stakes",
    "net_gain": "net gain, stakes",
    "one_in": "1 in",
    "mean_outcomes": "{unit}s",
    "ride_when": "ride when",
    "std_dev": "std dev",
    "std_error": "std error",
    "still_up": "still up",
    "take_when": "take when",
    "theory_assumes": "theory assumes",
    "theory_share": "theory %",
}
"""What is written above a column where that is not its key; no option of a card has such a key."""


def heads(columns: Iterable[str], unit: str = "") -> tuple[str, ...]:
    """What is above each column; of an option, its name.

    >>> heads(["wager", "house_edge", "mean_outcomes"], "spin")
    ('wager', 'house edge', 'spins')
    """
    return tuple(HEADS.get(one, one).format(unit=unit) for one in columns)


def pay_table(name: str) -> str:
    """The head of a column of pays, where there are several pay tables."""
    return f"table {name}"


def pays_title(name: str) -> str:
    """The title of a table of a wager's pays."""
    return f"{name}: pays"
