"""Packages that only some questions need: which extra of the installation brings each."""

EXTRAS = {
    "numpy": "simulate",
    "numba": "simulate",
    "typst": "print",
    "xlsxwriter": "print",
    "fastapi": "web",
    "uvicorn": "web",
    "h11": "web",
    "starlette": "web",
    "anyio": "web",
    "pydantic": "web",
    "jinja2": "web",
    "markupsafe": "web",
    "argon2": "web",
    "cryptography": "web",
    "sqlalchemy": "web",
    "psycopg": "postgres",
    "distributed": "cluster",
    "pygls": "editor",
    "lsprotocol": "editor",
    "pandas": "notebook",
    "pyarrow": "notebook",
}
"""The extra of each package that the core does without, by the name it is imported as."""


def extra_for(error: ModuleNotFoundError) -> str | None:
    """The extra that brings the package an import did not find; None where it is no package of ours.

    >>> extra_for(ModuleNotFoundError("", name="numpy.random"))
    'simulate'
    """
    return EXTRAS.get((error.name or "").split(".")[0])
