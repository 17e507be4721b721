"""Statements on the path of every command: compiled once for each kind of database, and run as they are."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from rackcard.table.log import sqlite

Row = Mapping[str, Any]


class Prepared:
    """A statement whose values need no conversion; what a database library does anew for each run is done once."""

    def __init__(self, statement: sa.Select[Any] | sa.Insert, *columns: str) -> None:
        self.statement, self.columns = statement, columns
        self._texts: dict[str, tuple[str, tuple[str, ...]]] = {}

    def _text(self, dialect: sa.Dialect) -> tuple[str, tuple[str, ...]]:
        """The statement as a database takes it, and the order of its values where they have no names."""
        if dialect.name not in self._texts:
            compiled = self.statement.compile(dialect=dialect, column_keys=self.columns or None)
            assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
            self._texts[dialect.name] = str(compiled), tuple(compiled.positiontup or ())
        return self._texts[dialect.name]

    def first(self, connection: sa.Connection, row: Row) -> Sequence[Any] | None:
        """The first row that it finds with the values of one."""
        text, order = self._text(connection.dialect)
        if connection.dialect.name == "sqlite":
            found: Sequence[Any] | None = sqlite.run(connection, text, [row[name] for name in order]).fetchone()
            return found
        return connection.exec_driver_sql(text, tuple(row[name] for name in order) if order else dict(row)).first()

    def many(self, connection: sa.Connection, rows: Sequence[Row]) -> None:
        """Run it for each of some rows; nothing where there are none."""
        if not rows:
            return
        text, order = self._text(connection.dialect)
        connection.exec_driver_sql(text, [tuple(row[name] for name in order) if order else dict(row) for row in rows])
