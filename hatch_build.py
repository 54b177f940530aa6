"""Build hook of hatchling, called before it packs a wheel or makes an editable installation."""

import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):
    """Compile the catalogues, which are not committed."""

    def initialize(self, version: str, build_data: dict[str, list[str]]) -> None:
        """Compile all: a copy of a checkout may hold older ones that look newer."""
        sys.path.insert(0, self.root)
        from companion.locales.compile import catalogues, compile_catalogue, compiled

        root = Path(self.root).resolve()
        for catalogue in catalogues():
            compile_catalogue(catalogue)
            build_data["artifacts"].append(str(compiled(catalogue).relative_to(root)))
