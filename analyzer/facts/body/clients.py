"""Clients of models that are no tools of a step: who is known to be one, by where it comes from."""

import ast

from analyzer.facts.body.marks import model_in
from analyzer.source.definition import Expr, Frame, Outside
from analyzer.source.reader import Reader

_PACKAGES_TEXT = (
    "openai anthropic litellm ollama cohere mistralai groq together replicate llama_cpp vllm transformers "
    "huggingface_hub vertexai fireworks cerebras xai_sdk aisuite instructor outlines guidance magentic ell dspy "
    "langchain langchain_core langchain_openai langchain_anthropic langchain_community langchain_ollama "
    "langchain_google_genai langchain_mistralai pydantic_ai xllamacpp"
)
_PACKAGES = frozenset(_PACKAGES_TEXT.split())
_PREFIXES = ("google.genai.", "google.generativeai.", "chaindsl.models.")
_ASKING_TEXT = (
    "create acreate parse generate agenerate generate_content generate_content_async generate_text complete acomplete "
    "completion acompletion completions chat achat invoke ainvoke stream astream predict apredict run run_sync "
    "text_generation chat_completion responses messages text_completion responses_create batch abatch"
)
_ASKING = frozenset(_ASKING_TEXT.split())
"""The last names of what asks a model; other methods of a client list, count or close."""


def asks_client(reader: Reader, node: ast.Call, frame: Frame) -> bool:
    """Say whether a call asks a model: one that it is handed, or a known client's."""
    func = reader.follow(Expr(node.func, frame))
    if model_in(func) is not None:
        return True
    if isinstance(func, Outside):
        return _is_client(func.name) and func.name.rpartition(".")[2] in _ASKING
    owner, last = _owner(reader, node.func, frame)
    return _is_client(owner) and (last in _ASKING or last == "")


def _owner(reader: Reader, node: ast.expr, frame: Frame) -> tuple[str, str]:
    """Who made what a call is called on, and the last name on the way: `client.chat.completions.create`."""
    last = node.attr if isinstance(node, ast.Attribute) else ""
    while isinstance(node, ast.Attribute):
        node = node.value
    found = reader.follow(Expr(node, frame))
    if isinstance(found, Expr) and isinstance(found.node, ast.Call):
        made = reader.follow(Expr(found.node.func, found.frame))
        return (made.name, last) if isinstance(made, Outside) else ("", last)
    return "", last


def _is_client(name: str) -> bool:
    return name.partition(".")[0] in _PACKAGES or name.startswith(_PREFIXES)
