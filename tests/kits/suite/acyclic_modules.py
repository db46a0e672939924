"""Contract for import-linter: no circles of imports between modules, imports for types included."""

from __future__ import annotations

from collections.abc import Mapping

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class AcyclicModules(Contract):
    """No module imports itself through others."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - import-linter passes it
        circles = find_circles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})
        return ContractCheck(kept=not circles, metadata={"circles": circles})

    def render_broken_contract(self, check: ContractCheck) -> None:
        output.print_error("These modules import one another:")
        for module, imports in check.metadata["circles"].items():
            output.print_error(f"- {module} -> {', '.join(imports)}")


def find_circles(imports: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Return the modules in circles and between them, with their imports of each other."""
    left = {module: found & imports.keys() for module, found in imports.items()}
    while True:
        used = set[str]().union(*left.values())
        inner = {module for module, found in left.items() if found and module in used}
        if len(inner) == len(left):
            return {module: sorted(found) for module, found in sorted(left.items())}
        left = {module: left[module] & inner for module in inner}
