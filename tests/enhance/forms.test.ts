import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOURS, SECONDS } from "#app/durations";
import { watchBoxLimit } from "../../app/enhance/box-limit";
import { showWhenBusy } from "../../app/enhance/busy";
import { countCharacters } from "../../app/enhance/counter";
import { forgetEditedErrors } from "../../app/enhance/edited-errors";
import { focusOnErrors } from "../../app/enhance/focus";
import { keepTyped } from "../../app/enhance/keep-typed";
import { holdBackUnfinished } from "../../app/enhance/needs-all";
import { offerToShowPasswords } from "../../app/enhance/show-password";
import { submitAtOnce } from "../../app/enhance/submit-now";
import { employWorker } from "../../app/enhance/worker";
import { aPage } from "./a-page";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a form is sent once, and its button shows that it is; after 4 seconds it may be sent again, after 30 it is as before", () => {
  const page = aPage(
    `<form id="pay" method="post"><button data-busy-label="Paying…">Pay</button></form>
    <form id="get"><button>Find</button></form><form id="new" method="post" target="_blank"><button>Print</button></form>`,
  );
  showWhenBusy();
  const pay = page.find<HTMLButtonElement>("#pay button");
  pay.getBoundingClientRect = () => ({ width: 80, height: 40 }) as DOMRect;
  const send = (form: string) => page.happens(page.find(form), "submit", { submitter: page.find(`${form} button`) });
  const shows = () => [pay.textContent, pay.disabled];
  for (const other of ["#get", "#new"]) for (const _ of [1, 2]) expect(send(other), other).toBe(true);
  expect(send("#pay")).toBe(true);
  // A button that is disabled at once isn't sent with its form.
  expect(shows()).toEqual(["Pay", false]);
  vi.advanceTimersByTime(1);
  expect(shows()).toEqual(["Paying…", true]);
  expect([pay.style.minWidth, pay.style.minHeight]).toEqual(["80px", "40px"]);
  expect(send("#pay")).toBe(false);
  vi.advanceTimersByTime(3_998);
  expect(send("#pay")).toBe(false);
  vi.advanceTimersByTime(1);
  expect(shows()).toEqual(["Paying…", false]);
  vi.advanceTimersByTime(26 * SECONDS);
  expect(shows()).toEqual(["Pay", false]);
  expect(send("#pay")).toBe(true);
  vi.advanceTimersByTime(1);
  page.happens(page.window, "pageshow");
  expect(shows()).toEqual(["Pay", false]);
  expect(page.find("#get button").textContent).toBe("Find");
  // What another script has stopped isn't sent.
  page.find("#pay").addEventListener("submit", (event) => event.preventDefault());
  send("#pay");
  vi.advanceTimersByTime(1);
  expect(shows()).toEqual(["Pay", false]);
});

test("Next is marked as unavailable, and the page says how many required answers are missing, until all are there", () => {
  const page = aPage(`<form data-needs-all><input name="name" required value=" "><input name="note">
    <input type="radio" name="box" value="a" required><input type="radio" name="box" value="b" required>
    <input type="checkbox" name="terms" required><input name="weight" required data-least="0.1">
    <button type="submit" formnovalidate>Back</button><button type="submit">Next</button></form>`);
  holdBackUnfinished();
  const says = () => page.text("[data-missing]");
  const isHeldBack = () => page.find("button:last-of-type").getAttribute("aria-disabled");
  expect([says(), isHeldBack()]).toEqual(["Still to fill in: 4", "true"]);
  expect(page.find("[data-missing]").getAttribute("role")).toBe("status");
  expect(page.find("form").className).toBe("told");
  page.type("[name=name]", "Thandi");
  expect(says()).toBe("Still to fill in: 3");
  page.find("[value=b]").checked = true;
  page.happens(page.find("[value=b]"), "change");
  page.find("[name=terms]").checked = true;
  page.type("[name=weight]", "0.05");
  expect(says()).toBe("Still to fill in: 1");
  page.type("[name=weight]", "0.1");
  expect([says(), isHeldBack()]).toEqual(["", "false"]);
  expect(page.find("button").getAttribute("aria-disabled")).toBeNull();
  // What a browser fills in by itself fires nothing.
  page.find("[name=name]").value = "";
  page.happens(page.window, "pageshow");
  expect(says()).toBe("");
  vi.advanceTimersByTime(300);
  expect([says(), isHeldBack()]).toEqual(["Still to fill in: 1", "true"]);
  // While it is being sent nothing changes.
  page.find("form").dataset.sent = "yes";
  page.type("[name=name]", "Thandi");
  expect(says()).toBe("Still to fill in: 1");
});

test("an edited field loses its error, the last one takes the summary along; a number that is too small is told at once", () => {
  const page = aPage(`<div id="errors"><ul><li><a href="#name">Name</a></li><li><a href="#kg">Weight</a></li></ul></div>
    <div class="wrong"><p class="error" id="name-error"><span class="away">Error: </span>Type your name</p><input id="name" aria-invalid="true"></div>
    <div class="wrong"><p class="error" id="kg-error"><span class="away">Error: </span>Type the weight</p><input id="kg" data-least="0.1" data-complaint="Too light"></div>`);
  page.document.title = "Error: Error: parcel";
  forgetEditedErrors();
  page.type("#name", "T");
  expect([page.text("#errors"), page.document.title]).toEqual(["Weight", "Error: Error: parcel"]);
  expect(page.find("#name").hasAttribute("aria-invalid")).toBe(false);
  expect(page.find("div:has(> #name)").innerHTML).not.toContain("Type");
  page.type("#kg", "0.05");
  expect([page.text("#errors"), page.document.title]).toEqual([null, "Error: parcel"]);
  const kg = page.find("#kg");
  const complaint = kg.previousElementSibling;
  expect([complaint?.className, complaint?.getAttribute("role"), complaint?.textContent]).toEqual([
    "error",
    "alert",
    "Too light",
  ]);
  expect([kg.parentElement?.className, kg.getAttribute("aria-invalid")]).toEqual(["wrong", "true"]);
  for (const fine of [" ", "0.1", "5"]) {
    page.type("#kg", fine);
    expect([page.document.querySelectorAll(".error").length, kg.parentElement?.className], fine).toEqual([0, ""]);
  }
});

test("an error of a group goes with any of its controls; a summary keeps what concerns no field", () => {
  const group = `<fieldset class="wrong"><p class="error" id="box-error"><span class="away">Error: </span>Choose</p>
    <input type="radio" id="box" name="box" value="a"><input type="radio" name="box" value="b"></fieldset>
    <div class="wrong"><p class="error" id="yes-error"><span class="away">Error: </span>Accept</p><input type="checkbox" id="yes" aria-invalid="true"></div>`;
  const summary = `<div id="errors"><ul><li><a href="#box">Choose</a></li><li><a href="#yes">Accept</a></li></ul></div>`;
  const page = aPage(summary + group);
  page.document.title = "Error: parcel";
  forgetEditedErrors();
  page.happens(page.find("[value=b]"), "input");
  expect([page.text("#errors"), page.text("fieldset .error"), page.document.title]).toEqual([
    "Accept",
    null,
    "Error: parcel",
  ]);
  page.happens(page.find("#yes"), "input");
  expect([page.text("#errors"), page.document.title]).toEqual([null, "parcel"]);
  expect(page.document.querySelectorAll(".wrong, [aria-invalid]").length).toBe(0);

  const refused = aPage(summary.replace("<ul>", "<ul><li>Too many</li>") + group);
  refused.document.title = "Error: parcel";
  forgetEditedErrors();
  for (const control of ["#box", "#yes"]) refused.happens(refused.find(control), "input");
  expect([refused.text("#errors"), refused.document.title]).toEqual(["Too many", "Error: parcel"]);
});

test("two passwords that don't match are put right at the first as well", () => {
  const page = aPage(`<div id="errors"><ul><li><a href="#confirmPassword">No match</a></li></ul></div>
    <input id="password" name="password"><div class="wrong"><p class="error" id="confirmPassword-error">No match</p>
    <input id="confirmPassword" name="confirmPassword" value="kasi taxi" aria-invalid="true"></div>`);
  forgetEditedErrors();
  page.type("#password", "kasi tax");
  expect([page.text("#errors"), page.text(".error")]).toEqual(["No match", "No match"]);
  page.type("#password", "kasi taxi");
  expect([page.text("#errors"), page.text(".error")]).toEqual([null, null]);
  expect(page.find("#confirmPassword").hasAttribute("aria-invalid")).toBe(false);
});

test("an error goes when what stands beside it answers it as well", () => {
  const page = aPage(`<div id="errors"><ul><li><a href="#pin">PIN</a></li></ul></div>
    <div class="wrong"><p class="error" id="pin-error"><span class="away">Error: </span>PIN</p><input id="pin"></div>
    <fieldset data-answers="pin"><input id="takenBy"></fieldset><fieldset data-answers="other"><input id="else"></fieldset>`);
  page.document.title = "Error: stop";
  page.find(".wrong").getClientRects = () => [{}] as unknown as DOMRectList;
  forgetEditedErrors();
  page.type("#else", "x");
  expect([page.text("#errors"), page.document.title]).toEqual(["PIN", "Error: stop"]);
  page.type("#takenBy", "Gogo Dlamini");
  expect([page.text("#errors"), page.text(".error"), page.document.title]).toEqual([null, null, "stop"]);
});

test("drivers' pages let errors go as well", async () => {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("scrollY", 1);
  const page = aPage(`<div id="errors"><ul><li><a href="#reason">Choose</a></li></ul></div>
    <div class="wrong"><p class="error" id="reason-error">Choose</p><select id="reason"><option>Nobody</option></select></div>`);
  await import("#app/entry.drive");
  page.happens(page.find("#reason"), "input");
  expect([page.text("#errors"), page.text(".error")]).toEqual([null, null]);
});

test("an error goes with the question that isn't asked any more, and the notice that explains errors with the last of them", () => {
  const wrong = (id: string) =>
    `<div class="wrong"><p class="error" id="${id}-error"><span class="away">Error: </span>${id}</p><input id="${id}"></div>`;
  const page = aPage(
    `<div class="notice" data-explains>Not served</div>${["from", "to", "last"].map(wrong).join("")}<input id="else">`,
  );
  page.document.title = "Error: join";
  forgetEditedErrors();
  page.type("#from", "1431");
  page.type("#to", "1804");
  page.type("#else", "No");
  expect([page.text(".notice"), page.document.title]).toEqual(["Not served", "Error: join"]);
  page.find(".wrong").getClientRects = () => [] as unknown as DOMRectList;
  page.type("#else", "No");
  expect([page.text(".notice"), page.text(".error"), page.document.title]).toEqual([null, null, "join"]);
});

test("a weight over the chosen box's limit is told, and the smallest box that takes it is one tap away", () => {
  const box = (name: string, kg: number, price: string) =>
    `<label><input type="radio" name="box" value="${name}" data-max-kg="${kg}"><b>${name}</b><span class="price">${price}</span></label>`;
  const page = aPage(
    `<form><input name="weight"><div role="status" hidden data-over="Over box limit of" data-larger="A larger one." data-none="None takes it."></div>${box("Crate", 20, "R 99")}${box("Flyer", 2.5, "R 50")}${box("Box", 10, "R 70")}<b data-chosen></b></form>`,
  );
  watchBoxLimit();
  const choose = (name: string) => {
    page.find(`[value=${name}]`).checked = true;
    page.happens(page.find(`[value=${name}]`), "input");
  };
  page.type("[name=weight]", "99");
  expect([page.text("[role=status]"), page.text("[data-chosen]")]).toEqual(["", ""]);
  choose("Flyer");
  expect([page.text("[role=status]"), page.text("[data-chosen]")]).toEqual([
    "Over box limit of 2,5 kgNone takes it.",
    "R 50",
  ]);
  expect(page.find<HTMLElement>("[role=status]").hidden).toBe(false);
  page.type("[name=weight]", "2,5");
  expect(page.text("[role=status]")).toBe("");
  page.type("[name=weight]", "2 400 g");
  expect(page.text("[role=status]")).toBe("");
  page.type("[name=weight]", "2600g");
  expect(page.text("[role=status]")).toMatch("Over box limit");
  page.type("[name=weight]", "2,600 g");
  expect(page.text("[role=status]")).toMatch("Over box limit");
  page.type("[name=weight]", "2.400,5 g");
  expect(page.text("[role=status]")).toBe("");
  page.type("[name=weight]", "1,000.00");
  expect(page.text("[role=status]")).toMatch("Over box limit");
  page.type("[name=weight]", "2500.125 g");
  expect(page.text("[role=status]")).toMatch("Over box limit");
  page.type("[name=weight]", "2,400 g");
  expect(page.text("[role=status]")).toBe("");
  page.type("[name=weight]", "10");
  expect(page.text("[role=status]")).toBe("Over box limit of 2,5 kgA larger one.Use Box instead, R 70");
  expect(page.find("[role=status] p").className).toBe("error");
  const offer = page.find<HTMLButtonElement>("[role=status] button");
  expect([offer.type, offer.className]).toEqual(["button", "button"]);
  offer.click();
  expect([page.find("[value=Box]").checked, page.text("[role=status]"), page.text("[data-chosen]")]).toEqual([
    true,
    "",
    "R 70",
  ]);
  expect(page.document.activeElement).toBe(page.find("[name=weight]"));
  // The server has warned: its notice and error go once the box or the weight is another one.
  const warned = aPage(
    `<div class="notice" data-explains>Over</div><form><div class="wrong"><p class="error" id="weight-error"><span class="away">Error: </span>See above</p>
    <input id="weight" name="weight" value="99"></div><div hidden data-over="Over box limit of" data-larger="A larger one." data-none="None takes it."></div>${box("Box", 10, "R 70")}</form>`,
  );
  warned.document.title = "Error: parcel";
  warned.find("[value=Box]").checked = true;
  watchBoxLimit();
  expect([warned.text(".notice"), warned.text("[data-larger]")]).toEqual(["Over", ""]);
  warned.happens(warned.find("[value=Box]"), "input");
  expect([warned.text(".notice"), warned.text(".error"), warned.document.title]).toEqual([
    null,
    "Over box limit of 10 kg",
    "parcel",
  ]);
  for (const other of ["<input name=weight>", "<p>no weight</p>"]) {
    aPage(other);
    watchBoxLimit();
  }
});

test("a step that is left half filled is posted once, by a link or however its page goes away", async () => {
  const posted = vi.fn(async (_: string, __: RequestInit) => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", posted);
  aPage("<form data-needs-all><input></form>");
  keepTyped();
  const page = aPage(
    `<form data-needs-all="keep" action="https://thuma.example/ship/addresses"><input name="fromName"><input name="toName"></form><a href="/track"><b>Track</b></a><p></p>`,
  );
  keepTyped();
  page.happens(page.find("a b"), "click");
  expect(posted).not.toHaveBeenCalled();
  page.type("[name=fromName]", "Thandi");
  page.happens(page.find("p"), "click");
  expect(posted).not.toHaveBeenCalled();
  page.happens(page.find("a b"), "click");
  page.happens(page.window, "pagehide");
  expect(posted).toHaveBeenCalledTimes(1);
  const [address, { method, body, keepalive } = {}] = posted.mock.calls[0] ?? [];
  expect([address, method, String(body), keepalive]).toEqual([
    "https://thuma.example/ship/addresses",
    "POST",
    "fromName=Thandi&toName=&intent=keep",
    true,
  ]);
  page.type("[name=toName]", "Sipho");
  page.happens(page.window, "pagehide");
  expect(posted).toHaveBeenCalledTimes(2);
  // It is on its way as a form.
  page.type("[name=toName]", "Ben");
  page.find("form").dataset.sent = "yes";
  page.happens(page.window, "pagehide");
  expect(posted).toHaveBeenCalledTimes(2);
});

test("a page from before somebody left this phone posts nothing, and is blank when the browser shows it again", () => {
  const posted = vi.fn(async () => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", posted);
  const html = `<form data-needs-all="keep"><input name="fromName" value=""></form>`;
  /** The same place in the tab's history again; the browser has filled it in by itself. */
  const again = (left: string, state: string | null) => {
    const page = aPage(html, "https://thuma.example/ship/addresses");
    if (left) page.document.cookie = `left=${left}`;
    history.replaceState(state, "");
    page.find("[name=fromName]").value = "Thandi";
    keepTyped();
    return page;
  };
  const typedBefore = again("", null);
  const { state } = history;
  expect(typedBefore.find("[name=fromName]").value).toBe("Thandi");
  const reload = vi.fn();
  vi.stubGlobal("location", { pathname: "/ship/addresses", reload });
  typedBefore.type("[name=fromName]", "Thandi Nkosi");
  typedBefore.happens(typedBefore.window, "pageshow");
  expect(reload).not.toHaveBeenCalled();
  typedBefore.document.cookie = "left=0ne";
  typedBefore.happens(typedBefore.window, "pagehide");
  expect(posted).not.toHaveBeenCalled();
  typedBefore.happens(typedBefore.window, "pageshow");
  expect(reload).toHaveBeenCalledTimes(1);
  expect(again("0ne", state).find("[name=fromName]").value).toBe("");
  expect(again("0ne", history.state).find("[name=fromName]").value).toBe("Thandi");
});

test("what is typed is filled in again after a reload of the same page in the same tab, for two hours", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000 * HOURS });
  const LINK = 0;
  const RELOAD = 1;
  const navigation = { type: LINK };
  const tab: { typed?: string } = {};
  vi.stubGlobal("sessionStorage", tab);
  vi.stubGlobal("navigator", { cookieEnabled: true });
  Object.defineProperty(performance, "navigation", { configurable: true, value: navigation });
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const step = (token = "t0ken", own = "") => `<form data-needs-all="keep">
    <input type="hidden" name="token" value="${token}"><input name="fromName" value="${own}">
    <textarea name="note"></textarea><select name="day"><option value=""></option><option value="mon"></option></select>
    <label><input type="radio" name="box" value="a" checked></label><input type="radio" name="box" value="b">
    <input type="checkbox" name="remember"><button name="intent" value="back">Back</button></form>`;
  const loaded = (html = step(), address = "https://thuma.example/ship/addresses") => {
    const page = aPage(html, address);
    keepTyped();
    return page;
  };
  const shows = ({ find }: ReturnType<typeof aPage>) => [
    ...["fromName", "note", "day"].map((name) => find(`[name=${name}]`).value),
    ...["[value=a]", "[value=b]", "[name=remember]"].map((choice) => find(choice).checked),
  ];
  const typed = () => {
    const page = loaded();
    page.type("[name=fromName]", "Thandi");
    page.type("[name=note]", "Blue gate");
    page.find("[name=day]").value = "mon";
    page.find("[value=b]").checked = true;
    page.find("[name=remember]").checked = true;
    page.happens(page.find("[value=b]"), "input");
    page.happens(page.document, "visibilitychange");
    return page;
  };
  const again = ["Thandi", "Blue gate", "mon", false, true, true];
  const blank = ["", "", "", true, false, false];

  typed();
  expect(tab.typed).toContain("Thandi");
  expect(tab.typed).not.toContain("t0ken");
  navigation.type = RELOAD;
  for (const _ of [1, 2]) {
    const page = loaded();
    expect(shows(page)).toEqual(again);
    // Gone while nobody needs it.
    expect(tab).toEqual({});
    page.happens(page.document, "visibilitychange");
  }
  // What was typed before the scripts ran stays.
  const early = aPage(step(), "https://thuma.example/ship/addresses");
  early.find("[name=fromName]").value = "Ben";
  keepTyped();
  expect(shows(early)).toEqual(["Ben", ...again.slice(1)]);

  const isGone = (title: string, page: ReturnType<typeof aPage>) => {
    expect([shows(page), tab], title).toEqual([blank, {}]);
  };
  typed();
  isGone("another session or draft", loaded(step("another")));
  typed();
  const forgotten = aPage(step(), "https://thuma.example/ship/addresses");
  forgotten.document.cookie = "left=another-0ne";
  keepTyped();
  isGone("forgotten", forgotten);
  typed();
  isGone("another step", loaded(step(), "https://thuma.example/ship-local/addresses"));
  typed();
  loaded("<p>Another page</p>");
  isGone("after another page", loaded());
  typed();
  navigation.type = LINK;
  isGone("by a link", loaded());
  navigation.type = RELOAD;
  delete tab.typed;
  const sent = loaded();
  sent.type("[name=fromName]", "Thandi");
  sent.find("form").dataset.sent = "yes";
  sent.happens(sent.document, "visibilitychange");
  isGone("once sent", loaded());
  typed();
  vi.setSystemTime(1_000 * HOURS + 2 * HOURS - 1);
  expect(shows(loaded())).toEqual(again);
  typed();
  vi.setSystemTime(1_000 * HOURS + 4 * HOURS - 1);
  isGone("after two hours", loaded());
  typed();
  vi.setSystemTime(1_000 * HOURS);
  isGone("when the clock was set back", loaded());
  vi.stubGlobal("navigator", { cookieEnabled: false });

  vi.stubGlobal("sessionStorage", undefined);
  expect(shows(loaded())).toEqual(blank);
});

test("the characters of a long answer are counted", () => {
  const page = aPage(`<textarea id="a" data-counter="300"></textarea><p id="a-hint">Up to 300 characters</p>
    <textarea id="b" data-counter="10">hello</textarea><p id="b-hint">Up to 10 characters</p>
    <textarea id="c"></textarea><p id="c-hint">As you like</p><textarea id="d" data-counter="5"></textarea>`);
  countCharacters();
  expect(["#a-hint", "#b-hint"].map(page.text)).toEqual(["Up to 300 characters", "5 of 10 characters"]);
  for (const area of ["#a", "#c", "#d"]) page.type(area, "abc");
  expect(["#a-hint", "#c-hint"].map(page.text)).toEqual(["3 of 300 characters", "As you like"]);
});

test("a password can be looked at, and is hidden again before it is sent", () => {
  const page = aPage(`<form><input type="password"></form>`);
  offerToShowPasswords();
  const button = page.find<HTMLButtonElement>("input + button");
  const shows = () => [page.find("input").type, button.textContent];
  expect([button.type, button.className, ...shows()]).toEqual(["button", "reveal", "password", "Show password"]);
  button.click();
  expect(shows()).toEqual(["text", "Hide password"]);
  button.click();
  expect(shows()).toEqual(["password", "Show password"]);
  button.click();
  page.happens(page.find("form"), "submit");
  expect(shows()).toEqual(["password", "Show password"]);
  aPage(`<input type="password">`);
  offerToShowPasswords();
});

test("a page opens at its errors, unless somebody is already elsewhere; an emailed link is pressed by itself", () => {
  const html = `<input><h2 tabindex="-1" data-focus>Errors</h2><form data-submit-now></form>`;
  for (const [scrollY, isElsewhere] of [
    [0, false],
    [1, false],
    [0, true],
  ] as const) {
    const page = aPage(html);
    vi.stubGlobal("scrollY", scrollY);
    if (isElsewhere) page.find("input").focus();
    focusOnErrors();
    const isAtErrors = page.document.activeElement === page.find("[data-focus]");
    expect(isAtErrors).toBe(scrollY === 0 && !isElsewhere);
  }
  const page = aPage(html);
  const pressed = vi.fn();
  page.find<HTMLFormElement>("form").requestSubmit = pressed;
  submitAtOnce();
  expect(pressed).toHaveBeenCalledTimes(1);
  aPage("");
  for (const task of [focusOnErrors, submitAtOnce]) task();
});

test("the worker is told what was typed, by the page's labels, before a form is sent", async () => {
  const told = vi.fn();
  const register = vi.fn(() => Promise.reject(new Error("a private window")));
  vi.stubGlobal("navigator", {});
  aPage("");
  employWorker();
  vi.stubGlobal("navigator", { serviceWorker: { register, controller: { postMessage: told } } });
  const page =
    aPage(`<form id="get"><input name="q"></form><form id="step" method="post"><input type="hidden" name="key" value="k">
    <dl><dt data-name="old"> Before </dt><dd>Shown</dd><dt data-name="gone">Gone</dt></dl><input type="hidden" name="old" value="sent">
    <fieldset><legend>Sender</legend><label for="name">Name <span>(optional)</span></label><input name="name" value="Thandi"></fieldset>
    <label for="pin">PIN</label><input type="password" name="pin" value="1234">
    <fieldset><legend>Box</legend><label><input type="radio" name="box" value="a"><b>Flyer</b> cheap</label>
    <label><input type="radio" name="box" value="b" checked><b>Crate</b></label></fieldset>
    <label><input type="checkbox" name="terms" value="on" checked> I agree </label><input type="checkbox" name="news" value="on">
    <label for="country">Country</label><select name="country"><option value="ZA" selected> South Africa </option></select>
    <label for="note">Note</label><textarea name="note">Gate</textarea><button>Next</button></form>`);
  employWorker();
  expect(register).toHaveBeenCalledWith("/sw.js", { updateViaCache: "all" });
  page.happens(page.find("#get"), "submit");
  page.happens(page.find("#step"), "submit", { defaultPrevented: true });
  expect(told).not.toHaveBeenCalled();
  page.happens(page.find("#step"), "submit");
  expect(told.mock.calls).toEqual([
    [
      [
        { name: "old", label: "Before", text: "Shown", value: "sent" },
        { name: "gone", label: "Gone", text: "", value: "" },
        { name: "name", label: "Sender: Name", text: "Thandi", value: "Thandi" },
        { name: "pin", label: "PIN", text: "", value: "" },
        { name: "box", label: "Box", text: "Crate", value: "b" },
        { name: "terms", label: "I agree", text: "Yes", value: "on" },
        { name: "country", label: "Country", text: "South Africa", value: "ZA" },
        { name: "note", label: "Note", text: "Gate", value: "Gate" },
      ],
    ],
  ]);
});
