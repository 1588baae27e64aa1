import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "#app/domain/accounts/password.server";
import { newKey } from "#app/domain/office/factors.server";
import type { Right } from "#app/domain/office/people.server";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { officePeople } from "#db/schema/office-people";
import { sessions } from "#db/schema/sessions";
import { limitsAsked } from "../../demo/limits-asked";
import { openHere } from "./open-here";

const load = async () => ({
  ...(await import("#app/domain/office/factors.server")),
  ...(await import("#app/http/pages/as-file.server")),
  ...(await import("#app/http/office/office-guard.server")),
  ...(await import("#app/http/office/seal.server")),
  ...(await import("#app/http/office/sign-in.server")),
  ...(await import("#app/http/office/typed-before.server")),
  ...(await import("#app/http/forms/same-site.server")),
  ...(await import("#app/http/limits/rate-limit.server")),
});
let site: Awaited<ReturnType<typeof openHere>>;
let here: Awaited<ReturnType<typeof load>>;

const HOME = "http://localhost:3000";
const PASSWORD = "kasi-taxi-rank-7";
const OFFICE = "10.0.0.7";
const from = (clientAddress: string) => ({ ...site.context, clientAddress });
const zanele = { id: "zanele", name: "Zanele Khumalo", email: "zanele@office.example" };
const pieter = { id: "pieter", name: "Pieter Mokoena", email: "pieter@office.example" };
/** Recovery codes: a code of an app is taken once in half a minute. */
const codesOf = (person: string) => Array.from({ length: 10 }, (_, n) => `${person} ${n}`);

beforeAll(async () => {
  site = await openHere({ ALLOW_OFFICE_FROM: "10.0.0.0/8" });
  here = await load();
  const now = new Date();
  const passwordHash = await hashPassword(limitsAsked, PASSWORD);
  for (const person of [zanele, pieter])
    await site.store.tx(async (tx) => {
      await tx.insert(officePeople).values({ ...person, officeRight: "cashier", addedAt: now, passwordHash });
      const factors = { key: newKey(), step: 0, recoveryCodes: codesOf(person.id) };
      await here.setFactors(tx, person.id, factors, here.keySealOf(site.context.settings, person.id), now);
    });
});
afterAll(() => site.close());

function aForm(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function aRequest(
  cookies: readonly string[] = [],
  init: RequestInit = {},
  path = "/office/payments?day=today",
): Request {
  const headers = { Cookie: cookies.map((line) => line.split(";")[0]).join("; "), ...init.headers };
  return new Request(HOME + path, { ...init, headers });
}

/** What is thrown. */
async function refusal(check: () => unknown): Promise<Response> {
  try {
    await check();
  } catch (thrown) {
    return thrown as Response;
  }
  throw new Error("it was let in");
}

const landing = ({ status, headers }: Response) => [status, headers.get("Location"), headers.get("Cache-Control")];

/** Sends the password, and then a code, as the page's forms do. */
async function signsIn(person: typeof zanele, code: string, cookies: string[] = [], typed = "") {
  const carried = { to: "/office/payments", typed };
  const asked = await here.byPassword(
    aForm({ email: person.email, password: PASSWORD }),
    aRequest(cookies),
    from(OFFICE),
    carried,
  );
  const page = await asked.json();
  if (page.step !== "code") throw new Error(JSON.stringify(page));
  return here.byCode(aForm({ ticket: page.ticket, code }), aRequest(cookies), from(OFFICE), carried);
}

describe("a person of the office", () => {
  let cookies: string[];
  beforeAll(async () => {
    const answer = await signsIn(zanele, "zanele 0");
    expect(landing(answer)).toEqual([303, "/office/payments", "no-store"]);
    cookies = answer.headers.getSetCookie();
    expect(cookies.map((line) => line.split("=")[0])).toEqual(["office", "office-known"]);
  });

  test("is let in with the cookie, from the office's networks only, and others find nothing there", async () => {
    const person = await here.requireOffice(aRequest(cookies), from(OFFICE));
    const { sessionId, formToken, codeAt, ...rest } = person;
    expect(rest).toEqual({ ...zanele, right: "cashier" });
    expect([formToken, codeAt]).toEqual([here.formTokenOf(site.context.settings, sessionId), expect.any(Date)]);
    expect(here.officeCookieOf(aRequest(cookies), site.context.settings)).toMatchObject({
      personId: "zanele",
      sessionId,
    });
    expect(here.officeCookieOf(aRequest(), site.context.settings)).toBeNull();
    for (const nothing of [
      await refusal(() => here.requireOffice(aRequest(cookies), from("198.51.100.1"))),
      await refusal(() => here.requireOffice(aRequest(cookies), site.context)),
      await refusal(() => here.requireOffice(aRequest(), from(OFFICE))),
    ])
      expect([nothing.status, await nothing.text()]).toEqual([404, "Not Found"]);
  });

  test("sends forms with the session's token, or none is taken", async () => {
    const { sessionId, formToken } = await here.requireOffice(aRequest(cookies), from(OFFICE));
    const post = (token: string) => aRequest(cookies, { method: "POST", body: aForm({ token, note: "x" }) });
    const { person, form } = await here.requireOfficeForm(post(formToken), from(OFFICE));
    expect([person.sessionId, form.get("note")]).toEqual([sessionId, "x"]);
    expect((await refusal(() => here.requireOfficeForm(post("x"), from(OFFICE)))).status).toBe(403);
  });

  test("is asked for a code again before what needs one, and for everything after the session, without losing the form", async () => {
    const person = await here.requireOffice(aRequest(cookies), from(OFFICE));
    const at = (ms: number) => new Date(person.codeAt.getTime() + ms);
    const ofRight = (right: Right) => ({ name: "a command", right });
    const uses = (right: Right, now: Date, init?: RequestInit) =>
      here.requireUsable(aRequest(cookies, init), person, ofRight(right), now);
    expect(uses("cashier", at(10 * MINUTES - 1))).toEqual(ofRight("cashier"));
    expect(uses("clerk", at(10 * MINUTES))).toEqual(ofRight("clerk"));
    expect((await refusal(() => uses("manager", at(0)))).status).toBe(404);
    const later = (init?: RequestInit) => refusal(() => uses("cashier", at(10 * MINUTES), init));
    const to = "to=%2Foffice%2Fpayments%3Fday%3Dtoday";
    expect(landing(await later())).toEqual([302, `/office/sign-in?${to}`, "no-store"]);
    const sentOn = [307, `/office/sign-in?${to}&typed=1`, "no-store"];
    const post = (type: string, length: number) =>
      later({ method: "POST", headers: { "Content-Type": type, "Content-Length": String(length) } });
    expect(landing(await post("application/x-www-form-urlencoded", 200_000))).toEqual(sentOn);
    expect(landing(await post("Multipart/form-data; boundary=x", 48 * 1024))).toEqual(sentOn);
    const tooLong = await post("multipart/form-data; boundary=x", 48 * 1024 + 1);
    expect(landing(tooLong)).toEqual([303, `/office/sign-in?${to}`, "no-store"]);

    const ended = aRequest([here.keepOffice(site.context.settings, "an ended session's", "zanele")]);
    expect(landing(await refusal(() => here.requireOffice(ended, from(OFFICE))))).toEqual(landing(await later()));
  });

  test("types a code again in the same session, and ends it by signing in as somebody else", async () => {
    const before = await here.requireOffice(aRequest(cookies), from(OFFICE));
    const again = await signsIn(zanele, "zanele 1", cookies);
    const after = await here.requireOffice(aRequest(again.headers.getSetCookie()), from(OFFICE));
    expect(after.sessionId).toBe(before.sessionId);
    expect(after.codeAt.getTime()).toBeGreaterThan(before.codeAt.getTime());
    const other = await signsIn(pieter, "pieter 0", cookies);
    expect(await here.requireOffice(aRequest(other.headers.getSetCookie()), from(OFFICE))).toMatchObject(pieter);
    expect((await site.store.read.select().from(sessions)).map(({ who }) => who)).toEqual(["pieter"]);
  });

  test("finds what was typed when the session had ended, and nobody else does", async () => {
    const form = aForm({ amount: "80,62", token: "t", code: "1", newPassword: "x", formToken: "kept" });
    const seal = (personId: string) =>
      here.sealTyped(site.context.settings, form, personId, "/office/payments", new Date());
    const answer = await signsIn(pieter, "pieter 1", [], await seal("pieter"));
    const [office = ""] = answer.headers.getSetCookie();
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      ...{ step: "typed before", to: "/office/payments", isMultipart: false },
      formToken: (await here.requireOffice(aRequest([office]), from(OFFICE))).formToken,
      fields: [
        ["amount", "80,62"],
        ["formToken", "kept"],
      ],
    });
    expect(landing(await signsIn(pieter, "pieter 2", [], await seal("zanele")))[0]).toBe(303);
  });
});

describe("who can't sign in to the office", () => {
  const carried = { to: "/office", typed: "sealed" };
  const ticketOf = async (person: typeof zanele, mark?: string) => {
    const [row] = await site.store.read.select().from(officePeople);
    const page = here.codePage(
      site.context.settings,
      { ...person, passwordHash: mark ?? row?.passwordHash ?? "" },
      "",
      new Date(),
    );
    return page.step === "code" ? page.ticket : "";
  };
  const byPassword = async (fields: Record<string, string>, context = from(OFFICE)) => {
    const answer = await here.byPassword(aForm(fields), aRequest(), context, carried);
    return { status: answer.status, page: await answer.json() };
  };
  const byCode = async (fields: Record<string, string>, context = from(OFFICE), cookies: string[] = []) => {
    const answer = await here.byCode(aForm(fields), aRequest(cookies), context, carried);
    return { status: answer.status, page: answer.status === 303 ? null : await answer.json() };
  };

  test("is told so, and not whether it was the email or the password; what was typed before stays", async () => {
    for (const [typed, errors] of [
      [{ email: zanele.email, password: "wrong" }, { "": ["The email or password is wrong."] }],
      [{ email: "nobody@office.example", password: PASSWORD }, { "": ["The email or password is wrong."] }],
      [{ email: zanele.email }, { password: [expect.any(String)] }],
    ] as const) {
      const state = { values: { email: typed.email }, errors };
      expect(await byPassword(typed)).toEqual({ status: 400, page: { step: "password", state, typed: "sealed" } });
    }
  });

  test("has a ticket that is made up or older than the password, or a code that is wrong or was used", async () => {
    const ticket = await ticketOf(zanele);
    for (const wrong of ["", "x", await ticketOf(zanele, "another password's"), await ticketOf({ ...zanele, id: "x" })])
      expect(await byCode({ ticket: wrong, code: "zanele 3" })).toEqual({
        status: 400,
        page: {
          ...{ step: "password", typed: "sealed" },
          state: { values: {}, errors: { "": [expect.stringContaining("sign in again")] } },
        },
      });
    expect((await byCode({ ticket, code: "zanele 3" })).status).toBe(303);
    for (const code of ["zanele 3", "123456"])
      expect(await byCode({ ticket, code })).toEqual({
        status: 400,
        page: {
          ...{ step: "code", name: zanele.name, ticket, typed: "sealed" },
          state: { values: {}, errors: { code: [expect.stringContaining("wrong, or was used before")] } },
        },
      });
    expect((await byCode({ ticket, code: "" })).page).toMatchObject({
      step: "code",
      state: { errors: { code: [expect.any(String)] } },
    });
  });

  test("guesses codes: five an hour at a person from anywhere, which a browser of theirs doesn't suffer from", async () => {
    const known = (await signsIn(pieter, "pieter 3")).headers.getSetCookie();
    const ticket = await ticketOf(pieter);
    // The right code has reset the count.
    const guess = (n: number) => byCode({ ticket, code: "wrong" }, from(`10.0.1.${n}`));
    for (let n = 0; n < 5; n += 1) expect((await guess(n)).status).toBe(400);
    const refused = await guess(5);
    expect(refused).toMatchObject({
      status: 429,
      page: { step: "code", ticket, state: { errors: { "": [expect.any(String)] } } },
    });
    expect((await byCode({ ticket, code: "pieter 4" }, from("10.0.2.1"))).status).toBe(429);
    expect((await byCode({ ticket, code: "pieter 4" }, from(OFFICE), known)).status).toBe(303);
    expect((await byCode({ ticket: await ticketOf(zanele), code: "zanele 4" })).status).toBe(303);
  });

  test("guesses from one network fifty times, which a right code doesn't make fewer", async () => {
    const context = from("10.9.9.9");
    for (let n = 0; n < 48; n += 1)
      await here.allow(site.context, new Date(), ["officeGuessesFromAddress", context.clientAddress]);
    const ticket = await ticketOf(zanele);
    expect((await byPassword({ email: "nobody@office.example", password: "x" }, context)).status).toBe(400);
    expect((await byCode({ ticket, code: "zanele 5" }, context)).status).toBe(303);
    const right = { email: zanele.email, password: PASSWORD };
    const refused = {
      step: "password",
      state: { values: { email: zanele.email }, errors: { "": [expect.any(String)] } },
    };
    expect(await byPassword(right, context)).toMatchObject({ status: 429, page: refused });
    expect((await byPassword(right)).page).toMatchObject({ step: "code" });
  });
});

describe("what is sealed", () => {
  const now = new Date();
  const after = (ms: number) => new Date(now.getTime() + ms);

  test("is read for the same purpose only, and not when it was changed anywhere", () => {
    const seal = here.sealed(site.context.settings, "key of zanele", "Ngiyabonga");
    expect(here.unsealed(site.context.settings, "key of zanele", seal)).toBe("Ngiyabonga");
    expect(here.unsealed(site.context.settings, "key of pieter", seal)).toBeNull();
    expect(here.sealed(site.context.settings, "key of zanele", "Ngiyabonga")).not.toBe(seal);
    const bytes = Buffer.from(seal, "base64url");
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(here.unsealed(site.context.settings, "key of zanele", changed.toString("base64url"))).toBeNull();
    }
    for (const short of ["", "x", seal.slice(0, 20)])
      expect(here.unsealed(site.context.settings, "key of zanele", short)).toBeNull();
    const bomb = here.sealed(site.context.settings, "bomb", "x".repeat(256 * 1024 + 1));
    expect(here.unsealed(site.context.settings, "bomb", bomb)).toBeNull();
    expect(
      here.unsealed(site.context.settings, "bomb", here.sealed(site.context.settings, "bomb", "x".repeat(256 * 1024))),
    ).toHaveLength(256 * 1024);
  });

  test("holds for its time, and not before it was made", () => {
    const seal = here.sealedDocument(site.context.settings, "ticket", { id: 1 }, now);
    const read = (ms: number) => here.unsealedDocument(site.context.settings, "ticket", seal, 10 * SECONDS, after(ms));
    expect([-1, 0, 10 * SECONDS, 10 * SECONDS + 1].map(read)).toEqual([null, { id: 1 }, { id: 1 }, null]);
  });

  test("of a form with a file, the file's text is kept as if it had been pasted, for its person, its page and twelve hours", async () => {
    const form = aForm({ day: "today", list: new File(["a;b"], "list.csv"), none: new File([], "") });
    const seal = await here.sealTyped(site.context.settings, form, "zanele", "/office/list", now);
    const kept = {
      isMultipart: true,
      fields: [
        ["day", "today"],
        ["list-pasted", "a;b"],
        ["list-name", "list.csv"],
      ],
    };
    const read = (person: string, to: string, ms: number) =>
      here.typedBefore(site.context.settings, seal, person, to, after(ms));
    expect(read("zanele", "/office/list", 12 * HOURS)).toEqual(kept);
    expect(read("zanele", "/office/list", 12 * HOURS + 1)).toBeNull();
    expect(read("pieter", "/office/list", 0)).toBeNull();
    expect(read("zanele", "/office/other", 0)).toBeNull();
    expect(here.typedBefore(site.context.settings, "", "zanele", "/office/list", now)).toBeNull();
  });
});

test("a file is opened or saved under its name, never kept, and an endless one is sent as it comes", async () => {
  const file = { type: "text/csv", name: "list.csv", isSaved: true };
  const saved = here.asFile({ ...file, bytes: new TextEncoder().encode("a;b") });
  expect(Object.fromEntries(saved.headers)).toEqual({
    "cache-control": "no-store",
    "content-type": "text/csv",
    "content-disposition": 'attachment; filename="list.csv"',
  });
  expect(await saved.text()).toBe("a;b");
  const opened = here.asFile({ ...file, isSaved: false, bytes: new Blob(["a;b"]).stream() });
  expect(opened.headers.get("content-disposition")).toBe('inline; filename="list.csv"');
  expect([opened.headers.get("x-sent-as-it-comes"), await opened.text()]).toEqual(["yes", "a;b"]);
});
