import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { MOST_BESIDE, pageColumns } from "#app/staff/office/list-columns";
import { aParcel } from "../../demo/a-parcel";
import { aDesk, viewsOf } from "../support/a-desk";
import { aGuestWithAWaybill } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { worldOf } from "../support/a-world";
import { ago, anOffice, dayFromNow } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import type { Page, Visitor } from "../support/visitor";

describe("the columns with which a list's page begins", () => {
  test("are decided for every list that has too many, and each is one of the view's", async () => {
    const office = await anOffice();
    const views = viewsOf(office);
    const seen = new Set<string>();
    for (const view of views.names()) {
      const { columns } = await views.read(view, 0);
      const first = pageColumns[view];
      seen.add(view);
      if (!first) expect([view, columns.length]).toEqual([view, expect.toSatisfy((count) => count <= MOST_BESIDE + 1)]);
      else {
        expect([view, first.length <= MOST_BESIDE]).toEqual([view, true]);
        const named = first.flatMap((column) => (typeof column === "string" ? [column] : column.of));
        expect([view, named.filter((name) => !columns.includes(name))]).toEqual([view, []]);
        expect(new Set(named).size).toBe(named.length);
      }
    }
    expect(Object.keys(pageColumns).filter((view) => !seen.has(view))).toEqual([]);
    views.close();
  });
});

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
let manager: Visitor;
let waybillNo: string;
beforeAll(async () => {
  manager = await anOfficeBrowser(site, "manager", store);
  ({ waybillNo } = await aGuestWithAWaybill(site));
  freshForStaff(path.join(site.dataDir, "courier.db"));
});

const headings = ({ document }: Page, only = "th") => document.querySelectorAll(only).map(({ text }) => text.trim());

test("a list's address may have its view's whole name, and so may its files' addresses", async () => {
  for (const name of ["staff_bookings", "STAFF-BOOKINGS"])
    expect((await manager.open(`/office/list/${name}`)).document.querySelector("h1")?.text).toBe("Bookings");
  const { text } = await manager.open("/office/list/bookings/csv");
  expect((await manager.open("/office/list/staff_bookings/csv")).text).toBe(text);
  expect((await manager.open("/office/list/staff_staff_bookings")).status).toBe(404);
});

test("a list begins with who, where and their phone, which can be dialled; the rest is asked for, and files keep the view's order", async () => {
  const page = await manager.open("/office/list/bookings");
  expect(headings(page).slice(0, 5)).toEqual(["Receiver", "Place", "Receiver phone", "Status", "Since"]);
  expect(headings(page).indexOf("Waybill number")).toBeLessThan(MOST_BESIDE);
  expect(headings(page, "th.rest")).toEqual(expect.arrayContaining(["Sender", "Box", "Customer email"]));
  expect(page.document.querySelectorAll(".cell a").map((link) => link.getAttribute("href"))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^tel:\+27\d{9}$/), `/office/${waybillNo}`]),
  );
  expect(page.document.querySelector(".whole-rows")).not.toBeNull();
  const file = await manager.open("/office/list/bookings/csv");
  expect(
    file.text
      .replace(/^\uFEFF/, "")
      .split(";")
      .slice(0, 4),
  ).toEqual(["waybill_no", "quote_no", "status", "what_to_do"]);
});

test("a list takes two filters at once, and its files and links keep both", async () => {
  const rows = async (query: string) => {
    const page = await manager.open(`/office/list/bookings?${query}`);
    return { count: page.document.querySelectorAll("tbody tr").length, page };
  };
  const both = `in=waybill_no&has=${waybillNo}&in2=status&has2=paid`;
  const { count, page } = await rows(both);
  expect(count).toBe(1);
  expect((await rows(`in=waybill_no&has=${waybillNo}&in2=status&has2=delivered`)).count).toBe(0);
  // As the page writes it, or a part of that.
  const typed = spokenWaybillNumber(waybillNo);
  for (const part of [typed, typed.slice(0, 10), typed.toLowerCase()])
    expect([part, (await rows(`in=waybill_no&has=${encodeURIComponent(part)}`)).count]).toEqual([part, 1]);
  const links = page.document.querySelectorAll("a").map((link) => link.getAttribute("href") ?? "");
  expect(links.filter((href) => href.includes("/csv?"))).toEqual([expect.stringContaining("in2=status&has2=paid")]);
  expect(page.document.querySelector("#has2")?.getAttribute("value")).toBe("paid");
});

describe("a command's page", () => {
  test("lets drivers be chosen, those who are blocked last", async () => {
    const now = new Date();
    const named = (name: string, phone: string) => store.tx((tx) => addDriver(tx, { name, phone }, now));
    await named("Anna Mokoena", "+27831112222");
    await named("Sipho Nkosi", "+27831112223");
    await manager.open("/office/do/block-driver?name=Anna+Mokoena");
    await manager.press("Do it", {});
    const page = await manager.open("/office/do/assign");
    const options = page.document.querySelectorAll("select#driver option").map(({ text }) => text);
    expect(options).toEqual(["Choose…", "Sipho Nkosi", "Anna Mokoena (blocked)"]);
    const people = await manager.open("/office/do/block-person");
    expect(people.document.querySelectorAll("select#name option").map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Zanele Khumalo, .*@office\.example$/),
    );
    // Somebody new isn't in any list yet.
    expect((await manager.open("/office/do/add-driver")).document.querySelector("input#name")).not.toBeNull();
  });

  test("takes Today and Tomorrow without a date, as the dates that they are at Check, and not two days", async () => {
    const check = async (typed: Record<string, string>) => {
      const page = await manager.open(`/office/do/assign?waybill=${waybillNo}&driver=Sipho+Nkosi`);
      expect(page.document.querySelectorAll('[name="date-is"]').map((each) => each.getAttribute("value"))).toEqual([
        "today",
        "tomorrow",
        "",
      ]);
      return manager.press("Check", typed);
    };
    const tomorrow = saDay(new Date(Date.now() + DAYS));
    const checked = await check({ "date-is": "tomorrow" });
    expect(checked.document.querySelector("#date")?.getAttribute("value")).toBe(tomorrow);
    expect((await check({ date: tomorrow, "date-is": "" })).text).toContain("This would happen");
    expect((await check({ date: tomorrow, "date-is": "tomorrow" })).text).toContain("This would happen");
    const two = await check({ date: dayFromNow(5), "date-is": "tomorrow" });
    expect(two.status).toBe(400);
    expect(two.text).toContain(`"tomorrow, ${dayFromNow(5)}" isn't a day`);
  });

  test("says whose it is before Do it, with the messages word for word", async () => {
    await manager.open(`/office/do/agree?waybill=${waybillNo}`);
    const { document } = await manager.press("Check", { day: dayFromNow(3) });
    expect(document.querySelector(".whose")?.text).toContain(`${spokenWaybillNumber(waybillNo)}: from `);
    const messages = document.querySelectorAll(".messages summary").map(({ text }) => text);
    expect(messages).toEqual(expect.arrayContaining([expect.stringMatching(/^Email to .*@.*: We collect on /)]));
    expect(document.querySelector(".messages .words")?.text).toContain("Dear ");
  });
});

test("the number of a case leads to its parcel wherever it stands", async () => {
  const world = worldOf(store);
  const parcel = await aParcel().collected().in(world, ago(DAYS));
  const complaint = { kind: "damaged", words: "It is broken.", contact: "thandi@example.co.za" } as const;
  await aParcel(parcel).complained(complaint).in(world);
  freshForStaff(path.join(site.dataDir, "courier.db"));
  const page = await manager.open("/office/list/cases");
  const link = page.document
    .querySelectorAll(".cell a")
    .map((each) => each.getAttribute("href") ?? "")
    .find((href) => /^\/office\/C\d{8}$/.test(href));
  expect(link).toBeDefined();
  expect((await manager.open(link ?? "")).text).toContain(spokenWaybillNumber(parcel.waybillNo));
});

test("who changes phone and street is to be phoned back on the old number first", async () => {
  const office = await anOffice();
  const desk = aDesk(office);
  const { waybillNo } = await office.paid();
  const change = (...what: string[]) => desk.ask("change", "booking", waybillNo, ...what, "--dry-run");
  const said = expect.stringMatching(/^Phone them back on the old number first: 0\d\d \d{3} \d{4}\.$/);
  const both = ["--to-phone", "083 999 8888", "--to-street", "14 Ncome Crescent"];
  expect(await change(...both)).toMatchObject({ output: expect.arrayContaining([said]) });
  expect(await change(...both.slice(0, 2))).toMatchObject({ output: expect.not.arrayContaining([said]) });
  expect(await change(...both.slice(2))).toMatchObject({ output: expect.not.arrayContaining([said]) });
  expect(await change(...both.slice(0, 2), "--from-street", "1 Mphuti Street")).toMatchObject({
    output: expect.not.arrayContaining([said]),
  });
});
