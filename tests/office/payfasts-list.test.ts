import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { transactionCsv } from "../support/a-transaction-list";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { layouts, noLists, writings } from "../support/corpus/files";
import { multipart } from "../support/multipart";
import { siteForAllTests } from "../support/open-site";
import { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
let cashier: Visitor;
beforeAll(async () => {
  cashier = await anOfficeBrowser(site, "cashier");
});

describe("PayFast's list of a whole year", () => {
  const at = new Date("2026-11-20T08:00:00Z");
  const content = transactionCsv(
    Array.from({ length: 9_000 }, (_, n) => ({ at, grossCents: 80_62, orderId: `order-${n}`, pfPaymentId: `${n}` })),
  );
  const folder = () => path.join(site.dataDir, "office-files");
  const kept = () => readdirSync(folder()).filter((name) => name.startsWith("list-"));

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
    expect(statSync(path.join(folder(), file)).mode & 0o777).toBe(0o600);
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
