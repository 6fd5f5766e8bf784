"""`python -m infold` is `infold`, for a Python whose scripts are not on the path."""

from infold.cli import main

if __name__ == "__main__":
    main()
