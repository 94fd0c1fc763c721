"""Attributes of modules, classes and members of enums."""

import ast

from analyzer.source.classes import ancestors
from analyzer.source.definition import Class, Definition, Export, Expr, Frame, Member, ModuleRef, Outside, Plain
from analyzer.source.enums import is_enum, members
from analyzer.source.mutation import stored
from analyzer.source.names import bound
from analyzer.source.reader import Reader
from analyzer.source.vocabulary import canonical
from chaindsl.graph.unknown import Unknown, Why

_EMPTY = frozenset({"builtins.object", "typing.Generic", "typing.Protocol", "abc.ABC"})


def attribute(reader: Reader, node: ast.Attribute, frame: Frame) -> Definition:
    """Follow an attribute one step."""
    owner = reader.follow(Expr(node.value, frame))
    match owner:
        case ModuleRef(module):
            if stored(frame.module, node.attr) or stored(module, node.attr):
                return frame.unknown(Why.DYNAMIC, node)
            return Export(module, node.attr, node, frame)
        case Outside(name):
            return Outside(canonical(f"{name}.{node.attr}"))
        case Class():
            if stored(frame.module, node.attr) or stored(owner.frame.module, node.attr):
                return frame.unknown(Why.DYNAMIC, node)
            return of_class(reader, owner, node, frame)
        case Member():
            return _of_member(owner, node, frame)
        case Unknown(why):
            return frame.unknown(why, node)
    return frame.unknown(Why.DYNAMIC, node)


def _of_member(owner: Member, node: ast.Attribute, frame: Frame) -> Definition:
    match node.attr:
        case "value" if not isinstance(owner.value, Unknown):
            return Plain(owner.value)
        case "name":
            return Plain(owner.name.rpartition(".")[2])
    return frame.unknown(Why.DYNAMIC, node)


def of_class(reader: Reader, owner: Class, node: ast.Attribute, frame: Frame) -> Definition:
    """Follow an attribute of a class, its own or inherited."""
    for found in [owner, *ancestors(reader, owner)]:
        if isinstance(found, Unknown):
            return frame.unknown(found.why, node)
        if isinstance(found, Outside):
            if found.name in _EMPTY or is_enum(found):
                continue
            return frame.unknown(Why.OUTSIDE, node)
        if any(is_enum(base) for base in ancestors(reader, found)):
            known = members(reader, found)
            if isinstance(known, Unknown):
                return frame.unknown(known.why, node)
            if node.attr in known:
                return known[node.attr]
        here = bound(reader, node.attr, reader.body_frame(found), node).definitions
        if len(here) == 1:
            return here[0]
        if here:
            return frame.unknown(Why.DYNAMIC, node)
    return frame.unknown(Why.UNRESOLVED, node)
