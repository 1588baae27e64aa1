import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stops } from "#db/schema/rounds";
import { aRound, type Round } from "../support/a-round";
import { openHere } from "./open-here";

const load = async () => ({
  ...(await import("#app/domain/drivers/driver-sessions.server")),
  ...(await import("#app/domain/drivers/reported-marks.server")),
  ...(await import("#app/domain/drivers/stops.server")),
  ...(await import("#app/http/forms/same-site.server")),
  ...(await import("#app/http/forms/stop-form.server")),
  ...(await import("#app/http/forms/take-mark.server")),
  ...(await import("#app/http/sign-in/driver.server")),
  ...(await import("#app/http/sign-in/guard.server")),
});
let site: Awaited<ReturnType<typeof openHere>>;
let here: Awaited<ReturnType<typeof load>>;
let mine: Round;
let others: Round;
let cookie: string;
const stopIds = new Map<string, string>();

beforeAll(async () => {
  site = await openHere();
  here = await load();
  const [first, second] = await aRound(site, ["Sipho", "Bongani"], 7);
  if (!first || !second) throw new Error("no rounds");
  [mine, others] = [first, second];
  cookie = await signsIn(mine);
  for (const { id, waybillNo } of await site.store.read.select().from(stops)) stopIds.set(waybillNo, id);
});
afterAll(() => site.close());

async function signsIn({ link }: Round): Promise<string> {
  const code = new URL(link, "http://localhost").searchParams.get("code") ?? "";
  const token = here.driverToken(site.context.settings, code, "form");
  expect(await site.store.tx((tx) => here.signInDriver(tx, { code, token, phone: "a phone" }, new Date()))).toBe(true);
  return here.keepDriver(site.context.settings, token).split(";")[0] ?? "";
}

const HOME = "http://localhost:3000";
const idOf = (waybillNo: string) => stopIds.get(waybillNo) ?? "";
const stopOf = (round: Round, at: number) => round.stops[at] ?? "";

type Sent = { by?: string; at?: Date; also?: readonly string[]; from?: string };

/** Sends the form of a stop; the answer, or what is thrown. */
async function marks(waybillNo: string | null, fields: Record<string, string>, sent: Sent = {}) {
  const body = new FormData();
  const whole = {
    key: "k",
    visit: "delivery",
    signed: here.signedStop(site.context.settings, idOf(waybillNo ?? "")),
    ...fields,
  };
  for (const [name, value] of Object.entries(whole)) body.set(name, value);
  for (const other of sent.also ?? [])
    body.append("also", here.signedAlso(site.context.settings, idOf(waybillNo ?? ""), idOf(other)));
  const headers = { Cookie: sent.by ?? cookie, "Sec-Fetch-Site": sent.from ?? "same-origin" };
  const address = `${HOME}/drive/stop/x${sent.at ? `?at=${sent.at.toISOString()}` : ""}`;
  const request = new Request(address, { method: "POST", body, headers });
  const answer = await here.takeMark(request, site.context, waybillNo).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  const text = await answer.text();
  return {
    status: answer.status,
    to: answer.headers.get("Location"),
    reported: answer.headers.get("Mark-Reported"),
    body: text.startsWith("{") ? JSON.parse(text) : text,
    isKept: answer.headers.get("Cache-Control") !== "no-store",
  };
}

const reports = async (waybillNo: string) =>
  (await here.reportedOf(site.store.read, waybillNo)).map(({ driver, why }) => [driver.name, why]);
const nobody = { mark: "nobody_there", reason: "nobody" };

describe("a driver's mark", () => {
  test("is saved once, with those that are ticked at the same gate and are the driver's own", async () => {
    const [stop, neighbour] = [stopOf(mine, 0), stopOf(mine, 1)];
    const done = `/drive?${new URLSearchParams({ done: `${stop} ${neighbour}` })}`;
    const sent = { also: [neighbour, stopOf(others, 0)] };
    const saved = { status: 303, to: done, reported: null, body: "", isKept: false };
    expect(await marks(stop, nobody, sent)).toEqual(saved);
    expect(await marks(stop, nobody, sent)).toEqual(saved);
    for (const silent of [neighbour, stopOf(others, 0)]) expect(await reports(silent)).toEqual([]);
  });

  test("at an old page is known by its session's token; what isn't theirs any more of those ticked goes to the office", async () => {
    const [stop, gone] = [stopOf(mine, 5), stopOf(mine, 6)];
    await site.store.tx((tx) => here.unassignStop(tx, gone, null, new Date()));
    const token = here.formTokenOf(
      site.context.settings,
      here.sessionNamedAt(
        here.driversDoor,
        new Request(HOME, { headers: { Cookie: cookie } }),
        site.context.settings,
      ) ?? "",
    );
    expect(await marks(stop, { ...nobody, signed: "x", token }, { also: [gone] })).toMatchObject({
      status: 303,
      to: `/drive?done=${stop}`,
    });
    expect(await reports(gone)).toEqual([]);
    expect(await marks(stop, { ...nobody, key: "again" }, { also: [gone] })).toMatchObject({
      status: 303,
      to: `/drive?done=${stop}&not=${gone}`,
    });
    expect(await reports(gone)).toEqual([["Sipho", "This was not a stop of Sipho any more."]]);
  });

  test("is shown again beside what is wrong, which the office hears of only if the driver can't correct it", async () => {
    const stop = stopOf(mine, 2);
    const shown = (errors: object) => ({ status: 400, body: { errors, savedKey: "" }, isKept: false });
    expect(await marks(stop, { reason: "x" })).toMatchObject(shown({ "": ["Press one of the buttons."] }));
    const blank = await marks(stop, { mark: "delivered", takenBy: "Gogo", pin: " " });
    expect(blank).toMatchObject({ status: 400, body: { values: { mark: "delivered", takenBy: "Gogo" } } });
    expect(await marks(stop, { mark: "something_wrong" })).toMatchObject({ status: 400 });
    expect(await marks(stop, { mark: "delivered", takenBy: "Gogo", pin: "1", pieces: "9" })).toMatchObject({
      status: 400,
    });
    expect(await reports(stop)).toEqual([]);
    const wrongPin = await marks(stop, { mark: "delivered", takenBy: "Gogo", pin: "1" });
    expect(wrongPin).toMatchObject(shown({ pin: [expect.any(String)] }));
    expect(await reports(stop)).toEqual([["Sipho", wrongPin.body.errors.pin[0]]]);
  });

  test("that the phone had stored is never shown again: the office has it as a report", async () => {
    const stop = stopOf(mine, 3);
    const late = await marks(stop, { mark: "delivered", takenBy: "Gogo", pin: "" }, { at: new Date() });
    expect([late.status, late.isKept, late.body]).toEqual([403, false, expect.stringContaining("report of Sipho")]);
    expect(decodeURIComponent(late.reported ?? "")).toBe(late.body);
    expect(await reports(stop)).toHaveLength(1);
    const nothing = await marks(stop, {}, { at: new Date() });
    expect([nothing.status, nothing.reported]).toEqual([400, null]);
  });

  test("of a form that isn't theirs isn't counted: a signed one goes to the office, from our own pages only", async () => {
    const stop = stopOf(mine, 4);
    const refused = { status: 403, reported: null, body: expect.stringContaining("Nothing was saved") };
    expect(await marks(null, nobody)).toMatchObject(refused);
    expect(await marks(stop, { ...nobody, signed: "x" })).toMatchObject(refused);
    expect(
      await marks(stop, { ...nobody, signed: here.signedStop(site.context.settings, idOf(stopOf(mine, 0))) }),
    ).toMatchObject(refused);
    expect(await marks(stop, {}, { by: "" })).toMatchObject(refused);
    expect((await marks(stop, nobody, { by: "", from: "cross-site" })).body).toContain("not sent from our site");
    expect(await reports(stop)).toEqual([]);

    const signedOut = await marks(stop, { ...nobody, key: "k1" }, { by: "", also: [stopOf(mine, 3)] });
    expect(signedOut).toMatchObject({ status: 403, body: expect.stringContaining("No driver was signed in") });
    expect(await reports(stop)).toEqual([["Sipho", "No driver was signed in on the phone."]]);
    expect(await reports(stopOf(mine, 3))).toEqual(await reports(stop));
    const byBongani = await marks(stopOf(mine, 4), { ...nobody, key: "k2" }, { by: await signsIn(others) });
    expect(byBongani).toMatchObject({
      status: 403,
      reported: "",
      body: expect.stringContaining("Bongani was signed in"),
    });
    expect((await marks(stop, nobody, { from: "cross-site" })).status).toBe(403);
  });
});
