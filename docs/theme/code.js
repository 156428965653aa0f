// @ts-check
// Code: copy buttons, languages, examples, and the address and token that it is filled with.
import { keep, recall, siteAddress } from "./page-state.js";

const isLocal = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(location.hostname);
/** Of the reader's own emulator. The one beside the site listens at its address. */
export const emulatorAddress = isLocal ? location.origin : "http://127.0.0.1:4010";
const emulatorToken = "emulator-token";

/** Where the samples and the requests of a page go. */
export const target = {
  address: () => recall("address") || emulatorAddress,
  token: () => recall("token", "sessionStorage") || emulatorToken,
  /** @param {string} address kept for good @param {string} token kept until the tab is closed */
  remember(address, token) {
    keep("address", address === emulatorAddress ? "" : address);
    keep("token", token === emulatorToken ? "" : token, "sessionStorage");
    fill();
  },
};

function fill() {
  const values = new Map([
    ["address", target.address()],
    ["token", target.token()],
    ["site", siteAddress],
  ]);
  for (const place of document.querySelectorAll("[data-fill]")) {
    // What a reader types in stands between double quotes, where a shell reads more signs than a program does.
    const special = place.closest(".language-bash, .language-sh") ? /["\\$`]/g : /["\\]/g;
    const value = values.get(place.getAttribute("data-fill") ?? "") ?? "";
    place.textContent = value.replace(special, "\\$&");
  }
}
fill();

// Where the emulator runs beside the site, its page is one click away.
if (isLocal)
  for (const link of document.querySelectorAll("a.live-emulator"))
    link.setAttribute("href", `${location.origin}/emulator`);

// Copy buttons.

for (const block of document.querySelectorAll(".code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  };
  button.addEventListener("click", () => void copy());
  block.append(button);
}

const page = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".copy-page"));
page?.addEventListener("click", (event) => {
  event.preventDefault();
  const copy = async () => {
    const response = await fetch(page.href);
    await navigator.clipboard.writeText(await response.text());
    page.textContent = "Copied";
  };
  // A folder lets no page read a file, and a browser may forbid to copy: then the file is shown.
  copy().catch(() => location.assign(page.href));
});

// Tabs, such as languages. One that is chosen is chosen in every group that has it, also on the next page.

/** The tab that holds what the address names. */
const named = () => document.getElementById(location.hash.slice(1))?.closest(".tab");
const choose = () => {
  const first = named()?.getAttribute("data-language") ?? "";
  const chosen = [first, ...recall("language").split(" ")].filter(Boolean);
  /** @type {{ showLanguage(names: string): void }} */ (
    /** @type {unknown} */ (window)
  ).showLanguage(chosen.join(" "));
  for (const group of document.querySelectorAll(".languages")) {
    const buttons = [...group.querySelectorAll("button")];
    const names = buttons.map(({ dataset }) => dataset.language);
    const shown = chosen.find((name) => names.includes(name)) ?? names[0];
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset.language === shown));
  }
};
choose();
window.addEventListener("hashchange", () => {
  if (named()) choose();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
for (const button of document.querySelectorAll(".languages button"))
  button.addEventListener("click", () => {
    const name = button.getAttribute("data-language") ?? "";
    const others = recall("language")
      .split(" ")
      .filter((other) => other && other !== name);
    keep("language", [name, ...others].slice(0, 8).join(" "));
    // What the address names gives way to what is chosen.
    if (named()) history.replaceState(null, "", location.pathname);
    choose();
  });

// Examples: one choice changes the request in every language, and the response.

export const picker = /** @type {HTMLSelectElement | null} */ (
  document.querySelector("select[name=example]")
);
const showExample = () => {
  for (const example of document.querySelectorAll(".example"))
    example.classList.toggle("other", example.getAttribute("data-example") !== picker?.value);
};
picker?.addEventListener("change", showExample);
// A browser keeps what was chosen when it comes back to a page.
if (picker) showExample();
