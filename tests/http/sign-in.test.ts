import type { AppLoadContext } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#app/domain/accounts/password.server";
import { register } from "#app/domain/accounts/register.server";
import { quoteById, setStatus } from "#app/domain/parcels/quotes/saved-quotes.server";
import { publicQuote } from "#app/http/wizard/journey";
import { aParcel } from "../../demo/a-parcel";
import { limitsAsked } from "../../demo/limits-asked";
import { aBooking } from "../support/a-booking";
import { worldOf } from "../support/a-world";
import { openHere } from "./open-here";

const load = async () => ({
  ...(await import("#app/domain/accounts/accounts.server")),
  ...(await import("#app/http/cookies/cookies-refused.server")),
  ...(await import("#app/http/forms/buyers-vat-number.server")),
  ...(await import("#app/http/limits/rate-limit.server")),
  ...(await import("#app/http/pages/lite-choice.server")),
  ...(await import("#app/http/pages/private-page.server")),
  ...(await import("#app/http/sign-in/allowed-by-link.server")),
  ...(await import("#app/http/sign-in/auth.server")),
  ...(await import("#app/http/sign-in/booked-here.server")),
  ...(await import("#app/http/sign-in/driver.server")),
  ...(await import("#app/http/sign-in/guard.server")),
  ...(await import("#app/http/sign-in/guest.server")),
  ...(await import("#app/http/sign-in/open-waybill.server")),
  ...(await import("#app/http/sign-in/password-again.server")),
  ...(await import("#app/http/sign-in/password-turn.server")),
  ...(await import("#app/http/sign-in/proven-owner.server")),
  ...(await import("#app/http/sign-in/require-user.server")),
  ...(await import("#app/http/sign-in/safe-redirect.server")),
  ...(await import("#app/http/sign-in/session.server")),
  ...(await import("#app/http/sign-in/sign-out.server")),
  ...(await import("#app/http/sign-in/trusted-browser.server")),
  ...(await import("#app/routes/payfast.return/waybill-shown.server")),
  ...(await import("#app/http/wizard/customer.server")),
});
let site: Awaited<ReturnType<typeof openHere>>;
let here: Awaited<ReturnType<typeof load>>;

const HOME = "http://localhost:3000";
const PASSWORD = "kasi-taxi-rank-7";
let context: AppLoadContext;
const thandi = { email: "thandi@example.co.za", uid: "" };
const sipho = { email: "sipho@example.co.za", uid: "" };

beforeAll(async () => {
  site = await openHere();
  here = await load();
  context = { ...site.context, clientAddress: "198.51.100.1" };
  const now = new Date();
  const passwordHash = await hashPassword(limitsAsked, PASSWORD);
  for (const person of [thandi, sipho]) {
    const form = { email: person.email, name: "Thandi Nkosi", phone: "082 123 4567", passwordHash };
    const { account } = await site.store.tx((tx) =>
      register(tx, limitsAsked, { ...form, registrationKey: person.email }, now),
    );
    person.uid = account.uid;
  }
  await site.store.tx((tx) => here.proveAddress(tx, thandi.uid, thandi.email, now));
});
afterAll(() => site.close());

function aForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const aRequest = (cookies: readonly string[] = [], path = "/account?tab=1", init: RequestInit = {}) =>
  new Request(HOME + path, {
    ...init,
    headers: { Cookie: cookies.map((line) => line.split(";")[0]).join("; "), ...init.headers },
  });

/** Sends one of the forms of `/login`. */
const arrives = (
  strategy: "login" | "register",
  fields: Record<string, string>,
  cookies: string[] = [],
  from = context,
) =>
  here.authenticator(from).authenticate(strategy, aRequest(cookies, "/login", { method: "POST", body: aForm(fields) }));

/** The cookies of a browser where somebody has just signed in. */
async function signedInAs({ email }: typeof thandi, cookies: string[] = []): Promise<string[]> {
  const arrival = await arrives("login", { email, password: PASSWORD }, cookies);
  if (arrival.kind !== "arrived") throw new Error(JSON.stringify(arrival));
  return arrival.cookies;
}

const names = (cookies: readonly string[]) => cookies.map((line) => line.split("=")[0]);
const uidOf = async (cookies: string[]) => (await here.signedIn(aRequest(cookies), site.context))?.account.uid;
const refusal = async (check: () => unknown): Promise<Response> => {
  try {
    await check();
  } catch (thrown) {
    return thrown as Response;
  }
  throw new Error("it was let in");
};
const landing = ({ status, headers }: Response) => [status, headers.get("Location"), headers.get("Cache-Control")];

describe("a customer", () => {
  test("signs in by the right password, on a browser that is trusted once the email is proven, and ends the session before", async () => {
    const cookies = await signedInAs(thandi);
    expect(names(cookies)).toEqual(["session", "known"]);
    expect(await uidOf(cookies)).toBe(thandi.uid);
    const second = await signedInAs(sipho, cookies);
    expect(names(second)).toEqual(["session"]);
    expect([await uidOf(cookies), await uidOf(second)]).toEqual([undefined, sipho.uid]);
    expect(here.sessionNamedAt(here.customersDoor, aRequest(second), site.context.settings)).toBe(
      (await here.signedIn(aRequest(second), site.context))?.session.id,
    );
    expect(here.sessionNamedAt(here.customersDoor, aRequest(), site.context.settings)).toBeNull();
  });

  test("is refused in the same words for a wrong email and a wrong password, which is never sent back", async () => {
    const state = { values: { email: thandi.email }, errors: { "": ["The email or password is wrong."] } };
    const answer = { status: 400, headers: { "Cache-Control": "no-store" } };
    const wrong = await arrives("login", { email: thandi.email, password: "wrong", token: "t" });
    expect(wrong).toEqual({ kind: "refused", answer, state });
    const nobody = await arrives("login", { email: "nobody@example.co.za", password: PASSWORD });
    expect(nobody).toMatchObject({ answer, state: { errors: state.errors } });
    expect(await arrives("login", { email: "x", password: PASSWORD })).toMatchObject({
      kind: "refused",
      answer,
      state: { values: { email: "x" }, errors: { email: [expect.any(String)] } },
    });
  });

  test("isn't locked out of a browser of theirs by guesses elsewhere; a right password resets all but the network's count", async () => {
    const trusted = (await signedInAs(thandi)).slice(1);
    const now = new Date();
    const elsewhere = { ...context, clientAddress: "203.0.113.9" };
    for (let n = 0; n < 10; n += 1) await here.allow(site.context, now, ["guessesAtAccount", thandi.email]);
    const form = { email: thandi.email, password: PASSWORD };
    expect(await arrives("login", form, [], elsewhere)).toMatchObject({
      ...{ kind: "refused", answer: { status: 429 } },
      state: { values: { email: thandi.email }, errors: { "": [expect.stringContaining("try again in")] } },
    });
    expect((await arrives("login", form, trusted, elsewhere)).kind).toBe("arrived");
    for (let n = 0; n < 9; n += 1) await arrives("login", { ...form, password: "" }, trusted);
    const [guesses] = here.guessesAt(aRequest(trusted), context, thandi.email);
    expect(guesses).toEqual(["guessesInBrowser", expect.stringMatching(/^[\w-]{21,} thandi@example\.co\.za$/)]);
    expect(here.guessesAt(aRequest(), context, sipho.email)).toEqual([
      ["guessesFromAddress", "198.51.100.1"],
      ["guessesAtAccount", sipho.email],
    ]);
    const network = ["guessesFromAddress", "192.0.2.1"] as const;
    const account = ["guessesAtAccount", "x@example.co.za"] as const;
    for (let n = 0; n < 10; n += 1) await here.allow(site.context, now, network, account);
    await here.forgetGuesses(site.context, [network, account]);
    for (let n = 10; n < 100; n += 1) expect((await here.allow(site.context, now, network)).ok).toBe(true);
    expect([
      (await here.allow(site.context, now, network)).ok,
      (await here.allow(site.context, now, account)).ok,
    ]).toEqual([false, true]);
    await here.resetCounts(site.context, ["guessesAtAccount", thandi.email]);
  });

  test("is guessed at 300 times from one IPv6 /48, however many networks it has", async () => {
    const now = new Date();
    const from = (n: number) => {
      const clientAddress = `2001:db8:1:${n.toString(16)}::7`;
      return here.guessesAt(aRequest(), { ...context, clientAddress }, `nobody${n}@example.co.za`);
    };
    expect(from(2)).toEqual([
      ["guessesFromAddress", "2001:db8:1:2"],
      ["guessesFromWideNetwork", "2001:db8:1"],
      ["guessesAtAccount", "nobody2@example.co.za"],
    ]);
    for (let n = 0; n < 300; n += 1) expect((await here.allow(site.context, now, ...from(n))).ok).toBe(true);
    expect(await here.allow(site.context, now, ...from(300))).toMatchObject({
      ok: false,
      limit: "guessesFromWideNetwork",
    });
    // The right password resets its own account's count alone.
    await here.forgetGuesses(site.context, from(7));
    expect((await here.allow(site.context, now, ...from(301))).ok).toBe(false);
  });

  test("isn't kept out by somebody who sends the right password of an account of their own again and again", async () => {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const theirs = (["turn", "room"] as const).map((step) =>
      Array.from({ length: 80 }, () => {
        const sender = { known: "their own account" };
        return step === "turn"
          ? here.inPasswordTurn(context, sender, () => ended)
          : here.ifPasswordRoom(sender, () => ended);
      }),
    );
    const owner = signedInAs(thandi, [here.trustBrowser(aRequest(), site.context.settings, thandi.email)]);
    end();
    expect(names(await owner)).toEqual(["session", "known"]);
    for (const answers of await Promise.all(theirs.map((sent) => Promise.all(sent)))) {
      expect(answers.filter(({ ok }) => ok)).toHaveLength(6);
      expect(answers.at(-1)).toMatchObject({ ok: false, answer: { status: 503 } });
    }
    expect(await here.inPasswordTurn(context, { known: "their own account" }, async () => "later")).toMatchObject({
      ok: true,
    });
  });

  test.each(["turn", "room"] as const)(
    "has a %s unless thirty others send as much as they can at once",
    async (step) => {
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const sends = (known: string) =>
        step === "turn"
          ? here.inPasswordTurn(context, { known }, () => ended)
          : here.ifPasswordRoom({ known }, () => ended);
      const theirs = Array.from({ length: 29 }, (_, n) =>
        Array.from({ length: 10 }, () => sends(`account ${n}`)),
      ).flat();
      const owner = sends("the owner");
      end();
      expect((await owner).ok).toBe(true);
      expect((await Promise.all(theirs)).filter(({ ok }) => ok)).toHaveLength(60);
    },
  );

  test("is asked for the password again, ten times in a quarter of an hour", async () => {
    expect(await here.wrongPassword(thandi.uid, PASSWORD, context)).toBeNull();
    const wrong = { errors: { currentPassword: [expect.any(String)] }, answer: { status: 400 } };
    expect(await here.wrongPassword(thandi.uid, "wrong", context)).toMatchObject(wrong);
    for (let n = 1; n < 10; n += 1) await here.allow(site.context, new Date(), ["passwordAgain", thandi.uid]);
    const late = { errors: { "": [expect.stringContaining("try again")] }, answer: { status: 429 } };
    expect(await here.wrongPassword(thandi.uid, PASSWORD, context)).toMatchObject(late);
    expect(await here.wrongPassword(sipho.uid, PASSWORD, context)).toBeNull();
    const ofLink = (password: string) => here.wrongPasswordOf(sipho, password, aRequest(), context);
    expect(await ofLink(PASSWORD)).toBeNull();
    for (const password of ["", "wrong"])
      expect(await ofLink(password)).toMatchObject({
        errors: { password: [expect.any(String)] },
        answer: { status: 400 },
      });
  });

  test("registers once with one form, keeps a guest's quotes for when the email is proven, and gets a link to go on", async () => {
    const form = {
      name: "Nomsa Dube",
      phone: "082 123 4567",
      email: "nomsa@example.co.za",
      password: PASSWORD,
      key: "k",
    };
    const [first, again] = [await arrives("register", form), await arrives("register", form)];
    if (first.kind !== "arrived" || again.kind !== "arrived") throw new Error("refused");
    expect(again.account.uid).toBe(first.account.uid);
    expect(names(first.cookies)).toEqual(["session"]);
    expect(await arrives("register", { ...form, name: "" })).toMatchObject({
      ...{ kind: "refused", answer: { status: 400 } },
      state: { values: { email: form.email, key: "k" }, errors: { name: [expect.any(String)] } },
    });
  });

  test("is let in with the session, and otherwise led to the login and back; a form keeps no query", async () => {
    const cookies = await signedInAs(thandi);
    const { formToken, session } = await here.requireUser(aRequest(cookies), site.context);
    const login = (next: string) => `/login?${new URLSearchParams({ next })}`;
    const away = (init: RequestInit = {}, path?: string, to?: () => string) =>
      refusal(() => here.requireUser(aRequest(["a=1"], path, init), site.context, to)).then(landing);
    expect(await away()).toEqual([302, login("/account?tab=1"), "no-store"]);
    expect(await away({ method: "POST" })).toEqual([303, login("/account"), "no-store"]);
    expect(await away({}, undefined, () => "/dashboard")).toEqual([302, login("/dashboard"), "no-store"]);
    expect(await away({}, `/account?${"x".repeat(1000)}`)).toEqual([302, login("/account"), "no-store"]);
    expect(session.who).toBe(thandi.uid);
    expect(formToken).toMatch(/^[\w-]{43}$/);
  });
});

test("a browser is called as its owner would", () => {
  const called = (agent: string) => here.browserInWords(new Request(HOME, { headers: { "User-Agent": agent } }));
  const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36";
  for (const [agent, words] of [
    ["Opera/9.80 (Android; Opera Mini/36.2/119) Presto/2.12", "Opera Mini on Android"],
    [`Mozilla/5.0 (Linux; Android 10) ${chrome} OPR/76`, "Opera on Android"],
    ["Opera/9.80 (X11; Linux) Presto/2.12", "Opera on Linux"],
    [`Mozilla/5.0 (Linux; U; Android 9) UCBrowser/13 ${chrome}`, "UC Browser on Android"],
    [`Mozilla/5.0 (Linux; Android 13) SamsungBrowser/23 ${chrome}`, "Samsung Internet on Android"],
    [`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/120`, "Edge on Windows"],
    ["Mozilla/5.0 (Windows NT 10.0; rv:121) Gecko/20100101 Firefox/121", "Firefox on Windows"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X) FxiOS/121 Safari/605", "Firefox on an iPhone or iPad"],
    ["Mozilla/5.0 (iPad; CPU OS 17 like Mac OS X) CriOS/120 Safari/604", "Chrome on an iPhone or iPad"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Version/17 Safari/605", "Safari on a Mac"],
    ["Mozilla/5.0 (Mobile; rv:48; KAIOS/2.5) Gecko/48 Firefox/48", "Firefox on KaiOS"],
    [`Mozilla/5.0 (X11; CrOS) ${chrome}`, "Chrome on Linux"],
    ["", "A browser on some device"],
  ])
    expect(called(agent ?? "")).toBe(words);
});

describe("on a shared phone", () => {
  test("five accounts trust it, each by a name that stays, and none that never signed in", () => {
    const emails = ["a", "b", "c", "d", "e", "f"].map((name) => `${name}@example.co.za`);
    let cookie: string[] = [];
    const trust = (email: string) => {
      cookie = [here.trustBrowser(aRequest(cookie), site.context.settings, email)];
    };
    const known = () => emails.map((email) => here.trustedBrowserOf(aRequest(cookie), site.context.settings, email));
    for (const email of emails.slice(0, 5)) trust(email);
    const before = known();
    expect(new Set(before).size).toBe(6);
    expect(before[5]).toBeUndefined();
    trust("a@example.co.za");
    expect(known()).toEqual(before);
    trust("f@example.co.za");
    const [a, b, ...others] = known();
    expect([a, b, others.slice(0, 3)]).toEqual([before[0], undefined, before.slice(2, 5)]);
    expect(cookie[0]).not.toContain("example");
  });

  test("signing out deletes the session, every draft and what pages keep; forgetting, who was here too", () => {
    const drafts = ["draft_addresses", "draft_parcel", "typed"];
    const deleted = (answer: Response) => {
      const cookies = answer.headers.getSetCookie();
      for (const line of cookies.slice(0, -1)) expect(line).toMatch(/=-; Max-Age=0; .*; Expires=Thu, 01 Jan 1970/);
      expect(cookies.at(-1)).toMatch(/^left=.*Max-Age=7200; Path=\//);
      return names(cookies);
    };
    const out = here.signedOut(aRequest(), site.context.settings, "/bye");
    expect(landing(out)).toEqual([303, "/bye", "no-store"]);
    expect(deleted(out)).toEqual(["session", ...drafts, ...drafts, ...drafts, "left"]);
    expect(out.headers.get("Clear-Site-Data")).toBe('"storage"');
    const paths = out.headers.getSetCookie().map((line) => /Path=([^;]+)/.exec(line)?.[1]);
    expect(new Set(paths)).toEqual(new Set(["/", "/ship", "/ship-local", "/ship-Inter"]));
    const driver = here.keepDriver(site.context.settings, "a driver's");
    expect(here.signedOut(aRequest([driver]), site.context.settings, "/bye").headers.has("Clear-Site-Data")).toBe(
      false,
    );
    const forgotten = deleted(here.forgotten(aRequest(), site.context.settings, "/bye"));
    expect(forgotten).toEqual(["session", ...drafts, ...drafts, ...drafts, "guest", "known", "remembered", "left"]);
  });

  test("Lite is chosen for a year, or not at all", () => {
    expect(here.liteCookies(site.context.settings, true)).toEqual([
      "lite=1; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect(here.liteCookies(site.context.settings, false)).toEqual([
      "lite=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
    ]);
    const only = ["lite=1", "__Host-lite=", "lite=1; a=1", "a=1", ""].map(here.bringsOnlyLite);
    expect(only).toEqual([true, true, false, false, false]);
  });

  test("a driver's phone is known by the cookie, and a driver by the session in it", async () => {
    const token = here.driverToken(site.context.settings, "a code", "a form");
    expect(
      [
        here.driverToken(site.context.settings, "a code", "a form"),
        here.driverToken(site.context.settings, "a code", "another"),
      ].map((same) => same === token),
    ).toEqual([true, false]);
    const [cookie = ""] = here.keepDriver(site.context.settings, token).split(";");
    expect([
      here.isDriversPhone(site.context.settings, cookie),
      here.isDriversPhone(site.context.settings, "driver=x"),
      here.isDriversPhone(site.context.settings, null),
    ]).toEqual([true, false, false]);
    expect([
      here.sessionNamedAt(here.driversDoor, aRequest(), site.context.settings),
      await here.driverHere(aRequest(), site.context),
    ]).toEqual([null, null]);
    expect(here.sessionNamedAt(here.driversDoor, aRequest([cookie]), site.context.settings)).toMatch(/./);
    expect(await here.driverHere(aRequest([cookie]), site.context)).toBeNull();
  });
});

type OfQuote = { uid: string | null; guestId: string | null; email: string };

describe("a booking", () => {
  test("is its browser's and its account's; a waybill's signed link only reads, and says nothing without its key", async () => {
    const { quote, waybillNo } = await aParcel().in(worldOf(site.store, "simulator"));
    const guest = [here.rememberGuest(site.context.settings, "a-guest")];
    const own: OfQuote = { uid: null, guestId: "a-guest", email: "buyer@example.co.za" };
    const cookies = await signedInAs(thandi);
    const ofThandi: OfQuote = { uid: thandi.uid, guestId: null, email: "buyer@example.co.za" };
    const opens = async (quoteOf: OfQuote, cookiesOf: string[]) => [
      await here.isBookedHere(quoteOf, aRequest(cookiesOf), site.context),
      await here.buyersEmail(quoteOf, aRequest(cookiesOf), site.context),
    ];
    expect(await opens(own, guest)).toEqual([true, "buyer@example.co.za"]);
    expect(await opens(own, [here.rememberGuest(site.context.settings, "another")])).toEqual([false, undefined]);
    expect(await opens({ ...own, guestId: null }, [])).toEqual([false, undefined]);
    expect(await opens(ofThandi, cookies)).toEqual([true, thandi.email]);
    expect(await opens(own, cookies)).toEqual([false, undefined]);

    const path = `/waybill/${waybillNo}` as const;
    const key = here.keyTo(site.context.settings, path, quote, "sender");
    expect(await here.openWaybill(aRequest(guest, path), site.context, waybillNo)).toMatchObject({
      ...{ isOpen: true, isValid: true, waybillNo, isOwner: true, key, quote: { id: quote.id } },
    });
    expect(
      await here.openWaybill(aRequest([], `${path}?key=${key}`), site.context, waybillNo.toLowerCase()),
    ).toMatchObject({
      ...{ isOpen: true, isOwner: false, key },
    });
    for (const [address, number] of [
      [path, waybillNo],
      [`${path}?key=${here.keyTo(site.context.settings, "/waybill/x", quote, "sender")}`, waybillNo],
    ] as const)
      expect(await here.openWaybill(aRequest([], address), site.context, number)).toEqual({ isOpen: false, waybillNo });
    expect((await refusal(() => here.openWaybill(aRequest(), site.context, "x"))).status).toBe(404);
    await site.store.tx((tx) => setStatus(tx, quote.id, "cancelled", "cancelled", new Date()));
    expect(await here.openWaybill(aRequest(guest, path), site.context, waybillNo)).toMatchObject({ isValid: false });

    const page = `/find-me/${quote.id}` as const;
    const allowed = (query: string, cookiesOf: string[] = []) =>
      here.allowedHere(aRequest(cookiesOf, page + query), site.context, quote, page);
    expect([
      await allowed(""),
      await allowed(`?key=${key}`),
      await allowed(`?key=${here.keyTo(site.context.settings, page, quote, "receiver")}`),
    ]).toEqual([null, null, "all"]);
    expect(await allowed("", guest)).toBe("all");
    expect(here.keyIn(aRequest([], `${page}?key=k`))).toBe("k");

    expect(here.waybillShown(site.context.settings, waybillNo, quote, false, HOME)).toMatchObject({
      href: path,
      pdfHref: null,
      shareText: null,
    });
    const { href, pdfHref, shareText } = here.waybillShown(site.context.settings, waybillNo, quote, true, HOME);
    expect([href, pdfHref]).toEqual([`${path}?key=${key}`, `${path}.pdf?key=${key}`]);
    expect(shareText).toContain(`${HOME}${href}`);
  });

  test("is a guest's, and an account's only as far as its email is proven", async () => {
    const owners: unknown[] = [];
    const own = async (cookies: string[], guestIdOfQuote?: string) => {
      const customer = await here.customerOf(aRequest(cookies), site.context, publicQuote);
      const lines = await customer.own(async (owner) => {
        owners.push(owner);
        return { guestId: guestIdOfQuote ?? owner.guestId } as never;
      });
      return here.guestOf(aRequest(lines), site.context.settings);
    };
    const first = await own([]);
    expect(owners.pop()).toEqual({ guestId: first, uid: null });
    const known = [here.rememberGuest(site.context.settings, "known")];
    expect(await own(known)).toBe("known");
    expect(owners.pop()).toEqual({ guestId: "known", uid: null });
    expect(await own(known, "the first of two")).toBe("the first of two");
    expect(await own([...known, ...(await signedInAs(sipho))])).toBe("known");
    expect(owners.pop()).toEqual({ guestId: "known", uid: sipho.uid });
    expect(await own([...known, ...(await signedInAs(thandi))])).toBe("known");
    expect(owners.pop()).toEqual({ guestId: null, uid: thandi.uid });
  });

  test("of a large amount asks for the buyer's VAT number before it is paid, which only the buyer sees again", async () => {
    const booked = async (grandTotalCents: number) => {
      const quote = await quoteById(site.store.read, (await aBooking(site.store)).id);
      if (!quote) throw new Error("it isn't booked");
      return { ...quote, grandTotalCents };
    };
    const [large, small] = [await booked(600_000), await booked(100_000)];
    expect(here.vatNumberAsked(site.context.settings, [small], true)).toBeNull();
    expect(here.vatNumberAsked(site.context.settings, [{ ...large, status: "waybill_created" }], true)).toBeNull();
    expect(here.vatNumberAsked(site.context.settings, [small, large], true)).toEqual({ isKept: false, kept: null });
    const known = { ...large, vatNumber: "4123456789" };
    expect(here.vatNumberAsked(site.context.settings, [known], true)).toEqual({ isKept: true, kept: "4123456789" });
    expect(here.vatNumberAsked(site.context.settings, [known], false)).toEqual({ isKept: true, kept: null });
    const keep = (vatNumber: string, from = "same-origin") =>
      here.keepVatNumber(
        aRequest([], "/pay", { method: "POST", headers: { "Sec-Fetch-Site": from } }),
        site.context,
        aForm({ vatNumber }),
        [small, large],
        "/pay",
      );
    const kept = () =>
      Promise.all([small, large].map(async ({ id }) => (await quoteById(site.store.read, id))?.vatNumber));
    expect(landing(await keep("4123 456 789"))).toEqual([303, "/pay", "no-store"]);
    expect(await kept()).toEqual([null, "4123456789"]);
    const wrong = await keep("12");
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      { values: { vatNumber: "12" }, errors: { vatNumber: [expect.any(String)] } },
    ]);
    expect((await refusal(() => keep("4123456789", "cross-site"))).status).toBe(403);
    expect(await kept()).toEqual([null, "4123456789"]);
    await keep(" ");
    expect(await kept()).toEqual([null, null]);
  });

  test("of a guest goes over to the account that signs in on the phone, once its email is proven", async () => {
    const { id } = await aBooking(site.store);
    const owner = async () => (await quoteById(site.store.read, id))?.uid;
    await signedInAs(sipho, [here.rememberGuest(site.context.settings, "a-guest")]);
    expect(await owner()).toBeNull();
    await signedInAs(thandi, [here.rememberGuest(site.context.settings, "a-guest")]);
    expect(await owner()).toBe(thandi.uid);
  });

  test("counts messages to its people apart from those that strangers cause", async () => {
    const to = (contact: string, cookies: string[] = []) => here.messageTo(aRequest(cookies), site.context, contact);
    expect(await to(sipho.email)).toEqual(["messagesByStrangers", sipho.email]);
    const cookies = await signedInAs(thandi);
    expect(await to("Thandi+x@example.co.za", cookies)).toEqual(["messagesByOwner", thandi.uid]);
    expect(await to(sipho.email, cookies)).toEqual(["messagesByOwner", sipho.email]);
    expect(await to(thandi.email, cookies.slice(1))).toEqual([
      "messagesByOwner",
      expect.stringMatching(/^[\w-]{21,}$/),
    ]);
    expect(await to(sipho.email, await signedInAs(sipho))).toEqual(["messagesByStrangers", sipho.email]);
    const quote = await aBooking(site.store);
    const guest = [here.rememberGuest(site.context.settings, "a-guest")];
    await site.store.tx((tx) => setStatus(tx, quote.id, "waybill_created", "paid", new Date()));
    expect(await to("thandi@example.co.za", guest)).toEqual(["messagesByOwner", quote.id]);
    expect(await to("nobody@example.co.za", guest)).toEqual(["messagesByStrangers", "nobody@example.co.za"]);
  });
});

test("addresses lead within the site", () => {
  const led = (target: string | null) => here.withinSite(site.context.settings, target, "/fallback");
  for (const [target, path] of [
    ["/account?q=1#top", "/account?q=1#top"],
    [`${HOME}/ship`, "/ship"],
    [HOME, "/"],
    [`${HOME}.evil.example/x`, "/fallback"],
    ["x/account", "/fallback"],
    ["//evil.example", "/fallback"],
    ["/\\evil.example", "/fallback"],
    ["/.//evil.example", "/fallback"],
    ["/a b", "/fallback"],
    [`/${"x".repeat(999)}`, `/${"x".repeat(999)}`],
    [`/${"x".repeat(1000)}`, "/fallback"],
    ["", "/fallback"],
    [null, "/fallback"],
  ] as const)
    expect(led(target)).toBe(path);
});

test("a browser that keeps no cookies is told after a form, and nobody else", async () => {
  const ask = (headers: Record<string, string>, method = "GET") =>
    refusal(() =>
      here.expectCookies(new Request(`${HOME}/ship/parcel`, { method, headers }), ["/ship/addresses"]),
    ).then(landing, () => null);
  const Referer = `${HOME}/ship/addresses?x=1`;
  expect(await ask({ Referer })).toEqual([400, null, "no-store"]);
  for (const headers of [
    {},
    { Referer, Cookie: "a=1" },
    { Referer: `${HOME}/track` },
    { Referer: "https://evil.example/ship/addresses" },
    { Referer: "x" },
  ])
    expect(await ask(headers as Record<string, string>)).toBeNull();
  expect(await ask({ Referer }, "POST")).toBeNull();
});

test("an answer to a form is never kept, and sets its cookies", () => {
  const cookies = ["a=1", "b=2"];
  const onward = here.onward("/next", cookies);
  expect([...landing(onward), onward.headers.getSetCookie()]).toEqual([303, "/next", "no-store", cookies]);
  expect(here.tooSoon(1001)).toEqual({ status: 429, headers: { "Cache-Control": "no-store", "Retry-After": "2" } });
  expect(here.tooBusy(10)).toEqual({ status: 503, headers: { "Cache-Control": "no-store", "Retry-After": "10" } });
  expect(here.privately()).toEqual({ status: 200, headers: { "Cache-Control": "no-store" } });
});
