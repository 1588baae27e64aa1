import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { officePaths } from "#app/paths";
import { commands } from "#app/staff/commands/all";
import { fieldsOf } from "#app/staff/office/fields";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { changedSince, rowsIn } from "../support/every-row";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
let manager: Visitor;
let waybillNo: string;
beforeAll(async () => {
  manager = await anOfficeBrowser(site, "manager");
  ({ waybillNo } = await aGuestWithAWaybill(site));
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

/** What nobody types on purpose, or somebody does. */
const odd = [
  "x".repeat(15_000),
  `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`,
  "\u202E\uFFFF\u{1F4E6}\r\n\t\u0007'; DROP TABLE quotes; --",
  "-1e309",
  "TH0000000000\n".repeat(300),
  "__proto__",
];

function post(browser: Visitor, address: string, fields: [string, string][]): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: site.url };
  return browser.send(address, { method: "POST", body, headers });
}

const understood = [200, 303, 400, 404, 409, 413, 414, 429];
const known = expect.toBeOneOf(understood);

test("whatever is typed on a command's page is refused in words or shown as it is, and Check changes nothing", async () => {
  const file = { file: path.join(site.dataDir, "courier.db") };
  const before = await rowsIn(file);
  const pages = commands.filter(({ page }) => typeof page === "string");
  const answers: unknown[] = [];
  for (const command of pages)
    for (const words of odd) {
      // Each field twice: the last counts, and nothing else.
      const fields = fieldsOf(command).flatMap(
        ({ name }) =>
          [
            [name, "1"],
            [name, words],
          ] as [string, string][],
      );
      const answer = await post(manager, officePaths.do(command.name), [...fields, ["intent", "check"]]);
      const html = await answer.text();
      answers.push([command.name, words.slice(0, 12), answer.status]);
      expect([command.name, words.slice(0, 12), answer.status]).toEqual([command.name, words.slice(0, 12), known]);
      expect([command.name, /<script>alert|<img src=x/.test(html)]).toEqual([command.name, false]);
    }
  expect(answers).toHaveLength(pages.length * odd.length);
  const apart = ["sessions", "office_looks", "rate_limits", "outgoing_mails"];
  expect(changedSince(before, await rowsIn(file)).filter(({ table }) => !apart.includes(table))).toEqual([]);
});

test("a form whose key, hash or time is forged does nothing", async () => {
  const form = { waybill: waybillNo, mark: "collected", intent: "do" };
  for (const forged of [
    { formKey: "k", checked: "c", checkedAt: "+275760-09-13T00:00:00.000Z" },
    { formKey: "k", checked: "", checkedAt: "-271821-04-20T00:00:00.000Z" },
    { formKey: "k".repeat(65), checked: "c", checkedAt: new Date().toISOString() },
    { formKey: "k", checked: "c", checkedAt: "yesterday" },
    {},
  ]) {
    const answer = await post(manager, "/office/do/mark", Object.entries({ ...form, ...forged }));
    expect([forged, answer.status]).toEqual([forged, 200]);
  }
  expect(inTheFile(site, "SELECT kind FROM tracking_events WHERE kind <> 'booked'")).toEqual([]);
});

test("odd addresses of lists, numbers and searches are answered, too", async () => {
  const long = encodeURIComponent("x".repeat(2_000));
  for (const address of [
    ...["rows=-1", "rows=1e99", "rows=9007199254740991", "key=%27", `key=${long}&rows=1`, "sort=rowid&order=up"].map(
      (query) => `/office/list/bookings?${query}`,
    ),
    ...["in=status&has=%25_%5C", `in=status&has=${long}`, "in=nothing&has=x", "in=status&in=box&has=a&has=b"].map(
      (query) => `/office/list/bookings?${query}`,
    ),
    ...["%27%3B--", long, "%F0%9F%93%A6", "..%2F..%2Fetc%2Fpasswd", "__proto__"].flatMap((number) => [
      `/office/${number}`,
      `/office?find=${number}`,
      `/office/list/${number}`,
      `/office/do/${number}`,
      `/office/do?command=${number}`,
      `/office/do/mark?waybill=${number}&mark=${number}&given=yes`,
      `/office/figures/${number}`,
    ]),
  ]) {
    const { status, headers } = await manager.send(address, {});
    expect([address, status]).toEqual([address, known]);
    // It leads nowhere else.
    expect([address, headers.get("Location") ?? "/office"]).toEqual([address, expect.stringMatching(/^\/office/)]);
  }
});

test("of two clerks who do something at once, one does it, and the other is told who did", async () => {
  const clerks = [await anOfficeBrowser(site, "clerk"), await anOfficeBrowser(site, "clerk")];
  for (const clerk of clerks) {
    await clerk.open(`/office/do/mark?waybill=${waybillNo}`);
    expect((await clerk.press("Check", { mark: "collected" })).text).toContain("This would happen");
  }
  const pages = await Promise.all(clerks.map((clerk) => clerk.press("Do it")));
  expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [late] = pages.filter(({ status }) => status === 409);
  expect(late?.text).toMatch(/Nothing was done.*Zanele Khumalo <clerk-.*marked collected/s);
  expect(inTheFile(site, "SELECT kind FROM tracking_events WHERE kind <> 'booked'")).toEqual([{ kind: "collected" }]);
});
