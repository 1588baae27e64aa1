import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { referenceNumber } from "#app/domain/values/reference-number";
import { readsMany } from "#app/staff/command";
import { commands } from "#app/staff/commands/all";
import { officeLooks } from "#db/schema/office-people";
import { joinStore } from "#db/store.server";
import { inTheFile } from "../support/a-guest";
import { transactionCsv } from "../support/a-transaction-list";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { layouts, noLists, writings } from "../support/corpus/files";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff, storePlace } from "../support/store-place";
import { Visitor } from "../support/visitor";

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

describe("PayFast's list of a whole year", () => {
  const at = new Date("2026-11-20T08:00:00Z");
  const content = transactionCsv(
    Array.from({ length: 9_000 }, (_, n) => ({ at, grossCents: 80_62, orderId: `order-${n}`, pfPaymentId: `${n}` })),
  );
  const kept = () => ofOffice().filter((name) => name.startsWith("list-"));

  async function press(button: string, file?: string) {
    const { action, body } = cashier.filledIn(button);
    if (file !== undefined) body.delete("file");
    const chosen =
      file === undefined ? undefined : { name: "file", fileName: "p.csv", type: "text/csv", content: file };
    return cashier.follow(await cashier.send(action, multipart(body, chosen)));
  }

  test("waits in a file of its own between Check and Do it, which deletes it", async () => {
    expect(content.length).toBeGreaterThan(1_000_000);
    await cashier.open("/office/do/reconcile");
    const checked = await press("Check", content);
    expect([checked.status, checked.text]).toEqual([200, expect.stringContaining("This would happen")]);
    // The page doesn't carry it.
    expect(checked.html.length).toBeLessThan(content.length);
    const [file = ""] = kept();
    expect(statSync(path.join(site.dataDir, "office-files", file)).mode & 0o777).toBe(0o600);
    await press("Do it");
    // It compared, and settled nothing.
    expect(cashier.page?.text).toContain("Nothing was changed");
    expect(cashier.page?.text).not.toContain("Done");
    expect(kept()).toEqual([]);
  });

  test.each(writings)("in $kind is read in its file", async ({ bytes }) => {
    await cashier.open("/office/do/reconcile");
    const checked = await press("Check", bytes(content).toString("latin1"));
    expect([checked.status, checked.text]).toEqual([200, expect.stringContaining("missing here: 9000")]);
  });

  test.each(layouts)("may be pasted: $kind", async ({ text }) => {
    const row = ["2026/11/21 14:05", "R1,234.50", "order-1", "77"];
    await cashier.open("/office/do/reconcile");
    const pasted = text([["Date", "Gross", "M Payment ID", "PF Payment ID"], row]);
    const { action, body } = cashier.filledIn("Check", { "file-pasted": pasted });
    body.delete("file");
    const checked = await cashier.follow(await cashier.send(action, multipart(body)));
    expect([checked.status, checked.text]).toEqual([200, expect.stringContaining("missing here: 1")]);
  });

  test.each(noLists)("that is no list is named beside its field, short or long: $kind", async ({ bytes, words }) => {
    for (const more of [0, 60_000]) {
      await cashier.open("/office/do/reconcile");
      const answer = await press("Check", Buffer.concat([bytes, Buffer.alloc(more, " ")]).toString("latin1"));
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  test("is one at a time: an older one is no longer kept, and the page says so", async () => {
    await cashier.open("/office/do/reconcile");
    await press("Check", content);
    const older = cashier.filledIn("Do it");
    await cashier.open("/office/do/reconcile");
    await press("Check", content.replaceAll("order-", "other-"));
    expect(kept()).toHaveLength(1);
    const answer = await cashier.follow(await cashier.send(older.action, multipart(older.body)));
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("That list isn't kept any more")]);
  });

  test("is taken from nobody else: a stranger's is refused before it has arrived", async () => {
    const body = new URLSearchParams({ file: content });
    const { status } = await new Visitor(site.url).send("/office/do/reconcile", multipart(body));
    expect(status).toBeOneOf([413, 415]);
    expect(kept()).toHaveLength(1);
  });

  test("waits for its cashier, whatever a colleague sends, and one whose session has ended stores nothing", async () => {
    await cashier.open("/office/do/reconcile");
    await press("Check", content);
    const mine = kept();
    const send = async (visitor: Visitor) => {
      const chosen = { name: "file", fileName: "p.csv", type: "text/csv", content: content.replaceAll("order-", "x-") };
      return visitor.send("/office/do/reconcile", multipart(new URLSearchParams(), chosen));
    };
    const blocked = await anOfficeBrowser(site, "cashier");
    expect((await blocked.open("/office")).status).toBe(200);
    inTheFile(
      site,
      `DELETE FROM sessions WHERE id = (SELECT max(id) FROM sessions WHERE created_at = (SELECT max(created_at) FROM sessions WHERE kind = 'office'))`,
    );
    const answer = await send(blocked);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, expect.stringContaining("/office/sign-in")]);
    expect(kept()).toEqual(mine);
    await send(await anOfficeBrowser(site, "cashier"));
    expect(kept()).toEqual(expect.arrayContaining(mine));
    await press("Do it");
    expect(cashier.page?.text).toContain("Nothing was changed");
  });
});
