import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTES, SECONDS } from "#app/durations";
import { holdWriteLock } from "../support/write-lock";
import { openHere } from "./open-here";

const load = async () => ({
  ...(await import("#app/http/limits/rate-limit.server")),
  ...(await import("#app/http/limits/turns.server")),
});
let site: Awaited<ReturnType<typeof openHere>>;
let here: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  site = await openHere({ QUOTES_PER_HOUR: "2" });
  here = await load();
});
afterAll(() => site.close());

const start = new Date();
const after = (ms: number) => new Date(start.getTime() + ms);

describe("a try is counted against each of its limits", () => {
  test("or against none when one of them is reached, until its time is over or the right password resets it", async () => {
    const own = ["passwordAgain", "thandi"] as const;
    const network = ["guessesFromAddress", "198.51.100.1"] as const;
    for (let n = 0; n < 10; n += 1)
      expect(await here.allow(site.context, start, own, network)).toMatchObject({ ok: true });
    const refused = await here.allow(site.context, after(90 * SECONDS), network, own);
    expect(refused).toEqual({
      ok: false,
      limit: "passwordAgain",
      waitMs: 13.5 * MINUTES,
      why: expect.stringMatching(/^Too many requests\. Please try again in 14 minutes, at \d\d:\d\d\.$/),
      answer: { status: 429, headers: { "Cache-Control": "no-store", "Retry-After": "810" } },
    });
    expect(await here.allow(site.context, after(14.5 * MINUTES), own)).toMatchObject({
      why: expect.stringContaining("in 1 minute,"),
    });
    expect(await here.allow(site.context, start, ["passwordAgain", "sipho"])).toMatchObject({ ok: true });
    expect(await here.allow(site.context, after(15 * MINUTES), own)).toMatchObject({ ok: true });

    // The network's count has the ten, and not the refused.
    for (let n = 10; n < 100; n += 1)
      expect(await here.allow(site.context, start, network)).toMatchObject({ ok: true });
    expect(await here.allow(site.context, start, ["guessesAtAccount", "sipho"], network)).toMatchObject({
      limit: network[0],
    });
    for (let n = 0; n < 10; n += 1)
      expect((await here.allow(site.context, start, ["guessesAtAccount", "sipho"])).ok).toBe(true);
    expect((await here.allow(site.context, start, ["guessesAtAccount", "sipho"])).ok).toBe(false);
    await here.resetCounts(site.context, ["guessesAtAccount", "sipho"], ["guessesAtAccount", "nobody"]);
    expect((await here.allow(site.context, start, ["guessesAtAccount", "sipho"])).ok).toBe(true);
    expect((await here.allow(site.context, start, network)).ok).toBe(false);
  });

  test("and a count that can't be reset because the database is locked refuses nobody who was right", async () => {
    const own = ["passwordAgain", "zola"] as const;
    for (let n = 0; n < 10; n += 1) expect(await here.allow(site.context, start, own)).toMatchObject({ ok: true });
    const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
    await here.resetCounts(site.context, own).finally(release);
    expect((await here.allow(site.context, start, own)).ok).toBe(false);
    await here.resetCounts(site.context, own);
    expect((await here.allow(site.context, start, own)).ok).toBe(true);
  });

  test("in a transaction of the caller's too, which undoes the count when it fails", async () => {
    const count = () =>
      site.store.tx((tx) => here.countIn(site.context.settings, tx, ["sameWrongPin", "form 1234"], start));
    const failing = site.store.tx(async (tx) => {
      await here.countIn(site.context.settings, tx, ["sameWrongPin", "form 1234"], start);
      throw new Error("the mark can't be saved");
    });
    await expect(failing).rejects.toThrow("can't be saved");
    expect(await count()).toMatchObject({ ok: true });
    expect(await count()).toMatchObject({ limit: "sameWrongPin", waitMs: 60 * MINUTES });
  });

  test("under a mailbox however it is spelt, and a text without a parcel under its phone, its network and the site", () => {
    expect(here.byStranger("Thandi+1@Example.co.za")).toEqual(["messagesByStrangers", "thandi@example.co.za"]);
    expect(here.byStranger("+27821234567")).toEqual(["messagesByStrangers", "+27821234567"]);
    expect(here.byOwner("a uid")).toEqual(["messagesByOwner", "a uid"]);
    expect(here.unpaidText("+27821234567", "2001:db8:1:2::1")).toEqual([
      ["unpaidTextsToPhone", "+27821234567"],
      ["unpaidTextsFromNetwork", "2001:db8:1"],
      ["unpaidTextsOfSite", "all"],
    ]);
  });
});

describe("on a busy network", () => {
  const forms = new Map<string, FormData>();
  const take = (who: string, ms: number, ...others: Parameters<typeof here.allow>[2][]) => {
    const form = forms.get(who) ?? new FormData();
    forms.set(who, form);
    return here.takeTurn({ ...site.context, clientAddress: "203.0.113.7" }, "quotes", form, after(ms), ...others);
  };

  test("a form waits twenty seconds from when it was first sent, then six a minute pass; nobody's ticket can be made up", async () => {
    for (const who of ["first", "second"]) expect(await take(who, 0)).toMatchObject({ kind: "now" });
    const own = ["passwordAgain", "lindiwe"] as const;
    for (let n = 0; n < 10; n += 1) await here.allow(site.context, start, own);
    expect(await take("third", 0, own)).toMatchObject({
      kind: "refused",
      why: expect.stringContaining("15 minutes"),
    });
    expect(forms.get("third")?.has("waited")).toBe(false);

    const waits = await take("third", 0);
    expect(waits).toMatchObject({ kind: "wait", answer: { status: 429, headers: { "Retry-After": "20" } } });
    const ticket = forms.get("third")?.get("waited");
    expect(await take("third", 18.5 * SECONDS)).toMatchObject({
      why: "Many people on your network get prices right now. Please wait 2 seconds, then press the button again.",
    });
    expect(await take("third", 19.5 * SECONDS)).toMatchObject({ why: expect.stringContaining("wait 1 second,") });
    expect(forms.get("third")?.get("waited")).toBe(ticket);
    for (let n = 0; n < 6; n += 1) expect(await take("third", 20 * SECONDS)).toMatchObject({ kind: "now" });
    // One that has waited waits on while six others pass.
    expect(await take("third", 30 * SECONDS)).toMatchObject({
      kind: "wait",
      answer: { headers: { "Retry-After": "50" } },
    });

    for (const [name, waited] of [
      ["of others", String(ticket).replace(".", "x.")],
      ["of nobody", ""],
    ] as const) {
      forms.set(name, new FormData());
      forms.get(name)?.set("waited", waited);
      expect(await take(name, 30 * MINUTES)).toMatchObject({
        kind: "wait",
        answer: { headers: { "Retry-After": "20" } },
      });
      expect(forms.get(name)?.get("waited")).not.toBe(waited);
    }
    // Before it was given, when the clock was set back; and an hour later.
    expect(await take("third", -1)).toMatchObject({ kind: "wait" });
    forms.get("third")?.set("waited", String(ticket));
    expect(await take("third", 60 * MINUTES - 1)).toMatchObject({ kind: "now" });
  });

  test("its page has everything that was typed, and the cookies of what is already saved", async () => {
    const turn = await take("fourth", 0);
    if (turn.kind === "now") throw new Error("it should wait");
    const form = new FormData();
    form.set("parcelDesc", "Shoes");
    const { wait, answer } = here.waitingFor(turn, form, ["a=1", "b=2"]);
    expect(wait).toEqual({ words: turn.why, typed: { parcelDesc: "Shoes" } });
    expect(answer.status).toBe(429);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("Retry-After")).toBe("20");
    expect(here.waitingFor(turn, form).answer.headers.getSetCookie()).toEqual([]);
  });
});
