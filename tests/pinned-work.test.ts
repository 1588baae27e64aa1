import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lockAlone } from "#db/lock-file.server";
import { addresses, parcel } from "../demo/typed-answers";
import { dashboardOf } from "./bytes/a-full-dashboard";
import { aRegisteredCustomer } from "./support/a-customer";
import { aRound, signedInDriver } from "./support/a-round";
import { anOfficeBrowser, SESSION_SECRET } from "./support/an-office-browser";
import { countWork, type Work } from "./support/counted-work";
import { openSite, type Site } from "./support/open-site";
import { Visitor } from "./support/visitor";

const FILE = "tests/pinned-work.json";
/** How much more than the pinned bytes may be sent: ids and signatures compress differently each time. */
const MOST_TIMES_BYTES = 1.1;
/** What pages read depends on the day: a Wednesday without holidays near it. */
const MORNING = new Date("2026-11-25T08:00:00+02:00");

let site: Site;
const folder = mkdtempSync(path.join(tmpdir(), "thuma-pins-"));
/** Another process sends the emails: a booking begins to, and would get on with that as far as time allows. */
const sender = lockAlone(path.join(folder, "courier.db-outbox"));
const counter = countWork();
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: MORNING });
  site = await openSite({ DATA_DIR: folder, SESSION_SECRET });
});
afterAll(async () => {
  counter.stop();
  await site.stop();
  sender?.release();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Takes what a phone's browser takes. */
class Phone extends Visitor {
  protected override ask(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Accept-Encoding", "gzip, deflate, br");
    return super.ask(url, { ...init, headers });
  }
}

const aPhone = () => new Phone(site.url);

/** A phone without a draft whose first step is open, or one whose next step is. */
async function aPhoneAt(step: "addresses" | "parcel" | "review"): Promise<Phone> {
  const phone = aPhone();
  await phone.open("/ship/addresses");
  if (step !== "addresses") await phone.press("Next", addresses);
  if (step === "review") await phone.press("Calculate Quote", parcel);
  return phone;
}

async function aWaybillNo(): Promise<string> {
  const phone = await aPhoneAt("review");
  await phone.press("Book This Collection", { confirm: "on" });
  await phone.press("Pay now");
  const { text } = await phone.press("Complete payment");
  return /TH \d{3} \d{3} \d{3} \d/.exec(text)?.[0].replaceAll(" ", "") ?? expect.fail(text);
}

type Sent = { status: number; send: () => Promise<Response> };

/**
 * What is done before each request, and the request. Those that write come first: their numbers are noted beside the
 * file, and no payment's should be under way then.
 */
const requests: Record<string, (turn: number) => Promise<Sent>> = {
  "a step with a draft": async () => {
    const phone = await aPhoneAt("parcel");
    return { status: 200, send: () => phone.send("/ship/addresses", {}) };
  },
  "a valid form": async () => {
    const phone = await aPhoneAt("addresses");
    return { status: 303, send: () => phone.pressOnce("Next", addresses) };
  },
  "a refused form": async () => {
    const phone = await aPhoneAt("addresses");
    return { status: 400, send: () => phone.pressOnce("Next", { ...addresses, fromPostal: "14", toName: "" }) };
  },
  "/v1/boxes": async () => ({ status: 200, send: () => aPhone().send("/v1/boxes", {}) }),
  "a quote saved": async () => {
    const phone = await aPhoneAt("parcel");
    return { status: 303, send: () => phone.pressOnce("Calculate Quote", parcel) };
  },
  "a booking": async () => {
    const phone = await aPhoneAt("review");
    return { status: 303, send: () => phone.pressOnce("Book This Collection", { confirm: "on" }) };
  },
  tracking: async () => {
    const waybillNo = await aWaybillNo();
    return { status: 200, send: () => aPhone().send(`/tracking?action=track&accno=&no=${waybillNo}`, {}) };
  },
  "a dashboard of 31": async (turn) => {
    const email = `thandi-${turn}@example.co.za`;
    const phone = await aRegisteredCustomer(site, email, aPhone());
    await dashboardOf(site, email, { quotes: 15, bookings: 16 });
    return { status: 200, send: () => phone.send("/dashboard", {}) };
  },
  "the office's Today": async () => {
    const clerk = await anOfficeBrowser(site, "clerk");
    return { status: 200, send: () => clerk.send("/office", {}) };
  },
  "a driver's list": async (turn) => {
    const [round] = await aRound(site, [`Sipho Nkosi ${turn}`], 25);
    if (!round) throw new Error("no round");
    const phone = await signedInDriver(site, round, aPhone());
    return { status: 200, send: () => phone.send("/drive", {}) };
  },
};

const pinned: Record<string, Work> = JSON.parse(readFileSync(FILE, "utf8"));
const found: Record<string, Work> = {};

/** The second one of its kind: the first fills caches. */
async function workOf(name: string): Promise<ReturnType<typeof counter.last>> {
  for (const turn of [1, 2]) {
    const { status, send } = (await requests[name]?.(turn)) ?? expect.fail(name);
    const answer = await send();
    await answer.text();
    expect(answer.status).toBe(status);
  }
  return counter.last();
}

/** `PINS=write npm test -- tests/pinned-work.test.ts` writes what is found. */
test.each(Object.keys(requests))("%s asks and sends what is written", async (name) => {
  const { work, asked } = await workOf(name);
  found[name] = work;
  if (process.env.PINS === "write") return;
  const { bytes, ...counted } = work;
  const { bytes: pinnedBytes = 0, ...pinnedCounts } = pinned[name] ?? {};
  expect(counted, asked.join("\n")).toEqual(pinnedCounts);
  expect(bytes).toBeLessThanOrEqual(pinnedBytes * MOST_TIMES_BYTES);
});

test("the list has these requests alone", () => {
  const written = Object.fromEntries(Object.keys(requests).map((name) => [name, found[name] ?? pinned[name]]));
  if (process.env.PINS === "write") writeFileSync(FILE, `${JSON.stringify(written, undefined, 2)}\n`);
  else expect(Object.keys(pinned)).toEqual(Object.keys(requests));
});
