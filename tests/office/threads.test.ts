import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { SECONDS } from "#app/durations";
import { textInThread } from "#app/staff/office/threads.server";
import { transactionCsv } from "../support/a-transaction-list";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
let cashier: Visitor;
beforeAll(async () => {
  cashier = await anOfficeBrowser(site, "cashier");
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

describe("a long list as a file", () => {
  /** Needs no table. */
  const numbers = (rows: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) SELECT i, '=' || i AS text FROM n`;
  let file: string;
  beforeAll(() => {
    file = path.join(site.dataDir, "numbers.db");
    new Database(file).exec("CREATE TABLE empty (i)").close();
  });
  const list = (rows: number, format: "csv" | "json" = "csv") => ({ file, sql: numbers(rows), values: [], format });

  test("is read in pieces as it is taken, and two are read at a time", async () => {
    const told: number[] = [];
    const taken = (rows: number) => told.push(rows);
    const [first, second] = [await textInThread(list(100_000), taken), await textInThread(list(3), taken)];
    let third: ReadableStream<Uint8Array> | undefined;
    const waiting = textInThread(list(1, "json"), taken).then((stream) => (third = stream));
    const reader = first.getReader();
    const piece = (await reader.read()).value ?? new Uint8Array();
    expect(piece.length).toBeLessThan(70_000);
    expect(Buffer.from(piece).toString()).toMatch(/^\uFEFFi,text\r\n1,'=1\r\n2,'=2\r\n/);
    expect(third).toBeUndefined();
    // Whoever leaves early gives the thread to the next.
    await reader.cancel();
    await waiting;
    expect(JSON.parse(await new Response(third).text())).toEqual([{ i: 1, text: "=1" }]);
    expect(await new Response(second).text()).toBe("i,text\r\n1,'=1\r\n2,'=2\r\n3,'=3\r\n");
    expect(told).toEqual([1, 3]);
  });

  test("that nobody takes for a minute breaks off, so that others get the thread, and isn't taken for whole", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const reader = (await textInThread(list(100_000), () => expect.fail("it isn't whole"))).getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(61 * SECONDS);
    vi.useRealTimers();
    await expect(reader.read()).rejects.toThrow("was not taken for too long");
    const [one, other] = [await textInThread(list(1), () => undefined), await textInThread(list(1), () => undefined)];
    for (const stream of [one, other]) expect(await new Response(stream).text()).toContain("1");
  });

  test("is sent by the site as it comes, packed for browsers that take that", async () => {
    const answer = await cashier.send("/office/list/areas/csv", {});
    expect(answer.headers.get("Content-Length")).toBeNull();
    expect(answer.headers.get("X-Sent-As-It-Comes")).toBeNull();
    expect(answer.headers.get("Content-Encoding")).toBe("gzip");
    expect((await answer.text()).split("\r\n").length).toBeGreaterThan(200);
    expect(
      (await cashier.send("/office/list/areas/csv", { headers: { "Accept-Encoding": "identity" } })).headers.get(
        "Content-Encoding",
      ),
    ).toBeNull();
  });
});

describe("PayFast's list of a whole year", () => {
  const at = new Date("2026-11-20T08:00:00Z");
  const content = transactionCsv(
    Array.from({ length: 9_000 }, (_, n) => ({ at, grossCents: 80_62, orderId: `order-${n}`, pfPaymentId: `${n}` })),
  );
  const kept = () => readdirSync(site.dataDir).filter((name) => name.startsWith("office-list-"));

  async function press(button: string, file?: string) {
    const { action, body } = cashier.filledIn(button);
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
    expect(statSync(path.join(site.dataDir, file)).mode & 0o777).toBe(0o600);
    await press("Do it");
    // It compared, and settled nothing.
    expect(cashier.page?.text).toContain("Nothing was changed");
    expect(cashier.page?.text).not.toContain("Done");
    expect(kept()).toEqual([]);
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
});
