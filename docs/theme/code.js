// @ts-check
// Code: copy buttons, languages, examples, and the address and token that it is filled with.
"use strict";

{
  const isLocal = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(location.hostname);
  /** Of an emulator of one's own. The one beside the site answers at its address. */
  const emulatorAddress = isLocal ? location.origin : "http://127.0.0.1:4010";
  const emulatorToken = "emulator-token";
  const { recall, showLanguage } = /** @type {SiteWindow} */ (/** @type {any} */ (window)).site;
  /** @param {() => void} write A browser may keep nothing, and says so by throwing. */
  const keep = (write) => void recall(() => (write(), null));

  // Address and token.

  /** @type {SiteTarget} */
  const target = {
    address: () => recall(() => localStorage.getItem("address")) || emulatorAddress,
    token: () => recall(() => sessionStorage.getItem("token")) || emulatorToken,
    remember(address, token) {
      keep(() => localStorage.setItem("address", address === emulatorAddress ? "" : address));
      keep(() => sessionStorage.setItem("token", token === emulatorToken ? "" : token));
      fill();
    },
  };
  /** @type {any} */ (window).site.target = target;
  const fill = () => {
    const values = new Map([
      ["address", target.address()],
      ["token", target.token()],
      ["site", location.href.replace(/[^/]*([?#].*)?$/, "")],
    ]);
    for (const place of document.querySelectorAll("[data-fill]"))
      place.textContent = values.get(place.getAttribute("data-fill") ?? "") ?? "";
  };
  fill();

  // Where the emulator runs beside the site, its page is one click away.
  if (isLocal)
    for (const link of document.querySelectorAll("a.live-emulator"))
      link.setAttribute("href", `${location.origin}/emulator`);

  // Copy buttons.

  for (const button of document.querySelectorAll("button.copy")) {
    const copy = async () => {
      const code = button.parentElement?.querySelector("code")?.textContent ?? "";
      try {
        await navigator.clipboard.writeText(code);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed";
      }
      setTimeout(() => (button.textContent = "Copy"), 1500);
    };
    button.addEventListener("click", () => void copy());
  }

  // Languages. One that is chosen is chosen everywhere, also on the next page.

  /** @param {string} language */
  const choose = (language) => {
    showLanguage(language);
    for (const group of document.querySelectorAll(".languages")) {
      const buttons = [...group.querySelectorAll("button")];
      const shown = buttons.find((button) => button.dataset.language === language) ?? buttons[0];
      for (const button of buttons) button.setAttribute("aria-pressed", String(button === shown));
    }
  };
  choose(recall(() => localStorage.getItem("language")) ?? "");
  for (const button of document.querySelectorAll(".languages button"))
    button.addEventListener("click", () => {
      const language = button.getAttribute("data-language") ?? "";
      choose(language);
      keep(() => localStorage.setItem("language", language));
    });

  // Examples: one choice changes the request in every language, and the answer.

  const picker = document.querySelector("select[name=example]");
  const showExample = () => {
    const name = picker instanceof HTMLSelectElement ? picker.value : "";
    for (const example of document.querySelectorAll(".example"))
      example.classList.toggle("other", example.getAttribute("data-example") !== name);
  };
  picker?.addEventListener("change", showExample);
  // A browser keeps what was chosen when it comes back to a page.
  if (picker) showExample();
}
