"""The command that prints what a shell needs to complete commands and options."""

from typing import Annotated, Literal

from cyclopts import Parameter

from rackcard.cli.common import app

app.register_install_completion_command(help="Install completion for the shell that runs this.")


@app.command
def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="The shell.")],
) -> int:
    """Print the completion script of a shell, as in: rackcard completion bash > ~/.local/share/bash-completion/…"""
    print(app.generate_completion(prog_name="rackcard", shell=shell))
    return 0
