import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { wordsOf } from "#app/language/said";
import { commands } from "#app/staff/commands/all";
import { fieldsOf } from "#app/staff/office/fields";
import { textOnPage } from "#app/staff/office/on-page.server";
import { deskOfSite } from "../support/a-desk";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import type { Page, Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
let clerk: Visitor;
beforeAll(async () => {
  clerk = await anOfficeBrowser(site, "clerk", store);
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

const shownIn = ({ document }: Page, name: string) => document.querySelector(`#${name}`)?.getAttribute("value");
const fieldsOn = ({ document }: Page) =>
  document.querySelectorAll("main form.form input[id]").map((field) => field.getAttribute("name"));

describe("changing a booking", () => {
  const open = async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    await clerk.open("/office/do/change-booking");
    await clerk.press("Show the booking", { number: waybillNo });
    return waybillNo;
  };
  const addresses = (waybillNo: string): Record<string, string> => {
    const query = `SELECT form_snapshot AS form FROM quotes WHERE id = (SELECT quote_id FROM waybills WHERE waybill_no = '${waybillNo}')`;
    const [{ form = "{}" } = {}] = inTheFile<{ form: string | object }>(site, query);
    // PostgreSQL has read it already.
    const { addresses } = typeof form === "string" ? JSON.parse(form) : form;
    return addresses;
  };

  test("asks for the number first, and then shows what is stored under the words of the customer's form", async () => {
    const { waybillNo } = await aGuestWithAWaybill(site);
    const asking = await clerk.open("/office/do/change-booking");
    expect(fieldsOn(asking)).toEqual(["number"]);
    expect(asking.document.querySelectorAll("main form.form button").map(({ text }) => text)).toEqual([
      "Show the booking",
    ]);
    const page = await clerk.press("Show the booking", { number: waybillNo });
    // What must not be in an address isn't.
    expect(new URL(page.url).search).toBe(`?number=${waybillNo}`);
    expect([shownIn(page, "from-name"), shownIn(page, "to-name")]).toEqual(["Thandi Nkosi", "Sipho Dlamini"]);
    const groups = page.document.querySelectorAll("main fieldset").map((group) => ({
      legend: group.querySelector("legend")?.text,
      labels: group.querySelectorAll("label").map(({ text }) => text),
    }));
    const labels = [
      "Full name",
      "Full name in Latin letters",
      "Phone",
      "Cell",
      "Street address",
      "Address in Latin letters",
      "Suburb or township",
      "City or town",
      "Postal code",
    ];
    for (const legend of ["Sender", "Receiver"])
      expect(groups).toContainEqual({ legend, labels: [...labels, "How will the driver find it?"] });
    const unknown = await clerk.open("/office/do/change-booking?number=TH4821093753");
    expect([unknown.status, unknown.text]).toEqual([
      404,
      expect.stringContaining("There is no booking “TH4821093753”"),
    ]);
  });

  test("changes only what differs, removes what is emptied, and of a collected parcel leaves the sender alone", async () => {
    const waybillNo = await open();
    await terminal.ask("mark", "collected", waybillNo);
    const before = addresses(waybillNo);
    expect(before.fromLandmark).not.toBe("");
    await terminal.ask("change", "booking", waybillNo, "--to-landmark", "Blue gate");
    await clerk.open(`/office/do/change-booking?number=${waybillNo}`);
    const checked = await clerk.press("Check", { "to-street": "9 Vilakazi Street", "to-landmark": "" });
    expect(checked.text).toContain("changed Receiver address, Receiver landmark.");
    expect((await clerk.press("Do it")).text).toContain("Done");
    expect(addresses(waybillNo)).toEqual({ ...before, toAddressLine: "9 Vilakazi Street", toLandmark: "" });
    await clerk.open(`/office/do/change-booking?number=${waybillNo}`);
    expect((await clerk.press("Check")).text).toContain("What should change?");
  });

  test("says so beside a field that somebody else has changed meanwhile, and doesn't take back the others", async () => {
    const waybillNo = await open();
    await terminal.ask("change", "booking", waybillNo, "--to-street", "1 New Road", "--to-name", "Zodwa Khumalo");
    const page = await clerk.press("Check", { "to-street": "9 Vilakazi Street" });
    expect([page.status, page.document.querySelector("#to-street-error")?.text]).toEqual([
      400,
      expect.stringContaining("Somebody has changed this meanwhile, to “1 New Road”"),
    ]);
    expect([shownIn(page, "to-street"), shownIn(page, "to-name")]).toEqual(["9 Vilakazi Street", "Zodwa Khumalo"]);
    await clerk.press("Check");
    // Between Check and Do it, too.
    await terminal.ask("change", "booking", waybillNo, "--to-street", "2 Newer Road");
    expect((await clerk.press("Do it")).text).toContain("to “2 Newer Road”. Nothing was done");
    expect(addresses(waybillNo)).toMatchObject({ toAddressLine: "2 Newer Road", toName: "Zodwa Khumalo" });
    await clerk.press("Check");
    expect((await clerk.press("Do it")).text).toContain("changed Receiver address.");
    expect(addresses(waybillNo)).toMatchObject({ toAddressLine: "9 Vilakazi Street", toName: "Zodwa Khumalo" });
  });

  test("isn't done to another booking than the page shows", async () => {
    const [one, other] = [await open(), (await aGuestWithAWaybill(site)).waybillNo];
    await clerk.open(`/office/do/change-booking?number=${one}`);
    const page = await clerk.press("Check", { number: other, "to-street": "9 Vilakazi Street" });
    expect(page.text).toContain("This page shows another booking");
  });
});

test("days and times have a calendar and a clock, and what a browser makes of them is read", async () => {
  const { waybillNo } = await aGuestWithAWaybill(site);
  const page = await clerk.open(`/office/do/agree?waybill=${waybillNo}`);
  const typeOf = (name: string) => page.document.querySelector(`#${name}`)?.getAttribute("type");
  expect(["day", "from", "to"].map(typeOf)).toEqual(["date", "time", "time"]);
  expect(page.text).toContain("The day that you agreed");
  const checked = await clerk.press("Check", { day: "2026-12-01", from: "09:00:00", to: "12:30" });
  expect(checked.text).toContain("on Tuesday 1 December, 09:00 to 12:30");
  const mark = await clerk.open(`/office/do/mark?waybill=${waybillNo}`);
  expect(mark.document.querySelector("#at")?.getAttribute("type")).toBe("datetime-local");
  expect((await clerk.press("Check", { mark: "collected", at: "2020-01-01T14:05" })).text).not.toContain(
    "isn't a time",
  );
});

test("a list's filter is folded away until it is used, and names its fields", async () => {
  await aGuestWithAWaybill(site);
  const page = await clerk.open("/office/list/bookings");
  const filter = page.document.querySelector("details.filter");
  expect(filter?.hasAttribute("open")).toBe(false);
  expect(filter?.querySelectorAll("label").map(({ text }) => text)).toEqual([
    "Search in",
    "For",
    "And in",
    "For too",
    "Sort by",
    "Order",
  ]);
  const found = await clerk.press("Show", { in: "receiver", has: "Dlamini", sort: "receiver", order: "descending" });
  expect(found.url).toContain("?in=receiver&has=Dlamini&in2=&has2=&sort=receiver&order=descending");
  const open = found.document.querySelector("details.filter");
  expect([open?.hasAttribute("open"), open?.querySelector("#has")?.getAttribute("value")]).toEqual([true, "Dlamini"]);
});

test.each([
  ["agree", "day", ["Today", "Tomorrow"]],
  ["change prices", "from", ["Tomorrow"]],
  ["withdraw prices", "from", ["Tomorrow"]],
  ["export invoices", "until", ["Today"]],
])("%s offers of the day %s what it takes: %j", (name, option, offered) => {
  const command = commands.find((each) => each.name === name) ?? expect.fail(`no ${name}`);
  const field = fieldsOf(command).find((each) => each.name === option);
  expect(field?.choices.map(({ text }) => text)).toEqual(offered);
});

test("no page speaks of a terminal: its options, its pipes, or how a day is typed there", () => {
  for (const command of commands) {
    const { summary, more, options, arguments: positional } = command;
    const context = { fields: { ...positional, ...options } };
    const fields = fieldsOf(command, context).flatMap(({ label, hint = [] }) => [label, wordsOf(hint)]);
    const said = [summary, textOnPage(more, context), ...fields].join("\n");
    expect([command.name, said]).toEqual([
      command.name,
      expect.not.stringMatching(/--\w|\bpipe\b|\bnpm\b|2026-|STAFF_|_API_|\boption/),
    ]);
  }
});

test("a form that is sent to a page without one is refused in our own words", async () => {
  const form = { method: "POST", headers: { Origin: site.url }, body: new URLSearchParams({ command: "mark" }) };
  const answer = await fetch(`${site.url}/office/do`, form);
  const page = await answer.text();
  expect([answer.status, page]).toEqual([405, expect.stringContaining("This page takes no form. Open it again.")]);
  expect(page).not.toMatch(/did not provide|`action`|routes\//);
});

test("what a command is about is named in parts, so that each face can name it", () => {
  const known = commands.filter(({ name }) => name.includes(" ")).map(({ name }) => name);
  const spoken = new RegExp(`--\\w|\\bshow [a-z]+_[a-z]+|\\b(?:${known.join("|")})\\b`);
  const wrong = commands.flatMap((command) => {
    const all = Object.values({ ...command.arguments, ...command.options });
    const said = [command.more, ...all.flatMap(({ label, required }) => [label, required])];
    return said
      .flatMap((each) => (typeof each === "string" ? [each] : typeof each === "object" ? each.parts : []))
      .filter((part): part is string => typeof part === "string" && spoken.test(part))
      .map((part) => `${command.name}: ${part}`);
  });
  expect(wrong).toEqual([]);
});
