"""Where a call goes, and which settings are refused before any call is made."""

import pytest

from chaindsl.models.endpoint import Endpoint
from chaindsl.models.failure import ModelError


@pytest.mark.parametrize(
    ("base_url", "url"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/v1/chat/completions"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/v1/chat/completions"),
        ("https://api.example.com/v1", "https://api.example.com/v1/chat/completions"),
        ("https://api.example.com/v1/", "https://api.example.com/v1/chat/completions"),
        ("https://gateway.example.com/openai/v2", "https://gateway.example.com/openai/v2/chat/completions"),
    ],
)
def test_a_path_is_kept_and_a_host_alone_means_its_v1(base_url: str, url: str) -> None:
    assert Endpoint(base_url, "tiny").url == url


@pytest.mark.parametrize(
    ("base_url", "loopback"),
    [
        ("http://127.0.0.1:1", True),
        ("http://127.9.9.9", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost/v1", True),
        ("http://localhost.example.com", False),
        ("https://10.0.0.1", False),
    ],
)
def test_which_hosts_are_this_machine(base_url: str, loopback: bool) -> None:
    assert Endpoint(base_url, "tiny").loopback is loopback


@pytest.mark.parametrize(
    ("base_url", "message"),
    [
        ("", "the base URL is '', and should look like https://HOST/v1"),
        ("localhost:8000", "the base URL is 'localhost:8000', and should look like https://HOST/v1"),
        ("ftp://host", "the base URL is 'ftp://host', and should look like https://HOST/v1"),
        ("http://", "the base URL is 'http://', and should look like https://HOST/v1"),
        ("http://host/v1#tiny", "a base URL has no fragment; the model's name goes into model"),
        ("http://[::1", "the base URL can't be read (Invalid IPv6 URL)"),
        ("http://me:secret@host/v1", "a base URL has no user, password or query; a key goes into api_key"),
        ("http://host/v1?key=secret", "a base URL has no user, password or query; a key goes into api_key"),
    ],
)
def test_a_base_url_that_is_none(base_url: str, message: str) -> None:
    with pytest.raises(ModelError) as caught:
        Endpoint(base_url, "tiny")
    assert (caught.value.code, caught.value.issue.message) == ("bad-setting", message)


def test_a_port_out_of_range_is_refused() -> None:
    with pytest.raises(ModelError, match=r"the base URL can't be read \(Port out of range 0-65535\)"):
        Endpoint("http://host:99999", "tiny")


def test_all_that_is_wrong_comes_at_once_and_without_the_key() -> None:
    with pytest.raises(ModelError) as caught:
        Endpoint(
            "http://host",
            "",
            api_key="two words",
            mode="talk",  # type: ignore[arg-type]
            timeout=0,
            max_tokens=0,
            stop="\n",
            extra={"when": object()},
        )
    assert caught.value.issue.message.split("; ") == [
        "a model needs a name",
        "mode is 'talk', and may be 'chat', 'completion', 'messages'",
        "timeout is 0, and must be above 0 seconds",
        "max_tokens is 0, and must be at least 1",
        "stop is a string",
        r"say stop=['\n']",
        "the api_key has spaces, line ends or letters that no key has",
        "extra is no JSON (Object of type object is not JSON serializable)",
    ]


def test_without_a_key_none_is_sent() -> None:
    assert Endpoint("http://host", "tiny").headers == {
        "Content-Type": "application/json",
        "Accept": "application/json",
    }


def test_extra_wins_over_the_settings() -> None:
    body = Endpoint("http://host", "tiny", max_tokens=5, extra={"max_tokens": 6, "user": "é"}).body("hi")
    assert body == (
        b'{"model": "tiny", "messages": [{"role": "user", "content": "hi"}], "max_tokens": 6, "temperature": 0.0, '
        b'"user": "\\u00e9"}'
    )
