import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { addressFields, parcelFields } from "#app/domain/form/fields";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { csv as asCsv } from "#app/domain/values/csv";
import { newId } from "#app/domain/values/ids.server";
import { parcelPage } from "#app/staff/office/parcel-page.server";
import { openStaffViews } from "#db/staff-views.server";
import { sortedByIndex } from "#db/view-pages.server";
import { aTypedApplication } from "../domain/drivers/applications/an-application";
import { aDesk, deskOfSite } from "../support/a-desk";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { anOffice, asStaff, dayFromNow } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import { type Page, Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
let clerk: Visitor;
let reader: Visitor;
let waybillNo: string;
let file: string;
beforeAll(async () => {
  file = path.join(site.dataDir, "courier.db");
  clerk = await anOfficeBrowser(site, "clerk", store);
  reader = await anOfficeBrowser(site, "reader", store);
  ({ waybillNo } = await aGuestWithAWaybill(site));
  freshForStaff(file);
});

describe("/office", () => {
  test("finds on every page: a whole number leads to its page, words to what find shows", async () => {
    await clerk.open("/office/list/boxes");
    await clerk.open("/office/do");
    const found = await clerk.press("Search", { find: waybillNo.replace("TH", "th ") });
    expect(found.url).toMatch(new RegExp(`/office/${waybillNo}$`));
    const page = await clerk.press("Search", { find: "dlamini" });
    expect(page.text).toContain(spokenWaybillNumber(waybillNo));
    expect(page.text).not.toContain("Promised");
    expect((await clerk.open("/office/TH4821093753")).text).toContain("Nothing was found for “TH4821093753”");
  });

  test("finds bookings and accounts above emails, here and on the page of a customer", async () => {
    const answer = await terminal.ask("find", "thandi@example.co.za");
    expect(new Set(answer.kind === "list" ? answer.rows.map(({ what }) => what) : [])).toContain("email");
    for (const address of ["/office?find=thandi", "/office?find=thandi@example.co.za"]) {
      const { document } = await clerk.open(address);
      const kinds = document.querySelectorAll('[data-label="What"]').map(({ text }) => text);
      expect([address, kinds]).toEqual([address, expect.arrayContaining(["booking", "email"])]);
      expect(kinds.slice(kinds.indexOf("email"))).toEqual(kinds.filter((kind) => kind === "email"));
    }
  });
});

describe("/office/<number>", () => {
  test("shows every answer about both people and about the parcel", async () => {
    const office = await anOffice();
    const addresses = Object.fromEntries(addressFields.map(({ name }) => [name, `የ${name}`]));
    const typed = { parcelDesc: "shoes", customsDesc: "leather", specialInstructions: "ring twice", weight: 1.5 };
    const wish = { collectionDay: dayFromNow(1), collectionTime: "morning" } as const;
    const quote = await office.booked({
      addresses: { ...addresses, fromPostal: "1431", toPostal: "1804", fromCountry: "South Africa" },
      parcel: { ...typed, ...wish, declaredCents: 50_000, quantity: 2 },
    });
    const { desk, leave } = aDesk(office);
    const [about, from, to] = (await parcelPage(quote, desk)).sections;
    leave();
    const textOf = (section = about) => (section?.facts ?? []).map(({ text }) => text).join("; ");
    for (const { name, party } of addressFields) {
      const answer = quote.formSnapshot.addresses[name];
      expect({ name, isThere: textOf(party === "from" ? from : to).includes(answer) }).toEqual({ name, isThere: true });
    }
    const labels = (about?.facts ?? []).map(({ label }) => label);
    expect(labels).toEqual(
      expect.arrayContaining(Object.values(parcelFields).flatMap(({ onReview }) => onReview ?? [])),
    );
    expect(textOf()).toMatch(/; 2; shoes; leather; 1,5 kg; R\s500,00; [^;]*in the morning; ring twice;/);
  });

  test("shows both people, money, messages and history of a parcel, and what can be done with it now", async () => {
    const page = await clerk.open(`/office/${waybillNo}`);
    for (const words of ["Thandi Nkosi", "Sipho Dlamini", "tracking"]) expect(page.text).toContain(words);
    const headings = page.document.querySelectorAll("h2").map(({ text }) => text);
    expect(headings).toEqual(expect.arrayContaining(["What it is", "From", "To", "Money", "Messages", "History"]));
    const actions = page.document.querySelectorAll("main nav a");
    const [mark] = actions.filter(({ text }) => text === "Mark");
    expect(mark?.getAttribute("href")).toBe(`/office/do/mark?waybill=${waybillNo}`);
    expect(actions.map(({ text }) => text)).not.toContain("Note refund");
    expect((await clerk.clickLink("Mark")).document.querySelector("#waybill")?.text).toBe(waybillNo);
    await clerk.open(`/office/${waybillNo}`);
    const [again] = (clerk.page?.document.querySelectorAll("a") ?? []).filter((link) =>
      link.getAttribute("href")?.includes("resend-email"),
    );
    expect(again?.text).toBe("Send again");
    expect(again?.getAttribute("aria-label")).toMatch(/^Send again “.+” to \S+@\S+$/);
    const id = new URL(again?.getAttribute("href") ?? "", site.url).searchParams.get("email");
    expect(id).toMatch(/^[\w-]{20,}$/);
    expect((await clerk.open(again?.getAttribute("href") ?? "")).document.querySelector("#email")?.text).toBe(id);
    const opened = await clerk.open(`/office/${waybillNo}`).then(() => clerk.clickLink("Change booking"));
    expect(opened.document.querySelector("#number")?.getAttribute("value")).toBe(waybillNo);
    // A reader acts on nothing.
    const readers = (await reader.open(`/office/${waybillNo}`)).document;
    expect(readers.querySelectorAll('main a[href^="/office/do/"]')).toEqual([]);
    expect(readers.querySelectorAll('main nav a[href^="tel:"]')).toHaveLength(2);
  });

  test("is the same page by the quote's number; a customer, a driver and an application have theirs", async () => {
    const [{ quote_no: quoteNo } = {}] = inTheFile(site, "SELECT quote_no FROM quotes WHERE booked_at IS NOT NULL");
    expect((await clerk.open(`/office/${quoteNo}`)).text).toContain(spokenWaybillNumber(waybillNo));
    expect((await clerk.open("/office?find=thandi@example.co.za")).text).toContain(spokenWaybillNumber(waybillNo));
    await terminal.ask("add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
    expect((await clerk.open("/office?find=Sipho%20Nkosi")).text).toContain("083 123 4567");
    const [{ invoice_no: invoiceNo } = {}] = inTheFile(site, "SELECT invoice_no FROM invoices");
    expect((await clerk.open(`/office/${String(invoiceNo).toLowerCase()}`)).url).toContain(`/office/${quoteNo}`);
  });

  test("is the page of a number alone: a person's words are in the query of an address, because paths are in logs", async () => {
    for (const words of ["thandi@example.co.za", "082 123 4567", "Sipho Nkosi"]) {
      const answer = await clerk.send(`/office/${encodeURIComponent(words)}`, {});
      expect([words, answer.status]).toEqual([words, 303]);
      expect((await clerk.follow(answer)).text).toContain(words);
    }
    const views = openStaffViews(freshForStaff(file));
    const lists = views.names().map((view) => `/office/list/${view.replace("staff_", "")}`);
    views.close();
    const ofPeople = ["/office?find=thandi", "/office?find=thandi@example.co.za", "/office?find=Sipho%20Nkosi"];
    const strange: string[] = [];
    for (const address of ["/office", ...ofPeople, `/office/${waybillNo}`, ...lists]) {
      const { document } = await clerk.open(address);
      const links = [...document.querySelectorAll("main a[href]"), ...document.querySelectorAll("main form[action]")];
      for (const link of links) {
        const { pathname } = new URL(link.getAttribute("href") ?? link.getAttribute("action") ?? "", site.url);
        const isOurs =
          /^\/office(?:\/(?:TH\d{10}|[QD]\d{8}|(?:do|list|figures|invoice)(?:\/[\w-]+){0,2}|sign-in))?$/.test(pathname);
        if (pathname.startsWith("/office") && !isOurs) strange.push(pathname);
      }
    }
    expect(strange).toEqual([]);
  });

  test("shows a reader no more than the terminal does: no application in full, and no proof of a delivery", async () => {
    const parcel = await aGuestWithAWaybill(site);
    await terminal.ask("mark", "delivered", parcel.waybillNo);
    const typed = applicationSchema(aTypedApplication({}), new Date()).parse(aTypedApplication({}));
    const received = await receiveApplication(store, typed, { formKey: newId(), sender: null }, new Date());
    const reference = received.kind === "received" ? received.reference : expect.fail(received.kind);
    const headingsOn = async (visitor: Visitor, number: string) =>
      (await visitor.open(`/office/${number}`)).document.querySelectorAll("h2").map(({ text }) => text);
    expect(await headingsOn(clerk, parcel.waybillNo)).toContain("Proof");
    expect(await headingsOn(reader, parcel.waybillNo)).not.toContain("Proof");
    expect(await headingsOn(clerk, reference)).toEqual(["What they wrote", "History"]);
    expect(await headingsOn(reader, reference)).toEqual(["History"]);
  });
});

describe("/office/list", () => {
  test("has every view as a table, with numbers as links, and the same as CSV and JSON", async () => {
    const views = openStaffViews(freshForStaff(file));
    const names = views.names();
    for (const name of names) {
      const { status, text } = await clerk.open(`/office/list/${name.replace("staff_", "")}`);
      expect([name, status, text.length > 0]).toEqual([name, 200, true]);
    }
    const asJson = await clerk.send("/office/list/bookings/json", {});
    expect(asJson.headers.get("Content-Type")).toBe("application/json");
    expect(await asJson.json()).toEqual((await views.read("staff_bookings")).rows);
    const csv = await clerk.send("/office/list/bookings/csv", {});
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(csv.headers.get("Content-Disposition")).toBe('attachment; filename="bookings.csv"');
    const { columns, rows } = await views.read("staff_bookings");
    views.close();
    // Both were paid in the same minute; on PostgreSQL the file is read in the copy, which may have the other one first.
    const lines = (text: string) => text.split("\n").toSorted();
    expect(lines(await csv.text())).toEqual(lines(asCsv(columns, rows, "spreadsheet").replace("\uFEFF", "")));
    const page = await clerk.open("/office/list/bookings");
    expect(page.document.querySelector(`a[href="/office/${waybillNo}"]`)).not.toBeNull();
    expect((await clerk.open("/office/list/no_such_view")).status).toBe(404);
    expect((await clerk.send("/office/list/bookings/xml", {})).status).toBe(404);
  });

  test("is paged by fifty, without a row lost or shown twice where many have one time, and sorted by its time", async () => {
    const at = (minute: number) => `2026-01-01T08:${String(minute).padStart(2, "0")}:00.000Z`;
    const rows = Array.from({ length: 120 }, (_, n) => `('h${n}', '${at(n % 3)}', 'Zanele', 'tried', 'S${n}', '')`);
    inTheFile(site, `INSERT INTO staff_actions (id, at, who, action, subject, details) VALUES ${rows.join(", ")}`);
    freshForStaff(file);
    for (const order of ["", "?sort=done_at"]) {
      const seen: string[] = [];
      let page = await clerk.open(`/office/list/history${order}`);
      for (let pages = 0; pages < 5; pages += 1) {
        seen.push(...subjects(page));
        if (!page.text.includes("Next rows")) break;
        page = await clerk.clickLink("Next rows");
      }
      expect(seen).toHaveLength(120);
      expect(new Set(seen).size).toBe(120);
    }
    const filtered = await clerk.open("/office/list/history?in=subject&has=S11");
    expect(filtered.document.querySelectorAll("tbody tr")).toHaveLength(11);
    const sorted = await clerk.open("/office/list/history?sort=subject&order=descending");
    expect(subjects(sorted)[0]).toBe("S99");
    // A heading sorts by its column, the other way round where that is how it is sorted already.
    const headings = ({ document }: Page) =>
      document.querySelectorAll("th[scope=col]").map((cell) => {
        const query = new URL(cell.querySelector("a")?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "", site.url)
          .searchParams;
        return [query.get("sort"), query.get("order"), cell.getAttribute("aria-sort")];
      });
    expect(headings(sorted)).toContainEqual(["subject", null, "descending"]);
    expect(headings(sorted)).toContainEqual(["who", null, undefined]);
    const upwards = await clerk.open("/office/list/history?sort=subject");
    expect(headings(upwards)).toContainEqual(["subject", "descending", "ascending"]);
    expect(headings(upwards)).toContainEqual(["who", null, undefined]);
  });

  test("is read by an index where it grows for years", () => {
    for (const [view, columns] of Object.entries(sortedByIndex))
      for (const column of columns) {
        const plan = asStaff<{ detail: string }>(
          freshForStaff(file),
          `EXPLAIN QUERY PLAN SELECT * FROM ${view} WHERE "${column}" <= '2026-11-21' ORDER BY "${column}" DESC LIMIT 51`,
        );
        const details = plan.map(({ detail }) => detail).join("\n");
        expect([view, column, details]).toEqual([view, column, expect.stringMatching(/USING (COVERING )?INDEX/)]);
        expect([view, column, details]).toEqual([
          view,
          column,
          expect.not.stringContaining("TEMP B-TREE FOR ORDER BY"),
        ]);
      }
  });

  test("has an order of its own for every view: by an index, or as the view says", () => {
    const made = asStaff<{ name: string; sql: string }>(
      freshForStaff(file),
      "SELECT name, sql FROM sqlite_master WHERE type = 'view' AND name LIKE 'staff_%'",
    );
    // Its lines are written in their order.
    const written = ["staff_help"];
    const without = made.filter(
      ({ name, sql }) => !sortedByIndex[name] && !/\nORDER BY (?!.*\n(?:SELECT|FROM|WHERE)\b)/s.test(sql),
    );
    expect(without.map(({ name }) => name).toSorted()).toEqual(written);
  });

  test("lets rows be ticked, and leads on with their numbers, one a line", async () => {
    const page = await clerk.open("/office/list/collections");
    expect(page.text).toContain("Tick rows, then choose");
    expect((await clerk.open("/office/list/run_sheet")).text).not.toContain("Tick rows");
    await clerk.open("/office/list/collections");
    const [tick] = page.document.querySelectorAll('tbody input[type="checkbox"]');
    expect(tick?.getAttribute("value")).toBe(waybillNo);
    const answer = await clerk.press("Agree on a day", { waybill: waybillNo });
    expect(answer.url).toMatch(/\/office\/do\/agree\?/);
    expect(answer.document.querySelector("#waybill")?.text).toBe(waybillNo);
    expect(
      (await reader.open("/office/list/collections")).document.querySelectorAll('tbody input[type="checkbox"]'),
    ).toEqual([]);
    await terminal.ask("mark", "collected", waybillNo);
    await terminal.ask("assign", waybillNo, "--driver", "Sipho Nkosi");
    freshForStaff(file);
    for (const list of ["parcels_under_way", "run_sheet"]) {
      const { document } = await clerk.open(`/office/list/${list}`);
      const ticks = document.querySelectorAll('tbody input[type="checkbox"]').map((each) => each.getAttribute("value"));
      const buttons = document.querySelectorAll('button[name="command"]').map(({ text }) => text);
      expect([list, ticks, buttons]).toEqual([
        list,
        [waybillNo],
        ["Mark", "Agree on a day", "Tell both people", "Give to a driver", "Print slips"],
      ]);
    }
  });
});

function subjects({ document }: Page): string[] {
  const cells = document.querySelectorAll('[data-label="Subject"]').map(({ text }) => text);
  return cells.filter((text) => /^S\d+$/.test(text));
}

test("nobody else sees any of it, and each look is recorded, without what was searched and whose page it was", async () => {
  for (const address of ["/office", `/office/${waybillNo}`, "/office/list/bookings", "/office/list/bookings/csv"])
    expect([address, (await new Visitor(site.url).open(address)).status]).toEqual([address, 404]);
  await clerk.open("/office?find=thandi@example.co.za");
  await clerk.open("/office/do/list-boxes?given=yes");
  await clerk.pressOnce("As CSV");
  await clerk.open(`/office/do/print?waybill=${waybillNo}`);
  await clerk.pressOnce("Open the slips");
  await expect
    .poll(() => inTheFile(site, "SELECT what, number, view, rows FROM office_looks"))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: "looked at", number: waybillNo }),
        expect.objectContaining({ what: "exported", view: "staff_bookings", rows: 2 }),
        expect.objectContaining({ what: "searched" }),
        { what: "looked at", number: null, view: "a customer", rows: null },
        { what: "looked at", number: null, view: "list boxes", rows: 7 },
        { what: "exported", number: null, view: "list boxes", rows: 7 },
        { what: "exported", number: waybillNo, view: "print", rows: null },
      ]),
    );
  expect(JSON.stringify(inTheFile(site, "SELECT * FROM office_looks"))).not.toContain("thandi@");
});
