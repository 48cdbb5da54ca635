"""The pages in a real browser that reaches nothing but the service."""

import json
import shutil
from collections.abc import Iterator

import httpx
import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from tests.real_service import Service, served

pytestmark = pytest.mark.skipif(shutil.which("chromedriver") is None, reason="there is no chromedriver")

SHOWN = "return document.querySelector(arguments[0])?.textContent ?? ''"
ASK = "document.querySelector('.graphiql-query-editor .CodeMirror').CodeMirror.setValue(arguments[0])"

SHOW = "document.querySelectorAll('.graphiql-editor-tool .CodeMirror')[1].CodeMirror.setValue(arguments[0])"
CHOOSES = "return document.querySelector('.graphiql-execute-button').hasAttribute('aria-haspopup')"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Lend a service that runs."""
    with served(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture(scope="module")
def chrome() -> Iterator[webdriver.Chrome]:
    """Lend a browser for which no name on the internet resolves."""
    options = webdriver.ChromeOptions()
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver") or ""))
    yield driver
    driver.quit()


def until_shown(chrome: webdriver.Chrome, selector: str, words: str) -> None:
    """Return once a part of the page shows these words."""
    WebDriverWait(chrome, 60, 0.1).until(lambda driver: words in driver.execute_script(SHOWN, selector))


def click(chrome: webdriver.Chrome, by: str, what: str) -> None:
    """Click on a part of the page, and look for it anew if the page draws itself anew in the meantime."""

    def clicked(driver: webdriver.Chrome) -> bool:
        driver.find_element(by, what).click()
        return True

    WebDriverWait(chrome, 60, 0.1, (WebDriverException,)).until(clicked)


def complaints(chrome: webdriver.Chrome) -> list[str]:
    """Return what the browser complains of: failed files, broken policies, exceptions."""
    return [
        entry["message"]
        for entry in chrome.execute("getLog", {"type": "browser"})["value"]
        if entry["level"] == "SEVERE"
    ]


def test_the_start_page_leads_everywhere(chrome: webdriver.Chrome, service: Service) -> None:
    """The start page is shown in both languages, and each of its links leads somewhere."""
    chrome.get(service.url)
    assert [title.text for title in chrome.find_elements(By.TAG_NAME, "h2")] == ["Está en marcha", "It is running"]
    links = {link.get_attribute("href") for link in chrome.find_elements(By.TAG_NAME, "a")}
    assert {httpx.get(str(link), headers={"accept": "text/html"}, timeout=60).status_code for link in links} == {200}
    assert complaints(chrome) == []


def test_the_documentation_shows_every_path(chrome: webdriver.Chrome, service: Service) -> None:
    """The REST documentation is drawn from our own files."""
    chrome.get(f"{service.url}/docs")
    until_shown(chrome, "#docs", "/v1/traveller/attack")
    assert complaints(chrome) == []


def test_the_playground_runs_its_example(chrome: webdriver.Chrome, service: Service) -> None:
    """The playground opens with an example that can be executed as it stands."""
    chrome.get(f"{service.url}/graphql")
    until_shown(chrome, ".graphiql-query-editor", "mutation Shot")
    WebDriverWait(chrome, 60, 0.1).until(lambda driver: driver.execute_script(CHOOSES))
    click(chrome, By.CSS_SELECTOR, ".graphiql-execute-button")
    click(chrome, By.XPATH, "//*[@role='menuitem'][text()='Shot']")
    until_shown(chrome, ".result-window", "summary")
    assert complaints(chrome) == []


def test_the_playground_watches_an_encounter(chrome: webdriver.Chrome, service: Service) -> None:
    """A subscription runs from the playground, over a socket to the same address, by the token among its headers."""
    opened = {"commandId": "0123456789abcdef", "input": {"system": "traveller", "name": "Aduana"}}
    answer = httpx.post(f"{service.url}/v1/encounters", json=opened, timeout=60).json()
    token, made = answer["token"], answer["encounter"]["id"]
    chrome.get(f"{service.url}/graphql")
    until_shown(chrome, ".graphiql-query-editor", "mutation Shot")
    WebDriverWait(chrome, 60, 0.1).until(lambda driver: driver.execute_script(CHOOSES))
    chrome.execute_script(
        ASK, f'subscription {{ encounterEvents(encounterId: "{made}") {{ version events {{ kind }} }} }}'
    )
    chrome.execute_script(SHOW, json.dumps({"Authorization": f"Bearer {token}"}))
    WebDriverWait(chrome, 60, 0.1).until_not(lambda driver: driver.execute_script(CHOOSES))
    chrome.execute_script("document.querySelector('.graphiql-execute-button').click()")
    until_shown(chrome, ".result-window", "version")
    assert complaints(chrome) == []
