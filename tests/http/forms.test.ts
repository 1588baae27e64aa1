import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { settings } from "#app/config.server";
import { MOST_TOGETHER } from "#app/domain/drivers/gate";
import { DAYS, SECONDS } from "#app/durations";
import { carriedValue, checkForm, typedValues } from "#app/http/forms/forms.server";
import {
  formTokenOf,
  isFormOf,
  isFromOurPage,
  refuseForeignForm,
  refuseOtherSites,
  sentFrom,
} from "#app/http/forms/same-site.server";
import { checkTicket, newTicket, renewedTicket, senderOf } from "#app/http/forms/spam-guard.server";
import {
  alsoLeftOut,
  alsoTicked,
  hasPhoto,
  readStopForm,
  signedAlso,
  signedOffer,
  signedStop,
  stopSigned,
} from "#app/http/forms/stop-form.server";
import { ifWritable, markUnwritable, unlessUnwritable } from "#app/http/forms/unwritable.server";
import { isWishForm, readWish } from "#app/routes/find-me.$quoteId/wish-form.server";
import { signedText, signedTextIn } from "#app/signature.server";
import { LostCommitError } from "#db/postgres/refusal";
import { StoreBusyError } from "#db/store-error";

const now = new Date("2026-11-21T10:00:00Z");
const after = (ms: number) => new Date(now.getTime() + ms);

function aForm(fields: Record<string, string | File | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each);
  return form;
}

describe("which site sent a form", () => {
  const plain = { appUrl: "http://thuma.local", host: "192.168.7.20:3000" };
  const secure = { appUrl: "https://thuma.example", host: "192.168.7.20:3000" };

  test.each([
    ["here", secure, "https://thuma.example", "cross-site"],
    ["elsewhere", secure, "http://thuma.example", "same-origin"],
    ["elsewhere", secure, "http://192.168.7.20:3000", null],
    ["here", plain, "http://192.168.7.20:3000", null],
    ["elsewhere", plain, "http://192.168.7.20:4000", null],
    ["elsewhere", plain, "null", "same-origin"],
    ["here", plain, null, "same-origin"],
    ["here", plain, null, "none"],
    ["elsewhere", plain, null, "same-site"],
    ["elsewhere", plain, "", "cross-site"],
    ["unknown", plain, null, null],
    ["unknown", plain, "", ""],
  ])("%s: of %j, from %s, %s", (source, sentTo, origin, fetchSite) => {
    expect(sentFrom({ origin, fetchSite }, sentTo)).toBe(source);
  });

  test("an old browser says it by the page before, or by the token of one of its sessions", () => {
    const ask = (headers: { fetchSite?: string; referer?: string }, token = "", sessions: string[] = []) =>
      isFromOurPage(
        settings(),
        { origin: null, fetchSite: null, referer: undefined, ...headers },
        secure,
        token,
        sessions,
      );
    const token = formTokenOf(settings(), "mine");
    expect(ask({ fetchSite: "same-origin" }, "", ["mine"])).toBe(true);
    expect(ask({ fetchSite: "cross-site", referer: "https://thuma.example/" }, token, ["mine"])).toBe(false);
    expect(ask({ referer: "https://thuma.example/account" }, "", ["mine"])).toBe(true);
    expect(ask({ referer: "https://evil.example/" }, token, ["mine"])).toBe(false);
    expect(ask({}, "", [])).toBe(true);
    expect(ask({}, "", ["mine"])).toBe(false);
    expect(ask({}, token, ["another", "mine"])).toBe(true);
    expect(ask({}, token, ["another"])).toBe(false);
  });

  test("behind a sign-in an old browser's form needs its session's token; a guest's is refused only from elsewhere", async () => {
    const ours = aForm({ token: formTokenOf(settings(), "mine") });
    expect([
      isFormOf(settings(), "mine", ours),
      isFormOf(settings(), "another", ours),
      isFormOf(settings(), "mine", aForm({})),
    ]).toEqual([true, false, false]);
    const request = (fetchSite?: string) =>
      new Request("http://localhost/x", { method: "POST", headers: fetchSite ? { "Sec-Fetch-Site": fetchSite } : {} });
    const refusal = (check: () => void): Response | null => {
      try {
        check();
      } catch (answer) {
        return answer as Response;
      }
      return null;
    };
    expect(refusal(() => refuseForeignForm(request(), settings(), ours, "mine"))).toBeNull();
    expect(refusal(() => refuseForeignForm(request("same-origin"), settings(), aForm({}), "mine"))).toBeNull();
    expect(refusal(() => refuseForeignForm(request("cross-site"), settings(), ours, "mine"))?.status).toBe(403);
    const refused = refusal(() => refuseForeignForm(request(), settings(), aForm({}), "mine"));
    expect([refused?.status, refused?.headers.get("Cache-Control")]).toEqual([403, "no-store"]);
    expect(await refused?.text()).toMatch(/not sent from our site/);
    expect(
      ["same-origin", undefined].map((site) => refusal(() => refuseOtherSites(request(site), settings()))),
    ).toEqual([null, null]);
    expect(refusal(() => refuseOtherSites(request("cross-site"), settings()))?.status).toBe(403);
  });
});

describe("a bot's form", () => {
  const ticket = newTicket(settings(), now);
  test.each([
    ["filled in the trap", aForm({ homepage: "x", ticket }), 60 * SECONDS, { suspicion: "trap" }],
    ["has no ticket", aForm({}), 0, { suspicion: "no_ticket" }],
    ["made one up", aForm({ ticket: `${ticket}x` }), 60 * SECONDS, { suspicion: "no_ticket" }],
    ["added to one", aForm({ ticket: `${ticket}.x` }), 60 * SECONDS, { suspicion: "no_ticket" }],
    ["was too fast", aForm({ ticket }), 3 * SECONDS - 1, { suspicion: "too_fast" }],
    ["has one of a month ago", aForm({ ticket }), 30 * DAYS + 1, { suspicion: "no_ticket" }],
  ])("is one that %s", (_, form, ms, suspicion) => {
    expect(checkTicket(settings(), form, after(ms))).toEqual(suspicion);
  });

  test("is none that took three seconds or a month, nor while the clock is set back; its ticket stays the same", () => {
    const key = ticket.split(".")[1];
    for (const ms of [3 * SECONDS, 30 * DAYS, -1])
      expect(checkTicket(settings(), aForm({ ticket }), after(ms))).toEqual({ key });
    expect(renewedTicket(settings(), aForm({ ticket }), after(30 * DAYS))).toBe(ticket);
    for (const [form, ms] of [
      [aForm({ ticket }), 30 * DAYS + 1],
      [aForm({ ticket: "x" }), 0],
    ] as const) {
      const renewed = aForm({ ticket: renewedTicket(settings(), form, after(ms)) });
      expect(checkTicket(settings(), renewed, after(ms + 3 * SECONDS))).toHaveProperty("key");
    }
  });

  test("is counted by its network, which can't be read from the count", () => {
    expect(senderOf(settings(), undefined)).toBeNull();
    expect(senderOf(settings(), "2001:db8::1")).toBe(senderOf(settings(), "2001:db8::2"));
    expect(senderOf(settings(), "198.51.100.1")).not.toBe(senderOf(settings(), "198.51.100.2"));
    expect(senderOf(settings(), "198.51.100.1")).not.toContain("198");
  });

  test("can't sign a text", () => {
    expect(signedTextIn(settings(), "a link", signedText(settings(), "a link", "a.b"))).toBe("a.b");
    for (const made of [
      "",
      "a",
      ".",
      "a.b",
      `x${signedText(settings(), "a link", "a.b")}`,
      signedText(settings(), "another", "a.b"),
    ])
      expect(signedTextIn(settings(), "a link", made)).toBeNull();
  });
});

describe("what is read of any form", () => {
  const Schema = z.object({ name: z.string({ error: "Who?" }), note: z.string().optional() });

  test("are answers, or each field's errors beside what was typed; conform's own commands are nothing", () => {
    const command = { __intent__: "{", __state__: "[" };
    expect(checkForm(aForm({ name: "Thandi", ...command }), Schema)).toEqual({ ok: true, answers: { name: "Thandi" } });
    expect(checkForm(aForm({ note: "x", ...command }), Schema)).toEqual({
      ok: false,
      state: { values: { note: "x" }, errors: { name: ["Who?"] } },
    });
  });

  test("is cut where a page would show it again, and isn't read where no field of ours is as long", () => {
    const form = aForm({ long: "x".repeat(20_001), twice: ["first", "last"], file: new File(["x"], "x.txt") });
    expect(typedValues(form)).toEqual({ long: "x".repeat(20_000), twice: "last" });
    const carried = aForm({ fits: "x".repeat(1000), long: "x".repeat(1001), file: new File(["x"], "x.txt") });
    expect(["fits", "long", "file", "none"].map((name) => carriedValue(carried, name))).toEqual([
      "x".repeat(1000),
      "",
      "",
      "",
    ]);
  });
});

describe("a receiver's wishes", () => {
  const neighbour = { neighbour: "Gogo Dlamini", neighbourAt: "Stand 1424" };
  const asks = { kind: "neighbour", name: "Gogo Dlamini", house: "Stand 1424" };
  const day = { wish: "day", day: "2026-11-23" };
  test.each([
    [{ wish: "depot", day: "2026-11-23", ...neighbour }, [{ kind: "depot" }]],
    [{ ...day, part: "morning" }, [{ kind: "day", day: "2026-11-23", part: "morning" }]],
    [{ ...day, part: "afternoon" }, [{ kind: "day", day: "2026-11-23", part: "afternoon" }]],
    [{ day: "2026-11-23", part: "night" }, [{ kind: "day", day: "2026-11-23", part: null }]],
    [{ ...day, neighbour: "half filled in" }, [{ kind: "day", day: "2026-11-23", part: null }]],
    [neighbour, [asks]],
    [{ ...day, ...neighbour }, [{ kind: "day", day: "2026-11-23", part: null }, asks]],
  ])("of %j", (fields, answers) => {
    expect(readWish(aForm(fields))).toEqual({ ok: true, answers });
  });

  test.each([
    [{}, ["wish"]],
    [{ wish: "day" }, ["day"]],
    [{ wish: "day", day: " ", neighbour: "", neighbourAt: "" }, []],
    [{ wish: "neighbour", neighbour: " " }, ["neighbour", "neighbourAt"]],
    [{ neighbour: "Gogo Dlamini" }, ["neighbourAt"]],
  ])("of %j are refused beside %j, with what was typed", (fields, wrong) => {
    const read = readWish(aForm(fields));
    if (wrong.length === 0) return expect(read.ok).toBe(true);
    expect(read).toMatchObject({ ok: false, state: { values: fields } });
    expect(Object.keys(read.ok ? {} : read.state.errors)).toEqual(wrong);
    for (const words of Object.values(read.ok ? {} : read.state.errors)) expect(words).toHaveLength(1);
  });

  test("are known by their fields", () => {
    const fields = ["wish", "neighbour", "takeBack", "day"];
    expect(fields.map((name) => isWishForm(aForm({ [name]: "" })))).toEqual([true, true, true, false]);
  });
});

describe("a driver's form", () => {
  test("names its stop and those at the same gate by signatures that no other form has", () => {
    expect(stopSigned(settings(), aForm({ signed: signedStop(settings(), "stop-1") }))).toBe("stop-1");
    for (const signed of [
      "",
      "stop-1",
      signedAlso(settings(), "stop-1", "stop-2"),
      `x${signedStop(settings(), "stop-1")}`,
    ])
      expect(stopSigned(settings(), aForm({ signed }))).toBeNull();
    const [other, third] = [signedAlso(settings(), "stop-1", "stop-2"), signedAlso(settings(), "stop-1", "stop-3")];
    const also = [other, signedAlso(settings(), "stop-9", "stop-4"), "stop-5", third];
    expect(alsoTicked(settings(), aForm({ also }), "stop-1")).toEqual(["stop-2", "stop-3"]);
    const left = (beside: string) => alsoLeftOut(settings(), aForm({ also, beside }), "stop-1");
    expect(left(signedOffer(settings(), "stop-1", ["stop-2", "stop-6", "stop-7"]))).toEqual(["stop-6", "stop-7"]);
    for (const beside of [
      "",
      "1",
      "stop-6",
      signedOffer(settings(), "stop-9", ["stop-6"]),
      signedOffer(settings(), "stop-1", []),
    ])
      expect(left(beside)).toEqual([]);
    // The longest: twenty ids of 22 signs.
    const offered = Array.from({ length: MOST_TOGETHER }, (_, at) => String(at).padStart(22, "-"));
    expect(left(signedOffer(settings(), "stop-1", offered))).toEqual(offered);
    expect(readStopForm(aForm({ also: [other, third] }), new Request("http://localhost/")).values.also).toBe(
      `${other} ${third}`,
    );
  });

  test("is read as it was filled in, and when; without a button or a key there are no answers", () => {
    const filledIn = { pieces: "2", pin: "1234", takenBy: "Gogo", reason: "closed", more: "a dog" };
    const form = { mark: "delivered", visit: "delivery", key: "k", ...filledIn };
    const read = (fields: Record<string, string>, query = "") =>
      readStopForm(aForm(fields), new Request(`http://localhost/drive${query}`));
    const answers = { kind: "delivered", visit: "delivery", key: "k", ...filledIn, filledInAt: null };
    expect(read(form)).toEqual({ answers, values: { key: "k", mark: "delivered", ...filledIn, also: "" } });
    expect(read(form, "?at=2026-11-21T10:00:00.000Z").answers?.filledInAt).toEqual(now);
    expect(read(form, "?at=yesterday").answers?.filledInAt).toBeNull();
    expect(read({ ...form, visit: "stroll" }).answers?.visit).toBeNull();
    const blank = { pieces: "", pin: "", takenBy: "", reason: "", more: "", also: "" };
    expect(read({ key: "k" })).toEqual({ answers: null, values: { key: "k", mark: "", ...blank } });
    for (const fields of [
      { ...form, mark: "eaten" },
      { ...form, key: "" },
    ])
      expect(read(fields).answers).toBeNull();
  });

  test("has a photo when there are bytes, or the name of a file that follows", () => {
    const photos = [new File(["x"], "x.jpg"), new File([], "x.jpg"), "IMG_1.jpg", ""];
    expect(photos.map((photo) => hasPhoto(aForm({ photo })))).toEqual([true, false, true, false]);
    expect(hasPhoto(aForm({}))).toBe(false);
  });
});

describe("while nothing can be written", () => {
  const locked = new StoreBusyError("locked");
  const lost = new LostCommitError("no answer", { cause: new StoreBusyError("locked") });
  const fails = (error: Error) => () => Promise.reject(error);
  const bug = new Error("a bug");

  test("a form is refused for half a minute, in words that say what is known; a bug isn't hidden", async () => {
    const refuse = (words: string, how: unknown) => ({ words, how });
    const how = { status: 503, headers: { "Cache-Control": "no-store", "Retry-After": "30" } };
    const nothing = { words: expect.stringContaining("Nothing was changed"), how };
    expect(await unlessUnwritable(fails(locked), refuse)).toEqual(nothing);
    const unknown = { words: expect.stringContaining("We don't know whether it was saved"), how };
    expect(await unlessUnwritable(fails(lost), refuse)).toEqual(unknown);
    expect(await unlessUnwritable(async () => "saved", refuse)).toBe("saved");
    await expect(unlessUnwritable(fails(bug), refuse)).rejects.toBe(bug);
  });

  test("what can wait is left out, and an error's page is marked", async () => {
    await ifWritable(fails(locked));
    await expect(ifWritable(fails(bug))).rejects.toBe(bug);
    const marked = [bug, locked, lost].map((error) => {
      const context = {} as AppLoadContext;
      markUnwritable(error, context);
      return context;
    });
    expect(marked).toEqual([{}, { isUnwritable: true }, { isUnwritable: true, mayBeSaved: true }]);
  });
});
