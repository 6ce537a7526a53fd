"""How every OS's templates are run: what is not said is an error, and a template can do nothing but print."""

from functools import cache

from jinja2 import FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from roceconf.vendor import template_folder


def template(os: str, name: str) -> Template:
    """A template of one OS.

    Args:
        os: key of the OS, as its folder below ``vendor_templates`` is called.
        name: its name in that folder's ``write``: ``configuration.j2``.

    Returns:
        The template, ready to render; it may use the filter ``json``.
    """
    return _environment(os).get_template(name)


@cache
def _environment(os: str) -> ImmutableSandboxedEnvironment:
    import json

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(template_folder(os) / "write"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    environment.filters["json"] = json.dumps
    return environment
