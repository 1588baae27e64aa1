import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { HOURS } from "#app/durations";
import { internationalShipment, journeys, localShipment, publicQuote } from "#app/http/wizard/journey";
import { nextPage } from "#app/http/wizard/next-page.server";
import { aDraft } from "../../demo/a-draft";
import { limitsAsked } from "../../demo/limits-asked";
import { addresses } from "../../demo/typed-answers";
import { aBooking, aQuote } from "../support/a-booking";
import { openHere } from "./open-here";

const load = async () => ({
  ...(await import("#app/domain/bookings/confirm-booking.server")),
  ...(await import("#app/domain/parcels/quotes/fingerprint.server")),
  ...(await import("#app/domain/parcels/quotes/saved-quotes.server")),
  ...(await import("#app/http/limits/rate-limit.server")),
  ...(await import("#app/http/sign-in/guest.server")),
  ...(await import("#app/http/wizard/draft-cookies.server")),
  ...(await import("#app/http/wizard/open-step.server")),
  ...(await import("#app/http/wizard/remembered-addresses.server")),
  ...(await import("#app/http/wizard/resume-quote.server")),
  ...(await import("#app/http/wizard/save-step.server")),
  ...(await import("#app/routes/wizard.addresses/typed-addresses.server")),
});
let site: Awaited<ReturnType<typeof openHere>>;
let here: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  site = await openHere({ QUOTES_PER_HOUR: "40" });
  here = await load();
});
afterAll(() => site.close());

const HOME = "http://localhost:3000";

function aForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** A browser that keeps the cookies of each answer. */
class Browser {
  readonly jar = new Map<string, string>();

  keep(lines: readonly string[]): this {
    for (const line of lines) {
      const [name = "", value = ""] = line.split(";")[0]?.split(/=(.*)/s) ?? [];
      if (/Max-Age=0/.test(line)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return this;
  }

  asks(path: string, form?: FormData, headers: Record<string, string> = {}): Request {
    const Cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = form ? { method: "POST", body: form } : {};
    return new Request(HOME + path, { ...sent, headers: { ...(Cookie && { Cookie }), ...headers } });
  }

  opens(path: string, name: Parameters<typeof here.openStep>[1], headers?: Record<string, string>) {
    return here.openStep({ request: this.asks(path, undefined, headers), context: site.context }, name);
  }

  /** Answers a step with its page's hidden fields. */
  async saves(path: string, name: "addresses" | "parcel", answers: object, hidden?: Record<string, string>) {
    const { keys } = await this.opens(path, name);
    const context = { ...site.context, clientAddress: "198.51.100.1" };
    const step = await here.openStep({ request: this.asks(path, aForm({ ...keys, ...hidden })), context }, name);
    const saved = await here.saveStep(step, { answers: answers as never });
    if (saved.shown) return saved;
    const args = { request: this.asks(path, aForm({ ...keys, ...hidden })), params: {}, context: site.context };
    const answer = await here.takeStep(
      args,
      name,
      async () => ({ answers: null, shown: {} }),
      async () => saved as never,
    );
    this.keep(answer.headers.getSetCookie());
    return answer;
  }
}

const landing = (answer: unknown) => {
  if (!(answer instanceof Response)) return answer;
  return [answer.status, answer.headers.get("Location")];
};

/** Where a step leads that can't be opened. */
const sentAway = async (opened: Promise<unknown>) =>
  landing(
    await opened.then(
      () => "opened",
      (thrown) => thrown,
    ),
  );

describe("a guest's draft", () => {
  test("opens each step in its turn, is priced after the parcel, and again after a change from the review", async () => {
    const guest = new Browser();
    const draft = aDraft();
    for (const step of ["parcel", "review"] as const)
      expect(await sentAway(guest.opens(`/ship/${step}`, step))).toEqual([302, "/ship/addresses"]);
    const first = await guest.opens("/ship/addresses", "addresses");
    expect(first.keys).toEqual({ draft: "", seen: "" });
    expect(first.customer).toMatchObject({ owner: "", account: null, formFields: {} });
    expect(first.place).toMatchObject({ step: 1, of: 3, title: "Addresses", parcelHref: "/ship/parcel" });
    const next = await guest.saves("/ship/addresses", "addresses", draft.addresses, { box: "flyer-bag" });
    expect(landing(next)).toEqual([303, "/ship/parcel?selectedBoxId=flyer-bag"]);
    const odd = await guest.saves("/ship/addresses", "addresses", draft.addresses, { box: "a/b" });
    expect(landing(odd)).toEqual([303, "/ship/parcel"]);
    expect(await sentAway(guest.opens("/ship/review", "review"))).toEqual([302, "/ship/parcel"]);
    expect(landing(await guest.saves("/ship/parcel", "parcel", draft.parcel))).toEqual([303, "/ship/review"]);

    const review = await guest.opens("/ship/review", "review");
    expect([review.state, review.quote?.guestId]).toEqual([
      "priced",
      here.guestOf(guest.asks("/"), site.context.settings),
    ]);
    expect(review.draft).toEqual({ id: review.draft.id, addresses: draft.addresses, parcel: draft.parcel });
    const changed = { ...draft.addresses, toPostal: "7784", toCity: "Khayelitsha" };
    const back = await guest.saves("/ship/addresses?then=review", "addresses", changed);
    expect(landing(back)).toEqual([303, "/ship/review"]);
    const again = await guest.opens("/ship/review", "review");
    expect(again.quote?.formSnapshot.addresses.toPostal).toBe("7784");
    expect(again.quote?.id).toBe(review.quote?.id);
  });

  test("that another tab changed isn't saved over: what differs is shown, and nothing is lost", async () => {
    const guest = new Browser();
    const draft = aDraft();
    await guest.saves("/ship/addresses", "addresses", draft.addresses);
    await guest.saves("/ship/parcel", "parcel", draft.parcel);
    const { keys } = await guest.opens("/ship/parcel", "parcel");
    expect(keys.seen).toBe(here.fingerprint(draft.parcel));
    const heavier = { ...draft.parcel, quantity: 2 };
    expect(landing(await guest.saves("/ship/parcel", "parcel", heavier))).toEqual([303, "/ship/review"]);
    const older = { ...draft.parcel, quantity: 3 };
    for (const hidden of [
      keys,
      { draft: keys.draft ?? "", seen: "" },
      { draft: "another", seen: here.fingerprint(heavier) },
    ])
      expect(await guest.saves("/ship/parcel", "parcel", older, hidden)).toMatchObject({
        state: "conflict",
        shown: {
          conflict: { keepHref: "/ship/review", typed: { seen: here.fingerprint(heavier) }, differences: [{}] },
        },
      });
    const addressKeys = { draft: "", seen: "" };
    expect(
      await guest.saves("/ship/addresses", "addresses", { ...draft.addresses, toName: "Lindiwe" }, addressKeys),
    ).toMatchObject({ shown: { conflict: { keepHref: "/ship/parcel" } } });
    // The same answers are no conflict, whatever was seen before.
    expect(landing(await guest.saves("/ship/parcel", "parcel", heavier, addressKeys))).toEqual([303, "/ship/review"]);
  });

  test("is lost without cookies, which is said; and is opened in one spelling", async () => {
    const browser = new Browser().keep(["a=1"]);
    const lost = (referer: string) => sentAway(browser.opens("/ship/parcel", "parcel", { Referer: referer }));
    expect(await lost(`${HOME}/ship/addresses`)).toEqual([302, "/ship/addresses?lost=1"]);
    for (const referer of ["https://evil.example/ship/addresses", `${HOME}/track`, "x"])
      expect(await lost(referer)).toEqual([302, "/ship/addresses"]);
    const refused = new Browser().opens("/ship/parcel", "parcel", { Referer: `${HOME}/ship/addresses` });
    expect(await sentAway(refused)).toEqual([400, null]);
    expect(await sentAway(new Browser().opens("/SHIP/parcel?x=1", "parcel"))).toEqual([301, "/ship/addresses?x=1"]);
    expect(
      landing(await here.resumeJourney({ request: browser.asks("/ship"), params: {}, context: site.context })),
    ).toEqual([302, "/ship/addresses"]);
  });

  test("that is booked opens only its review; the next parcel is a new one, and a repeated confirmation finds the old", async () => {
    const guest = new Browser();
    const draft = aDraft();
    await guest.saves("/ship/addresses", "addresses", draft.addresses);
    await guest.saves("/ship/parcel", "parcel", draft.parcel);
    const { quote, draft: priced } = await guest.opens("/ship/review", "review");
    if (!quote) throw new Error("it has no price");
    const sends = (browser: Browser, path: string, name: "addresses" | "review", draftId: string) =>
      sentAway(here.openStep({ request: browser.asks(path, aForm({ draft: draftId })), context: site.context }, name));
    const again = () => sends(new Browser(), "/ship/review", "review", priced.id);
    expect(await again()).toEqual([302, "/ship/addresses"]);
    await here.confirmBooking(site.store, limitsAsked, priced.id, quote, "simulator", new Date());
    guest.keep(here.finishDraft(site.context.settings, publicQuote, priced.id));
    expect(await sentAway(guest.opens("/ship/parcel", "parcel"))).toEqual([302, "/ship/review"]);
    expect((await guest.opens("/ship/review", "review")).state).toBe("booked");
    const next = await guest.opens("/ship/addresses", "addresses");
    expect([next.state, next.draft.addresses]).toEqual(["nothing", undefined]);
    expect(next.draft.id).not.toBe(priced.id);
    expect(await sends(guest, "/ship/addresses", "addresses", priced.id)).toEqual([303, "/ship/review"]);
    expect(await sends(guest, "/ship/addresses", "addresses", "another")).toBe("opened");
    expect(await again()).toEqual([303, `/payfast/start/${quote.id}`]);
    expect(await sends(guest, "/ship/review", "review", priced.id)).toBe("opened");
    expect(await sends(new Browser(), "/ship/review", "review", "nobody's")).toEqual([302, "/ship/addresses"]);

    await site.store.tx((tx) => here.setStatus(tx, quote.id, "waybill_created", "paid", new Date()));
    expect(await sentAway(guest.opens("/ship/review", "review"))).toEqual([302, `/payfast/return?quoteId=${quote.id}`]);
    // "Forget me on this phone" in a browser that keeps the wizard's own cookies.
    guest.jar.delete("guest");
    expect(await sentAway(guest.opens("/ship/review", "review"))).toEqual([302, "/ship/addresses"]);
  });

  test("belongs to whoever was signed in: a login leads to the step that it allows, and keeps what was typed", async () => {
    const draft = aDraft();
    const browser = new Browser().keep(here.writeDraft(site.context.settings, localShipment, draft, "thandi"));
    expect(here.readDraft(browser.asks("/ship-local"), site.context.settings, localShipment, "sipho")).toBeNull();
    expect(here.draftOfAnybody(browser.asks("/ship-local"), site.context.settings, localShipment)).toEqual(draft);
    const login = (next: string) => [302, `/login?${new URLSearchParams({ next })}`];
    const asked = (path: string, step: Parameters<typeof here.openStep>[1]) => sentAway(browser.opens(path, step));
    expect(await asked("/ship-local/summary?x=1", "review")).toEqual(login("/ship-local/summary?x=1"));
    expect(await sentAway(new Browser().opens("/ship-local/summary", "review"))).toEqual(
      login("/ship-local/addresses"),
    );

    const form = aForm({ parcelDesc: "Shoes", note: "not a field", token: "t" });
    const request = browser.asks("/ship-local/parcel?x=1", form, { "Sec-Fetch-Site": "same-origin" });
    const answer = await here.openStep({ request, context: site.context }, "parcel").then(
      () => null,
      (thrown) => thrown as Response,
    );
    expect(landing(answer)).toEqual([303, `/login?${new URLSearchParams({ next: "/ship-local/parcel" })}`]);
    browser.keep(answer?.headers.getSetCookie() ?? []);
    const typed = (step: "addresses" | "parcel", owner: string) =>
      here.typedAt(browser.asks("/ship-local/parcel"), site.context.settings, localShipment, step, owner);
    expect(typed("parcel", "thandi")).toEqual({ parcelDesc: "Shoes" });
    expect([typed("parcel", "sipho"), typed("addresses", "thandi")]).toEqual([{}, {}]);
    const forgets = (step?: "addresses" | "parcel") =>
      here.forgetTyped(browser.asks("/"), site.context.settings, localShipment, step).length;
    expect([forgets("addresses"), forgets("parcel"), forgets()]).toEqual([0, 1, 1]);
    expect(here.forgetTyped(new Browser().asks("/"), site.context.settings, localShipment)).toEqual([]);
    const evil = browser.asks("/ship-local/parcel", aForm({ parcelDesc: "x" }), { "Sec-Fetch-Site": "cross-site" });
    expect(await sentAway(here.openStep({ request: evil, context: site.context }, "parcel"))).toEqual([403, null]);
    const nobody = new Browser().asks("/ship-local/parcel", form);
    const plain = await here.openStep({ request: nobody, context: site.context }, "parcel").then(
      () => null,
      (thrown) => thrown as Response,
    );
    expect(plain?.headers.getSetCookie()).toEqual([]);
  });
});

describe("a saved quote", () => {
  const now = new Date();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const resume = async (quote: Quote, at: Date, clientAddress = "203.0.113.1") => {
    const browser = new Browser();
    const answer = await here.resumeQuote({ ...site.context, clientAddress }, quote, "thandi", new FormData(), at);
    browser.keep(answer.headers.getSetCookie());
    const journey = journeys[quote.journey];
    const draft = here.readDraft(
      browser.asks("/"),
      site.context.settings,
      journey,
      journey.access === "public" ? "" : "thandi",
    );
    return { to: answer.headers.get("Location"), draft };
  };
  const stored = async ({ id }: Quote) => here.quoteById(site.store.read, id);

  test("goes on at the review: with its price while that holds, and a new one afterwards", async () => {
    const quote = await aQuote(site.store, aDraft(), now);
    const draft = { id: quote.draftId, ...quote.formSnapshot };
    expect(await resume(quote, now)).toEqual({ to: "/ship/review", draft });
    expect((await stored(quote))?.expiresAt).toEqual(quote.expiresAt);
    expect(await resume(quote, quote.expiresAt)).toEqual({ to: "/ship/review", draft });
    expect((await stored(quote))?.expiresAt.getTime()).toBeGreaterThan(quote.expiresAt.getTime());
    const local = { ...quote, journey: "local" } as const;
    expect(await resume(local, now)).toEqual({ to: "/ship-local/summary", draft });
  });

  test("that was cancelled is a new draft, which waits its turn on a busy network; a booked one keeps its price", async () => {
    const booked = await aBooking(site.store, now);
    const quote = (await stored(booked)) ?? booked;
    await resume(quote, after(30 * 24 * HOURS));
    expect((await stored(quote))?.expiresAt).toEqual(quote.expiresAt);
    const cancelled = { ...quote, status: "cancelled" } as const;
    const again = await resume(cancelled, now);
    expect(again).toEqual({ to: "/ship/review", draft: { id: expect.any(String), ...quote.formSnapshot } });
    expect(again.draft?.id).not.toBe(quote.draftId);
    expect((await here.quoteOfDraft(site.store.read, again.draft?.id ?? ""))?.uid).toBe("thandi");
    for (let n = 0; n < 41; n += 1)
      if (!(await here.allow(site.context, now, ["quotesFromNetwork", "203.0.113.2"])).ok) break;
    expect((await resume(cancelled, now, "203.0.113.2")).to).toBe("/ship/parcel");
  });

  test("is sent again from the first step with everything filled in, or with nothing once it is anonymised", async () => {
    const quote = await aQuote(site.store, aDraft(), now);
    const browser = new Browser().keep(here.sendAgain(site.context.settings, quote, "thandi").headers.getSetCookie());
    const draft = here.readDraft(browser.asks("/"), site.context.settings, publicQuote);
    expect(draft).toEqual({ id: expect.any(String), ...quote.formSnapshot });
    expect(draft?.id).not.toBe(quote.draftId);
    const local = here.sendAgain(site.context.settings, { ...quote, journey: "local" }, "thandi");
    expect(landing(local)).toEqual([303, "/ship-local/addresses"]);
    expect(
      here.ownerOfDraft(
        new Browser().keep(local.headers.getSetCookie()).asks("/"),
        site.context.settings,
        localShipment,
      ),
    ).toBe("thandi");
    expect(await resume({ ...quote, anonymisedAt: now }, now)).toEqual({ to: "/ship/addresses", draft: null });
  });
});

test("a parcel that is sent back has its addresses changed round, and of the sender's words none for the receiver", async () => {
  const quote = await aQuote(site.store);
  const { addresses: sent, parcel } = quote.formSnapshot;
  const back = (by: "the receiver" | "who booked", uid = "") => {
    const answer = here.sendBack(site.context.settings, quote, by, uid);
    const browser = new Browser().keep(answer.headers.getSetCookie());
    const draft = here.readDraft(browser.asks("/"), site.context.settings, publicQuote);
    return {
      to: answer.headers.get("Location"),
      draft,
      typed: here.typedAt(browser.asks("/"), site.context.settings, publicQuote, "addresses", ""),
    };
  };
  const receivers = back("the receiver");
  expect(receivers).toMatchObject({ to: "/ship/addresses?selectedBoxId=flyer-bag", draft: null });
  expect(receivers.typed).toMatchObject({ fromPostal: sent.toPostal, toPostal: sent.fromPostal });
  const senders = back("who booked");
  expect(senders).toMatchObject({ to: "/ship/addresses", draft: { parcel: { parcelDesc: parcel.parcelDesc } } });
  expect(senders.typed).toMatchObject({ fromName: sent.toName, toName: sent.fromName });
  const local = here.sendBack(site.context.settings, { ...quote, journey: "local" }, "who booked", "thandi");
  expect(landing(local)).toEqual([303, "/ship-local/addresses"]);
});

describe("a phone remembers addresses", () => {
  const other = { ...addresses, fromName: "Lindiwe", toName: "Bongani" };

  test("newest first and each once, up to six, and forgets one or all", () => {
    const phone = new Browser();
    const names = () =>
      here.rememberedOn(phone.asks("/ship"), site.context.settings).map(({ address }) => address.Name);
    expect(names()).toEqual([]);
    const remember = (fields: Record<string, string>) =>
      phone.keep([here.rememberBoth(phone.asks("/ship"), site.context.settings, fields)]);
    remember(addresses);
    remember(other);
    expect(names()).toEqual(["Lindiwe", "Bongani", "Thandi Nkosi", "Sipho Dlamini"]);
    remember(addresses);
    expect(names()).toEqual(["Thandi Nkosi", "Sipho Dlamini", "Lindiwe", "Bongani"]);
    remember({ ...addresses, fromName: "a", toName: "b" });
    remember({ ...addresses, fromName: "c", toName: "d" });
    expect(names()).toEqual(["c", "d", "a", "b", "Thandi Nkosi", "Sipho Dlamini"]);
    const [first] = here.rememberedOn(phone.asks("/ship"), site.context.settings);
    expect(first).toEqual({ id: here.fingerprint(first?.address), address: expect.objectContaining({ Cell: "" }) });
    phone.keep([here.forgetOne(phone.asks("/ship"), site.context.settings, first?.id ?? "")]);
    expect(names()).toEqual(["d", "a", "b", "Thandi Nkosi", "Sipho Dlamini"]);
    phone.keep([here.forgetRemembered(site.context.settings)]);
    expect(names()).toEqual([]);
  });

  test("as many as a cookie holds, and none that doesn't fit", () => {
    const phone = new Browser();
    const noise = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.random() * 20_000)).join("");
    const remember = (fromLandmark: string) =>
      here.rememberBoth(phone.asks("/ship"), site.context.settings, { ...addresses, fromLandmark });
    for (const landmark of [noise(600), noise(600), noise(600)]) phone.keep([remember(landmark)]);
    const kept = here.rememberedOn(phone.asks("/ship"), site.context.settings).length;
    expect([kept > 1, kept < 4]).toEqual([true, true]);
    expect(remember(noise(2000))).toMatch(/^remembered=; Max-Age=0;/);
  });
});

test("what was typed is kept for two hours, and not at all if it is too long for a cookie", () => {
  const typed = { ...addresses, fromLandmark: '~a|b^c!d*e;f\\g"h,i', remember: "on" };
  const [line = ""] = here.keepTyped(site.context.settings, publicQuote, "addresses", "", { ...typed, draft: "x" });
  expect(line).toContain(`Max-Age=${(2 * HOURS) / 1000}; Path=/ship;`);
  const browser = new Browser().keep([line]);
  expect(here.typedAt(browser.asks("/"), site.context.settings, publicQuote, "addresses", "")).toEqual(typed);
  const noise = Array.from({ length: 4000 }, () => String.fromCharCode(33 + Math.random() * 90)).join("");
  expect(here.keepTyped(site.context.settings, publicQuote, "addresses", "", { fromName: noise })).toEqual([]);
});

describe("the addresses of a form", () => {
  /** What a form of the first step led to, and its page's status. */
  const read = async (fields: Record<string, string>, journey = publicQuote) => {
    const request = new Browser().asks(`${journey.basePath}/addresses`, aForm({ ...addresses, ...fields }));
    const customer = { owner: "", account: null };
    const typed = await here.readAddresses({
      request,
      context: site.context,
      journey,
      customer,
      form: await request.formData(),
    } as never);
    if (!("state" in typed)) return { ...typed, state: "complete", status: null };
    return { ...typed, answers: undefined, status: nextPage(typed.state, "addresses") };
  };

  test("are complete as they are, or a name, a code or a suggestion says what is missing", async () => {
    expect(await read({})).toMatchObject({ state: "complete", answers: { toPostal: "1804", toCity: "Soweto" } });
    expect(await read({ toPostal: "1804", toCity: "", toSuburb: "" })).toMatchObject({
      answers: { toCity: "Soweto", toSuburb: "" },
    });
    expect(await read({ toPostal: "Orlando East 1804", toCity: "", toSuburb: "" })).toMatchObject({
      answers: { toPostal: "1804", toCity: "Soweto", toSuburb: "Orlando East" },
    });
    expect(await read({ toPostal: "katlehong", toCity: "", toSuburb: "" })).toMatchObject({
      answers: { toPostal: "1431", toCity: expect.any(String) },
    });
    expect(await read({ toPostal: "Katlehong", toCity: "Typed City", toSuburb: "Typed" })).toMatchObject({
      shown: { values: { toPostal: "1431", toCity: "Typed City", toSuburb: "Typed" } },
    });
    for (const toCountry of ["South Africa", "Brazil"])
      expect((await read({ toCountry, toPostal: "katlehong", toSuburb: "", toCity: "" })).state).toBe(
        toCountry === "Brazil" ? "wrong" : "complete",
      );
    const known = { fromPostal: "1431", fromCity: "Katlehong", fromSuburb: "" };
    const byCode = await read({ ...known, fromCity: "" });
    expect(byCode.answers && (await read({ ...known, fromCity: byCode.answers.fromCity }))).toEqual({
      ...byCode,
      shown: expect.anything(),
    });
    expect(byCode.answers?.fromSuburb).toBe("Katlehong");
    expect(await read({ intent: "keep" })).toMatchObject({
      ...{ state: "left", status: 204 },
      cookies: [expect.stringMatching(/^typed=/)],
    });
  });

  test("are asked about: a name of several places, an unknown one, a code that isn't served, one that isn't its town's", async () => {
    const several = await read({ fromPostal: "Middelburg", fromCity: "" });
    expect(several).toMatchObject({
      state: "places",
      status: 400,
      shown: { which: { field: "fromPostal" }, landmarks: [] },
    });
    const [choice] = several.shown?.which?.choices ?? [];
    const picked = { fromPostal: "Middelburg", fromCity: "", fromSuburb: "", pick: `fromPostal ${choice?.code}` };
    expect(await read(picked)).toMatchObject({ state: "complete", answers: { fromPostal: choice?.code } });
    expect(await read({ ...picked, pick: `fromName ${choice?.code}` })).toMatchObject({ state: "places" });

    expect(await read({ toPostal: "Nowhereville", fromName: "" })).toMatchObject({
      state: "wrong",
      status: 400,
      shown: { errors: { toPostal: [expect.stringContaining("Nowhereville")], fromName: [expect.any(String)] } },
    });

    const unserved = await read({ toPostal: "9100", toCity: "Somewhere", toSuburb: "" });
    expect(unserved).toMatchObject({
      state: "coverage",
      status: 400,
      shown: {
        unserved: [{ field: "toPostal", code: "9100" }],
        errors: { toPostal: [expect.any(String)] },
        towns: null,
      },
    });
    for (const told of [{ told: "9100" }, { askAbout: "1 9100" }] as Record<string, string>[])
      expect(await read({ toPostal: "9100", toCity: "Somewhere", ...told })).toMatchObject({ state: "complete" });

    const wrong = await read({ toPostal: "1431", toCity: "Soweto", toSuburb: "" });
    expect(wrong).toMatchObject({
      state: "towns",
      status: 400,
      shown: {
        unserved: null,
        errors: { toPostal: [expect.any(String)] },
        towns: { asks: [{ field: "toPostal", code: "1431" }] },
      },
    });
    const asked = wrong.shown?.towns?.asked ?? "";
    const same = { toPostal: "1431", toCity: "Soweto", toSuburb: "" };
    expect(await read({ ...same, asked: `0001 0002${asked}` })).toMatchObject({ state: "complete" });
    expect(await read({ ...same, pick: "toPostal 1431" })).toMatchObject({ state: "complete" });
    expect(await read({ ...same, pick: "fromPostal 1431" })).toMatchObject({ state: "towns" });
  });

  test("abroad have a country of the list, and only the sender's place is looked at", async () => {
    const asked = await read({ intent: "abroad", toCountry: "South Africa" });
    expect(asked).toMatchObject({
      state: "choosing a country",
      status: 200,
      shown: { errors: {}, values: { toCountry: "" } },
    });
    expect(asked.shown?.countries?.names).toContain("Brazil");
    expect(asked.shown?.countries?.names[0]).toBe("South Africa");
    expect(await read({ intent: "abroad" }, localShipment)).toMatchObject({
      state: "complete",
      shown: { countries: null },
    });
    const brazil = { toCountry: "Brazil", toPostal: "Katlehong", toCity: "Rio", toSuburb: "" };
    expect(await read(brazil)).toMatchObject({ state: "complete", answers: { toPostal: "Katlehong", toSuburb: "" } });
    expect(await read({ ...brazil, fromPostal: "9100", fromCity: "Somewhere", fromSuburb: "" })).toMatchObject({
      shown: { unserved: [{ field: "fromPostal" }] },
    });
    expect(await read({ ...brazil, fromPostal: "1804", fromCity: "Katlehong", fromSuburb: "" })).toMatchObject({
      shown: { towns: { asks: [{ field: "fromPostal" }] } },
    });
    expect(await read({ ...brazil, intent: "abroad" }, internationalShipment)).toMatchObject({ state: "complete" });
    expect(await read({ toCountry: "…" }, internationalShipment)).toMatchObject({
      state: "choosing a country",
      status: 200,
    });
    expect(await read({ toCountry: "Atlantis" })).toMatchObject({
      state: "wrong",
      shown: { errors: { toCountry: [expect.any(String)] } },
    });
    expect([here.homeIn(publicQuote), here.homeIn(internationalShipment)]).toEqual(["South Africa", null]);
  });
});
