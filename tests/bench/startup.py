"""How long a cold ``roceconf lint`` takes: one file, a fresh process each time. Run it on an idle machine.

python tests/bench/startup.py
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
RUNS = 20
BUDGET_MS = 150
"""What a person at an editor, or a hook that runs on every commit, does not feel."""


def main() -> None:
    """Print a table of best and median; leave with 1 where the best of a lint run is over the budget."""
    sys.path.insert(0, str(REPOSITORY))
    from tests.bench import configurations

    with tempfile.TemporaryDirectory() as folder:
        commands = {"python -c pass": ["-c", "pass"], "import typer": ["-c", "import typer"]}
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PYTHONPYCACHEPREFIX": folder, "PYTHONPATH": str(REPOSITORY)}  # compiled, as an install is
        for name, text in (("config_db.json", configurations.sonic()), ("running-config.cfg", configurations.eos())):
            path = Path(folder) / name
            path.write_text(text, "utf-8")
            commands[f"roceconf lint {name}"] = ["-m", "roceconf.cli", "lint", str(path)]
        print(f"{'command':<38} {'best':>8} {'median':>8}   of {RUNS}, in ms; budget {BUDGET_MS}")
        over = [name for name, command in commands.items() if _measure(name, command, environment) > BUDGET_MS]
    if over:
        raise SystemExit(f"over the budget: {', '.join(over)}")


def _measure(name: str, arguments: list[str], environment: dict[str, str]) -> float:
    _run(arguments, environment)  # compiles and warms the disk cache
    times_ms = sorted(_run(arguments, environment) for _ in range(RUNS))
    print(f"{name:<38} {times_ms[0]:>8.1f} {statistics.median(times_ms):>8.1f}")
    return times_ms[0]


def _run(arguments: list[str], environment: dict[str, str]) -> float:
    started = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], capture_output=True, check=False, env=environment)
    taken_ms = (time.perf_counter() - started) * 1000
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(arguments)} left with {done.returncode}:\n{done.stderr.decode()}")
    return taken_ms


if __name__ == "__main__":
    main()
