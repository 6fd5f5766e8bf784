"""The command line: `infold --help`."""


def main() -> None:
    """Run the command line; the entry point of the package."""
    from infold.cli.app import run

    run()
