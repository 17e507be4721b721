"""The description of the HTTP interface: every command a schema of its own, and how programs show who they are."""

from typing import Any

from fastapi import FastAPI

REQUEST = "CommandRequest"
PLACE = "#/components/schemas/"


def describe(app: FastAPI) -> None:
    """Have an application describe its commands by name, so that generated clients have a type for each."""
    whole = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = described(whole())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """A description with the commands as components, distinguished by ``do``, and with tokens as a way to log in."""
    components = schema["components"]
    schemas: dict[str, Any] = components["schemas"]
    mapping = {}
    for command in schemas[REQUEST].get("oneOf", ()):
        if "properties" in command:
            word = command["properties"]["do"]["const"]
            name = "".join(part.capitalize() for part in ("command", *word.split("-")))
            schemas[name] = {**command, "title": name}
            mapping[word] = f"{PLACE}{name}"
    if mapping:
        discriminator = {"propertyName": "do", "mapping": mapping}
        branches = [{"$ref": place} for place in mapping.values()]
        schemas[REQUEST] = {**schemas[REQUEST], "oneOf": branches, "discriminator": discriminator}
    components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    schema["security"] = [{}, {"token": []}]
    return schema
