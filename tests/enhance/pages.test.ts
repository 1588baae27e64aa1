import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SECONDS } from "#app/durations";
import { searchCountries } from "../../app/enhance/country-combobox";
import { employDriveWorker } from "../../app/enhance/drive-worker";
import { whenIdle } from "../../app/enhance/idle";
import { closeMenu } from "../../app/enhance/menu";
import { suggestPlaces } from "../../app/enhance/place-names";
import { fillPlaces } from "../../app/enhance/place-of-code";
import { openPrintDialogue } from "../../app/enhance/print";
import { keepFresh } from "../../app/enhance/refresh";
import { spinWhenSlow } from "../../app/enhance/spinner";
import { aPage } from "./a-page";

/** What the site answers; undefined: there is no signal. */
let answer: ((address: string) => Response | Promise<Response>) | undefined;
let asked: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval"] });
  [answer, asked] = [undefined, []];
  vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit = {}) => {
    asked.push([address, ...new Headers(headers).values()].join(" "));
    if (!answer) throw new TypeError("Failed to fetch");
    return answer(address);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a place is suggested from three letters on, once typing pauses; digits are codes, and need none", async () => {
  const page = aPage(`<input id="city" data-places><input id="other">`);
  suggestPlaces();
  answer = () => Response.json({ items: ["Katlehong 1431", "Katlehong East 1432"] });
  const suggested = () => [...page.document.querySelectorAll("datalist option")].map((option) => option.textContent);
  expect([page.find("#city").getAttribute("list"), page.find("datalist").id]).toEqual(["city-places", "city-places"]);
  for (const typed of ["Ka", " Ka ", "Katlehong 1431"]) {
    page.type("#city", typed);
    await pass(1_000);
  }
  page.type("#city", "Kat");
  await pass(199);
  page.type("#city", "Kat l");
  await pass(199);
  expect(asked).toEqual([]);
  await pass(1);
  expect(asked).toEqual(["/places?q=Kat%20l"]);
  expect(suggested()).toEqual(["Katlehong 1431", "Katlehong East 1432"]);
  for (const failing of [() => new Response("", { status: 429 }), undefined]) {
    answer = failing;
    page.type("#city", "Sow");
    await pass(200);
  }
  expect([asked.length, suggested().length]).toEqual([3, 2]);
});

test("a code fills in its place, where nothing else was typed, and offers the places that share it", async () => {
  const page = aPage(`<form><input id="fromPostal"><input id="fromCity"><input id="fromSuburb"><input id="note">
    <select name="toCountry"><option value="South Africa" selected></option><option value="Kenya"></option></select>
    <input id="toPostal"><input id="toCity"><input id="toSuburb"></form><input id="fromPostal2">`);
  fillPlaces();
  const change = async (field: string, value: string) => {
    page.find(field).value = value;
    page.happens(page.find(field), "change");
    await pass(0);
  };
  const shows = (...fields: string[]) => fields.map((field) => page.find(field).value);
  answer = () => Response.json({ city: "Germiston", suburb: "Katlehong", suburbs: ["Katlehong", "Palm Ridge"] });
  for (const [field, value] of [
    ["#note", "1431"],
    ["#fromPostal2", "1431"],
    ["#fromPostal", "143"],
    ["#fromPostal", "14310"],
    ["#fromPostal", "Katlehong"],
  ] as const)
    await change(field, value);
  expect(asked).toEqual([]);
  const typed = vi.fn();
  page.document.addEventListener("input", typed);
  await change("#fromPostal", "Katlehong 14 31");
  expect(asked).toEqual(["/places?code=Katlehong%2014%2031"]);
  expect(shows("#fromCity", "#fromSuburb")).toEqual(["Germiston", "Katlehong"]);
  expect(typed).toHaveBeenCalledTimes(2);
  expect(page.find("#fromSuburb").getAttribute("list")).toBe("fromSuburbs");
  expect([...page.document.querySelectorAll("#fromSuburbs option")].map(({ textContent }) => textContent)).toEqual([
    "Katlehong",
    "Palm Ridge",
  ]);
  const select = vi.spyOn(page.find("#fromCity"), "select");
  page.find("#fromCity").focus();
  expect(select).toHaveBeenCalled();
  // What was filled in is replaced; what was typed stays, and then so does the suburb.
  answer = () => Response.json({ city: "Johannesburg", suburb: null, suburbs: [] });
  await change("#fromPostal", "2000");
  expect(shows("#fromCity", "#fromSuburb")).toEqual(["Johannesburg", ""]);
  page.find("#fromCity").value = "Joburg";
  answer = () => Response.json({ city: "Soweto", suburb: "Orlando", suburbs: [] });
  await change("#fromPostal", "1804");
  expect(shows("#fromCity", "#fromSuburb")).toEqual(["Joburg", ""]);
  // A code of another country is none of ours, but the sender is always here.
  page.find<HTMLSelectElement>("select").value = "Kenya";
  asked = [];
  await change("#toPostal", "1804");
  expect(asked).toEqual([]);
  await change("#fromPostal", "1804");
  page.find<HTMLSelectElement>("select").value = "South Africa";
  await change("#toPostal", "1804");
  expect([asked.length, ...shows("#toCity", "#toSuburb")]).toEqual([2, "Soweto", "Orlando"]);
  answer = undefined;
  await change("#toPostal", "0001");
  expect(shows("#toCity")).toEqual(["Soweto"]);
});

const countries = ["South Africa", "Kenya", "Lesotho", "South Sudan"];
function aCountryList(value = "") {
  const options = ["", ...countries].map((name) => `<option value="${name}">${name}</option>`);
  const page = aPage(
    `<form><label for="toCountry">Country</label><select id="toCountry" name="toCountry" data-search="12 250" aria-describedby="hint">${options.join("")}</select></form>`,
  );
  const list = page.find<HTMLSelectElement>("select");
  list.value = value;
  const changes = vi.fn();
  page.document.addEventListener("change", changes);
  const field = () => page.find("#toCountry");
  return {
    ...page,
    list,
    changes,
    field,
    says: () => page.text("[role=status]"),
    options: () => [...page.document.querySelectorAll("[role=option]")],
    isOpen: () => [!page.find<HTMLElement>("[role=listbox]").hidden, field().getAttribute("aria-expanded")],
    async types(text: string, waitMs = 250) {
      page.type("#toCountry", text);
      await pass(waitMs);
    },
    key: (key: string) => page.happens(field(), "keydown", { key }),
  };
}

test("a long list of countries becomes a field that searches it; the list is still what is sent", async () => {
  const page = aCountryList("Kenya");
  searchCountries();
  const field = page.field();
  expect([field.tagName, field.value, page.list.id, page.list.hidden]).toEqual([
    "INPUT",
    "Kenya",
    "toCountry-list",
    true,
  ]);
  expect(Object.fromEntries([...field.attributes].map(({ name, value }) => [name, value]))).toMatchObject({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": "toCountry-options",
    "aria-describedby": "hint",
  });
  expect(field.hasAttribute("aria-invalid")).toBe(false);
  answer = () => Response.json({ items: [{ name: "South Sudan" }, { name: "Zambia" }] });
  await page.types("So", 249);
  expect([asked, page.list.value, page.changes.mock.calls.length]).toEqual([[], "", 1]);
  await pass(1);
  expect(asked).toEqual(["/countries?q=So&limit=12"]);
  expect(page.options().map(({ textContent }) => textContent)).toEqual(["South Sudan", "Zambia", "South Africa"]);
  expect([page.says(), ...page.isOpen()]).toEqual(["3 countries", true, "true"]);

  // By keyboard, round and round.
  const active = () => page.options().findIndex((option) => option.getAttribute("aria-selected") === "true");
  for (const option of page.options()) option.scrollIntoView = () => {};
  expect(active()).toBe(-1);
  const walked = ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"].map((key) => [
    page.key(key),
    active(),
  ]);
  expect(walked).toEqual([0, 1, 2, 0, 2].map((place) => [false, place]));
  expect(field.getAttribute("aria-activedescendant")).toBe(page.options()[2]?.id);
  page.key("ArrowUp");
  expect([page.key("a"), page.key("Enter"), page.list.value, field.value]).toEqual([true, false, "Zambia", "Zambia"]);
  expect([...page.isOpen(), field.hasAttribute("aria-activedescendant")]).toEqual([false, "false", false]);
  expect(page.changes).toHaveBeenCalledTimes(2);
  expect([...page.list.options].filter(({ value }) => value === "Zambia")).toHaveLength(1);
  // Closed, so that Enter sends the form and arrows do nothing.
  expect([page.key("Enter"), page.key("ArrowDown"), active()]).toEqual([true, false, 1]);

  await page.types("So");
  for (const option of page.options()) option.scrollIntoView = () => {};
  for (const key of ["ArrowDown", "Enter"]) page.key(key);
  expect(page.list.value).toBe("South Sudan");

  // By finger.
  await page.types("So");
  expect(page.happens(page.find("[role=option]"), "pointerdown")).toBe(false);
  expect([page.list.value, ...page.isOpen()]).toEqual(["South Sudan", false, "false"]);
  await page.types("So");
  page.happens(page.find("[role=listbox]"), "pointerdown");
  expect(page.list.value).toBe("");
  page.key("Escape");
  expect(page.isOpen()).toEqual([false, "false"]);
});

test("a search says what it found; a slow answer never replaces a later one; without a signal the page's own list serves", async () => {
  const page = aCountryList();
  searchCountries();
  page.happens(page.field(), "focus");
  expect(page.says()).toBe("Start typing a country…");
  const waiting: ((names: string[]) => void)[] = [];
  answer = () =>
    new Promise((resolve) =>
      waiting.push((names) => resolve(Response.json({ items: names.map((name) => ({ name })) }))),
    );
  await page.types("K");
  await page.types("Ken");
  waiting[1]?.(["Kenya"]);
  await pass(0);
  expect(page.says()).toBe("1 country");
  waiting[0]?.(["Kenya", "Kuwait"]);
  await pass(0);
  expect([page.says(), page.options().length]).toEqual(["1 country", 1]);
  await page.types("Xyz");
  waiting[2]?.([]);
  await pass(0);
  expect([page.says(), ...page.isOpen()]).toEqual(["No matches", false, "false"]);
  for (const failing of [() => new Response("", { status: 500 }), undefined]) {
    answer = failing;
    await page.types("so");
    expect(page.options().map(({ textContent }) => textContent)).toEqual(["South Africa", "Lesotho", "South Sudan"]);
    expect(page.says()).toBe("Using offline country list (API unavailable).");
  }
  await page.types(" ");
  expect([page.says(), ...page.isOpen()]).toEqual(["Start typing a country…", false, "false"]);
  page.list.append(...Array.from({ length: 90 }, (_, n) => new Option(`Land ${n}`, `Land ${n}`)));
  await page.types("land");
  expect(page.options()).toHaveLength(80);
});

test("who leaves the field has chosen the country whose name is typed, or the only one that it can mean", async () => {
  const page = aCountryList();
  searchCountries();
  const leaves = async (typed: string, ...names: string[]) => {
    answer = () => Response.json({ items: names.map((name) => ({ name })) });
    page.type("#toCountry", typed);
    page.happens(page.field(), "blur");
    await pass(0);
    return page.list.value;
  };
  expect(await leaves("kenya", "Kenya", "Kenya West")).toBe("Kenya");
  expect(await leaves("Leso", "Lesotho")).toBe("Lesotho");
  expect(await leaves("South", "South Sudan", "Southland")).toBe("");
  expect(await leaves("Xyz")).toBe("");
  asked = [];
  page.field().value = "";
  page.happens(page.field(), "blur");
  page.list.value = "Kenya";
  page.field().value = "Kenya";
  page.happens(page.field(), "blur");
  expect(asked).toEqual([]);
  // Typed on meanwhile.
  page.list.value = "";
  page.field().value = "Leso";
  page.happens(page.field(), "blur");
  page.field().value = "Lesot";
  await pass(0);
  expect(page.list.value).toBe("");
});

test("a list that somebody uses already is left alone until they leave it", () => {
  const page = aCountryList();
  page.list.focus();
  searchCountries();
  expect(page.field().tagName).toBe("SELECT");
  page.happens(page.list, "blur");
  expect(page.field().tagName).toBe("INPUT");
});

const waits = (more = "") =>
  `<main data-refresh-seconds="5"${more}><p>Waiting</p><noscript><a href="/">Again</a></noscript></main>`;
const answered = (url: string, html: string, status = 200) =>
  Object.defineProperty(new Response(html, { status }), "url", { value: `https://thuma.example${url}` });

test("a page that waits looks again every few seconds, as long as it is seen and there is a signal", async () => {
  const page = aPage(waits());
  vi.stubGlobal("navigator", { onLine: true });
  keepFresh();
  await pass(4_999);
  expect(asked).toEqual([]);
  const fresh = `<title>Paid</title>${waits().replace("Waiting", "Still waiting")}`;
  answer = () => answered("/ship", fresh);
  await pass(1);
  expect(asked).toEqual(["https://thuma.example/ship text/html"]);
  expect([page.document.title, page.text("main p"), page.text("noscript")]).toEqual(["Paid", "Still waiting", null]);
  const shown = page.find("main p");
  await pass(5 * SECONDS);
  expect([asked.length, page.find("main p") === shown]).toEqual([2, true]);
  for (const failing of [() => answered("/ship", "", 503), undefined, () => answered("/ship", "<p>no main</p>")]) {
    answer = failing;
    await pass(5 * SECONDS);
    expect(page.find("main p") === shown).toBe(true);
  }
  expect(asked).toHaveLength(5);
  Object.assign(navigator, { onLine: false });
  await pass(5 * SECONDS);
  Object.assign(navigator, { onLine: true });
  Object.defineProperty(page.document, "hidden", { value: true, configurable: true });
  await pass(5 * SECONDS);
  expect(asked).toHaveLength(5);
  Object.defineProperty(page.document, "hidden", { value: false });
  answer = () => answered("/ship", "<main><p>Paid</p></main>");
  await pass(5 * SECONDS);
  expect(page.text("main")).toBe("Paid");
  page.find("main").removeAttribute("data-refresh-seconds");
  await pass(60 * SECONDS);
  expect(asked).toHaveLength(7);
});

test("it may ask another address, and follows where that leads; a page that waits for nothing asks nothing", async () => {
  const moved: string[] = [];
  aPage(waits(' data-refresh-href="/ship?quiet=1"'));
  vi.stubGlobal("location", { pathname: "/ship", href: "/ship", replace: (to: string) => moved.push(to) });
  vi.stubGlobal("navigator", { onLine: true });
  keepFresh();
  answer = () => answered("/waybill/TH1", "");
  await pass(5 * SECONDS);
  expect([asked, moved]).toEqual([["/ship?quiet=1 text/html"], ["https://thuma.example/waybill/TH1"]]);
  vi.clearAllTimers();
  for (const html of ["<main></main>", '<main data-refresh-seconds="0"></main>']) {
    aPage(html);
    keepFresh();
    await pass(60 * SECONDS);
  }
  expect(asked).toHaveLength(1);
});

test("a navigation that takes longer than half a second spins, until the page comes or 30 seconds", () => {
  const page =
    aPage(`<a id="away" href="/track"><b>Track</b></a><a id="here" href="#errors">Errors</a><a id="new" href="/" target="_blank">New</a>
    <a id="call" href="tel:+27">Call</a><a id="file" href="/slip.pdf" data-stays="yes">Slip</a><a id="none">None</a><a id="other" href="/other#x">Other</a>
    <form></form><form id="new-window" target="_blank"></form><p>text</p>`);
  spinWhenSlow();
  const spins = () => page.document.documentElement.className === "spinner";
  /** Whether it spins after 500 milliseconds, and not before. */
  const spinsAfter = (at: string, more: object = {}, type = "click") => {
    page.happens(page.window, "pageshow");
    page.happens(page.find(at), type, more);
    vi.advanceTimersByTime(499);
    const isEarly = spins();
    vi.advanceTimersByTime(1);
    return [isEarly, spins()];
  };
  for (const away of ["#away b", "#other"]) expect(spinsAfter(away), away).toEqual([false, true]);
  expect(spinsAfter("form", {}, "submit")).toEqual([false, true]);
  for (const stays of ["#here", "#new", "#call", "#file", "#none", "p"])
    expect(spinsAfter(stays), stays).toEqual([false, false]);
  for (const key of ["ctrlKey", "metaKey", "shiftKey", "defaultPrevented"])
    expect(spinsAfter("#away", { [key]: true }), key).toEqual([false, false]);
  expect(spinsAfter("#new-window", {}, "submit")).toEqual([false, false]);
  expect(spinsAfter("form", { defaultPrevented: true }, "submit")).toEqual([false, false]);
  spinsAfter("#away");
  vi.advanceTimersByTime(29_499);
  expect(spins()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(spins()).toBe(false);
  // A second tap begins anew.
  page.happens(page.find("#away"), "click");
  vi.advanceTimersByTime(400);
  page.happens(page.find("#away"), "click");
  vi.advanceTimersByTime(400);
  expect(spins()).toBe(false);
});

test("the menu closes by a link, by Escape and by going back; Escape leaves the focus at its button", () => {
  const page = aPage(
    `<details class="menu"><summary tabindex="0">Menu</summary></details><nav><a href="#">Track</a></nav>`,
  );
  closeMenu();
  const menu = page.find<HTMLDetailsElement>("details");
  const closes = (by: () => void) => {
    menu.open = true;
    by();
    return !menu.open;
  };
  const press = (key: string) => () => page.happens(page.window, "keydown", { key });
  expect(closes(() => page.happens(page.find("nav a"), "click"))).toBe(true);
  expect(closes(() => page.happens(page.window, "pageshow"))).toBe(true);
  expect(closes(press("a"))).toBe(false);
  menu.open = false;
  press("Escape")();
  expect(page.document.activeElement).not.toBe(page.find("summary"));
  expect(closes(press("Escape"))).toBe(true);
  expect(page.document.activeElement).toBe(page.find("summary"));
  const without = aPage("");
  closeMenu();
  for (const event of ["pageshow", "keydown"]) without.happens(without.window, event, { key: "Escape" });
});

test("print opens the browser's dialogue", () => {
  const page = aPage(`<a data-print href="/how-to-print"><b>Print</b></a><p>text</p>`);
  const print = vi.fn();
  vi.stubGlobal("print", print);
  openPrintDialogue();
  expect(page.happens(page.find("p"), "click")).toBe(true);
  page.happens(page.document, "click");
  expect(print).not.toHaveBeenCalled();
  expect(page.happens(page.find("b"), "click")).toBe(false);
  expect(print).toHaveBeenCalledTimes(1);
});

test("scripts run one after the other while the browser is idle, and in their own turns where it can't say so", () => {
  const did: number[] = [];
  const tasks = [1, 2, 3].map((n) => () => void did.push(n));
  const waiting: [IdleRequestCallback, object][] = [];
  vi.stubGlobal("requestIdleCallback", (work: IdleRequestCallback, options: object) => waiting.push([work, options]));
  const idleFor = (...left: number[]) =>
    waiting.shift()?.[0]({ didTimeout: false, timeRemaining: () => left.shift() ?? 0 });
  whenIdle(tasks);
  expect([did, waiting[0]?.[1]]).toEqual([[], { timeout: 2_000 }]);
  idleFor(5, 0);
  expect([did, waiting.length, waiting[0]?.[1]]).toEqual([[1, 2], 1, { timeout: 2_000 }]);
  idleFor(5, 5, 5);
  expect([did, waiting.length]).toEqual([[1, 2, 3], 0]);
  vi.stubGlobal("requestIdleCallback", undefined);
  whenIdle(tasks);
  for (const done of [3, 4, 5, 6]) {
    expect(did).toHaveLength(done);
    vi.advanceTimersToNextTimer();
  }
});

test("the drivers' worker gets the round's stops, and looks whenever there may be a signal; the page says what waits", async () => {
  const told: object[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const serviceWorker = {
    register: vi.fn(async () => ({ active: { postMessage: (data: object) => told.push(data) } })),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  vi.stubGlobal("navigator", { serviceWorker });
  const page = aPage(
    `<p id="kept">2 marks</p><ul><li>old</li></ul><div data-round="true"><a data-keep href="/drive/stop/TH1">1</a><a href="/">no</a><li data-not-today>Gogo: agreed for Friday</li></div>`,
  );
  await employDriveWorker();
  expect(serviceWorker.register).toHaveBeenCalledWith("/drive-sw.js", { scope: "/drive" });
  const keep = { keep: ["/drive/stop/TH1"], notToday: ["Gogo: agreed for Friday"] };
  listeners.get("controllerchange")?.({});
  page.happens(page.window, "online");
  page.happens(page.document, "visibilitychange");
  await pass(30 * SECONDS);
  expect(told).toEqual([keep, keep, {}, {}, {}]);
  listeners.get("message")?.({ data: "All marks are sent." });
  expect([page.text("#kept"), page.document.querySelector("ul")]).toEqual(["All marks are sent.", null]);
  page.find("#kept").remove();
  listeners.get("message")?.({ data: "nowhere to say it" });
  await pass(60 * SECONDS);
  expect(told).toHaveLength(5);
  // Another page of a driver's, in a private window.
  serviceWorker.register.mockRejectedValueOnce(new Error("private"));
  aPage(`<p id="kept"></p>`);
  await employDriveWorker();
  vi.stubGlobal("navigator", {});
  await employDriveWorker();
  expect(told).toHaveLength(5);
});
