import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { commands } from "#app/staff/commands/all";
import { addressOf } from "#app/staff/office/office-desk.server";
import { deskOfSite } from "../support/a-desk";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
let manager: Visitor;
let waybillNo: string;
/** So many that neither the connection nor the browser holds the whole list. */
const ROWS = 60_000;
beforeAll(async () => {
  manager = await anOfficeBrowser(site, "manager", store);
  ({ waybillNo } = await aGuestWithAWaybill(site));
  const details = "x".repeat(500);
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`;
  inTheFile(
    site,
    `INSERT INTO staff_actions (id, at, who, action, subject, details)
     ${numbers} SELECT 'long' || i, '2026-01-01T08:00:00.000Z', 'Zanele', 'tried', 'S' || i, '${details}' FROM n`,
  );
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

type Row = { who: string; what: string; number: string | null; view: string | null; asked: string | null };
const looks = () => inTheFile<Row & { rows: number | null }>(site, "SELECT * FROM office_looks");
const ofView = (view: string) => looks().filter((look) => look.view === view);

/** A list that is being sent, of which the first piece has come. */
async function aListOnItsWay(browser: Visitor) {
  const answer = await browser.send("/office/list/history/csv?in=action&has=tried&sort=subject", {
    headers: { "Accept-Encoding": "identity" },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader() ?? expect.fail("no list");
  await reader.read();
  /** The bytes that still come; or the error that the browser sees. */
  const rest = async () => {
    let bytes = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) bytes += next.value.length;
    return bytes;
  };
  return { reader, rest };
}

test("a list is on record when it begins, with its format and columns and without the filter's words", async () => {
  const browser = await anOfficeBrowser(site, "reader", store);
  const { reader } = await aListOnItsWay(browser);
  const begun = { what: "exported", asked: "csv, filtered by action, sorted by subject" };
  await expect.poll(() => ofView("staff_history")).toEqual([expect.objectContaining(begun)]);
  // Whoever has had enough closes the connection.
  await reader.cancel();
  const asked = "in=subject&has=S59999";
  await (await browser.send(`/office/list/history/json?${asked}`, {})).json();
  await browser.open(`/office/list/history?${asked}`);
  const filtered = { view: "staff_history", asked: "json, filtered by subject" };
  await expect
    .poll(() => ofView("staff_history"))
    .toEqual([
      expect.objectContaining(begun),
      expect.objectContaining({ ...filtered, what: "exported", rows: 1 }),
      expect.objectContaining({ ...filtered, what: "looked at", asked: "filtered by subject", rows: 1 }),
    ]);
  expect(JSON.stringify(looks())).not.toContain("59999");
});

test.each([
  ["signed out", (id: string) => inTheFile(site, `DELETE FROM sessions WHERE who = '${id}'`)],
  ["blocked", (_: string, email: string) => terminal.ask("block", "person", email)],
  [
    "twelve hours later",
    (id: string) =>
      inTheFile(site, `UPDATE sessions SET expires_at = '${new Date().toISOString()}' WHERE who = '${id}'`),
  ],
])("a list that is being sent ends when its person is %s, and its browser sees that it isn't whole", async (_, end) => {
  const browser = await anOfficeBrowser(site, "reader", store);
  const [person] = inTheFile<{ id: string; email: string }>(
    site,
    "SELECT id, email FROM office_people ORDER BY added_at DESC LIMIT 1",
  );
  const { rest } = await aListOnItsWay(browser);
  await end(person?.id ?? "", person?.email ?? "");
  await expect(rest()).rejects.toThrow();
});

test("a list comes whole to whoever stays signed in", async () => {
  const { rest } = await aListOnItsWay(await anOfficeBrowser(site, "reader", store));
  expect(await rest()).toBeGreaterThan(500 * (ROWS - 1_000));
});

test("each command's page is on record once it shows something, with the number and no name; a form that waits isn't", async () => {
  const checked = commands.filter(({ page }) => typeof page === "string");
  const known = new URLSearchParams({
    number: waybillNo,
    waybill: waybillNo,
    quote: waybillNo,
    person: "thandi@example.co.za",
  });
  for (const { name } of checked) {
    await manager.open(`/office/do/${addressOf(name)}`);
    const { document } = await manager.open(`/office/do/${addressOf(name)}?${known}`);
    // Where all is known, the page shows at once what would happen.
    if (!document.querySelector("main .notice")) await manager.press("Check");
  }
  const who = expect.stringContaining("Zanele Khumalo");
  // Of a command whose fields are filled in both pages show something; of the others only what Check answers.
  const expected = checked.flatMap(({ name, arguments: positional, filledIn }) => {
    const isOfOne = Object.keys(positional).some((each) => known.has(each) && each !== "person");
    const look = { who, what: "looked at", view: name, number: isOfOne ? waybillNo : null };
    return filledIn ? [look, look] : [look];
  });
  const made = () => looks().filter(({ view }) => checked.some(({ name }) => name === view));
  await expect.poll(made).toHaveLength(expected.length);
  expect(made()).toEqual(expect.arrayContaining(expected.map((look) => expect.objectContaining(look))));
  expect(expected.filter(({ view }) => view === "change booking")).toHaveLength(2);
  expect(JSON.stringify(looks())).not.toContain("thandi");
});
