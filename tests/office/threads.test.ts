import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { referenceNumber } from "#app/domain/values/reference-number";
import { readsMany } from "#app/staff/command";
import { commands } from "#app/staff/commands/all";
import { officeLooks } from "#db/schema/office-people";
import { joinStore } from "#db/store.server";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff, storePlace } from "../support/store-place";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
let cashier: Visitor;
beforeAll(async () => {
  cashier = await anOfficeBrowser(site, "cashier");
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

const ofOffice = () => readdirSync(path.join(site.dataDir, "office-files"));

describe("a long list as a file", () => {
  /** More than what lies between the site and a browser that doesn't read. */
  const ROWS = 20_000;
  const LONG = "/office/list/office-looks/csv";
  const identity = { headers: { "Accept-Encoding": "identity" } };
  const leaving: Response[] = [];
  beforeAll(async () => {
    const store = await joinStore(await storePlace(path.join(site.dataDir, "courier.db")));
    const at = new Date("2026-11-20T08:00:00Z");
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      id: `l${n}`,
      at,
      who: "z".repeat(1_000),
      what: "searched" as const,
    }));
    await store.tx(async (tx) => {
      for (let from = 0; from < ROWS; from += 1_000)
        await tx.insert(officeLooks).values(rows.slice(from, from + 1_000));
    });
    await store.close();
    freshForStaff(path.join(site.dataDir, "courier.db"));
  });
  afterEach(() => Promise.all(leaving.splice(0).map(({ body, bodyUsed }) => (bodyUsed ? null : body?.cancel()))));

  /** The beginning of a list that somebody takes slowly. */
  async function begun(visitor: Visitor, address = LONG): Promise<Response> {
    const answer = await visitor.send(address, identity);
    leaving.push(answer);
    return answer;
  }

  test("has no name while it is sent, and is whole", async () => {
    const answer = await begun(cashier);
    expect([answer.status, ofOffice()]).toEqual([200, []]);
    const lines = Buffer.from(await answer.arrayBuffer())
      .toString()
      .split("\r\n");
    expect(lines[0]).toBe("\uFEFFdone_at;who;action;subject;view;asked;rows");
    // The heading, and what follows the last line.
    expect(lines.length).toBeGreaterThanOrEqual(ROWS + 2);
    const asJson = await begun(cashier, "/office/list/areas/json");
    expect(JSON.parse(await asJson.text())).toContainEqual(expect.objectContaining({ status: "We go there" }));
    const empty = await begun(cashier, "/office/list/areas/json?in=town&has=nowhere-at-all");
    expect(JSON.parse(await empty.text())).toEqual([]);
  });

  test("that some take slowly keeps nobody from lists and figures", async () => {
    const readers = [await anOfficeBrowser(site, "reader"), await anOfficeBrowser(site, "reader")];
    for (const reader of readers) expect((await begun(reader)).status).toBe(200);
    expect((await cashier.open("/office/list/areas?in=town&has=Soweto")).status).toBe(200);
    expect((await cashier.open("/office/figures")).status).toBe(200);
    expect((await begun(cashier)).status).toBe(200);
  });

  test("is one at a time for each person: another is refused in words, until the first has come or was left", async () => {
    const reader = await anOfficeBrowser(site, "reader");
    const first = await begun(reader);
    const second = await begun(reader, "/office/list/areas/csv");
    expect([second.status, await second.text()]).toEqual([429, expect.stringContaining("is on its way to you")]);
    await first.body?.cancel();
    await expect.poll(async () => (await begun(reader)).status).toBe(200);
    const whole = leaving.at(-1);
    expect((await whole?.text())?.length).toBeGreaterThan(ROWS * 1_000);
    await expect.poll(async () => (await begun(reader, "/office/list/areas/csv")).status).toBe(200);
  });

  test("is sent by the site as it comes, packed for browsers that take that", async () => {
    const answer = await cashier.send("/office/list/areas/csv", {});
    expect(answer.headers.get("Content-Length")).toBeNull();
    expect(answer.headers.get("X-Sent-As-It-Comes")).toBeNull();
    expect(answer.headers.get("Content-Encoding")).toBe("gzip");
    expect((await answer.text()).split("\r\n").length).toBeGreaterThan(200);
    expect((await begun(cashier, "/office/list/areas/csv")).headers.get("Content-Encoding")).toBeNull();
  });
});

describe("a scanned load of parcels", () => {
  const numbers = (many: number) =>
    Array.from({ length: many }, (_, n) => referenceNumber("TH", String(100_000_000 + n))).join("\n");

  test("is acted on in a thread, a few are not, and both are answered alike", async () => {
    const [mark] = commands.filter(({ name }) => name === "mark");
    const inThread = (waybill: string) => mark && readsMany(mark, { waybill });
    expect([inThread(numbers(20)), inThread(numbers(21)), inThread("today")]).toEqual([false, true, true]);
    const clerk = await anOfficeBrowser(site, "clerk");
    for (const many of [2, 30]) {
      await clerk.open("/office/do/mark");
      const { status, text } = await clerk.press("Check", { waybill: numbers(many), mark: "collected" });
      expect([many, status, text]).toEqual([many, 409, expect.stringContaining("Nothing was done")]);
    }
  });
});
