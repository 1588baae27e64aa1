import { beforeAll, expect, test } from "vitest";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { promiseKinds } from "#app/domain/post/promise-kinds";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import type { Row } from "#app/staff/answer";
import { dayOnOneScreen } from "#app/staff/office/todays-page.server";
import { todaysWork, type Work, workAddress, workGroups } from "#db/todays-work";
import { aParcel } from "../../demo/a-parcel";
import { deskOfSite } from "../support/a-desk";
import { aFolder, storeOfSite } from "../support/a-store";
import { worldOf } from "../support/a-world";
import { ago, dayFromNow } from "../support/an-office";
import { anOfficeBrowser, SESSION_SECRET } from "../support/an-office-browser";
import { siteForAllTests } from "../support/open-site";
import { freshForStaff } from "../support/store-place";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests({ SESSION_SECRET });
const store = storeOfSite(site);
const terminal = deskOfSite(site, store);
let clerk: Visitor;
let work: Row[];

/** What waits in the office of these tests. */
const made = [
  ...["Collect today", "Collection overdue", "Late: tell both people by the promised time", "Case to answer"],
  ...["Price to work out", "Delivery failed", "Phone the receiver: no answer since the failed visit"],
  ...["No day to collect yet", "Some pieces still to come", "On the road", "No news for two days"],
];

beforeAll(async () => {
  const world = worldOf(store, "simulator");
  const due = { parcel: { collectionDay: saDay(new Date()) } };
  await aParcel(due).in(world);
  await aParcel(due).in(world);
  await aParcel({ parcel: { collectionDay: dayFromNow(-2) } }).in(world, ago(4 * DAYS));
  await aParcel({ parcel: { collectionDay: dayFromNow(4) } }).in(world);
  await aParcel().in(world);
  await aParcel({ parcel: { quantity: 3 } })
    .collected(2)
    .in(world);
  await aParcel()
    .at(ago(20 * DAYS))
    .collected()
    .in(world);
  const missed = aParcel({ addresses: { toName: "Naledi Nkosi", toSuburb: "Site C" } });
  await missed
    .at(ago(6 * DAYS))
    .collected()
    .at(ago(5 * DAYS))
    .missed()
    .in(world);
  await aParcel().complained({ kind: "not_there", words: "", contact: "" }).in(world);
  await aParcel({ addresses: { toPostal: "9100" } })
    .unpaid()
    .in(world);
  // As after tests of payments on the same database: none of it is work of this site.
  const other = worldOf(store);
  await aParcel(due).in(other);
  await aParcel()
    .at(ago(6 * DAYS))
    .collected()
    .at(ago(5 * DAYS))
    .missed()
    .in(other);
  // The site notices late parcels while it runs; nothing is left for it to notice between a page and its file.
  await noticeLateParcels(store, new Date());
  freshForStaff(`${site.dataDir}/courier.db`);
  clerk = await anOfficeBrowser(site, "clerk", store);
  const answer = await terminal.ask("today");
  work = answer.kind === "list" ? answer.rows : [];
});

test("each line of the day leads to a list of as many rows as it counts, and of no other payment mode", async () => {
  const day = await clerk.open("/office");
  const lines = day.document.querySelectorAll(".work li");
  const counted: Record<string, number> = {};
  for (const line of lines) {
    const link = line.querySelector("a");
    const words = link?.text ?? "";
    const page = await clerk.open(link?.getAttribute("href") ?? "");
    expect(page.document.querySelector("h1")?.text).toBe(words);
    const count = Number(line.querySelector("b")?.text);
    expect([words, page.document.querySelectorAll("tbody tr").length]).toEqual([words, count]);
    const json = page.document.querySelectorAll("a").find(({ text }) => text === "as JSON");
    const file = await clerk.send(json?.getAttribute("href") ?? "", {});
    expect([words, ((await file.json()) as unknown[]).length]).toEqual([words, count]);
    counted[words] = count;
  }
  const waiting = work.filter(({ how_many, see }) => how_many !== 0 && see !== null);
  expect(counted).toEqual(Object.fromEntries(waiting.map(({ work, how_many }) => [work, how_many])));
  expect(Object.keys(counted)).toEqual(expect.arrayContaining(made));
  expect(counted).toMatchObject({ "Collect today": 3, "Delivery failed": 1 });
});

test("no two kinds of work have one name or one address, and those of a group stand together", () => {
  const kinds: readonly Work[] = todaysWork;
  expect(new Set(kinds.map((kind) => workAddress(kind.work))).size).toBe(kinds.length);
  for (const kind of kinds) expect([kind.work, kind.verb.words]).toEqual([kind.work, expect.stringMatching(/^[A-Z]/)]);
  const groups = kinds.map(({ group }) => Object.keys(workGroups).indexOf(group));
  expect(groups).toEqual(groups.toSorted((one, other) => one - other));
});

test("a line asks for promises by the words that the list of promises has", () => {
  const whats: string[] = Object.values(promiseKinds).map(({ what }) => what);
  const asked = todaysWork.flatMap(({ where }) =>
    [...(where ?? "").matchAll(/\bwhat = '([^']+)'/g)].map(([, what]) => what),
  );
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((what) => !whats.includes(what ?? ""))).toEqual([]);
});

/** The day as the page shows it, if the view had these rows. */
async function dayOf(rows: Row[], right: "reader" | "clerk" = "clerk", now = new Date("2026-12-08T07:00:00Z")) {
  const views = { ...terminal.desk.views, read: async () => ({ columns: Object.keys(rows[0] ?? {}), rows }) };
  const officePerson = { id: "r", name: "Rita", email: "rita@office.example", right, codeAt: now } as const;
  return dayOnOneScreen({ ...terminal.desk, views: views as never, dataDir: aFolder(), officePerson, now });
}

const line = (about: Work["work"], how_many: number, more: Row = {}): Row => {
  const kind = todaysWork.find((each) => each.work === about) ?? expect.fail(about);
  const nobody = { until: null, overdue: 0, due_today: 0, first_ones: null, first_person: null, second_person: null };
  return { group: kind.group, work: about, how_many, ...nobody, see: kind.list, ...more };
};

test("what is promised first is first, with the time in words; what there is none of is left out", async () => {
  const day = await dayOf([
    line("Collection overdue", 3, { until: "2026-12-03 17:00", overdue: 2, due_today: 1, first_ones: "TH1" }),
    line("Late: tell both people by the promised time", 28, { until: "2026-12-08 12:00", overdue: 0, due_today: 3 }),
    line("Case to answer", 1, { until: "2026-12-01 17:00", overdue: 1, due_today: 0 }),
    line("Price to work out", 2, { until: "2026-12-09 17:00" }),
    line("Delivery failed", 0),
    line("On the road", 4),
  ]);
  expect(day).toMatchObject({ day: "Tuesday 8 December", isQuiet: false });
  expect(day.promises).toEqual({ text: "3 promises are overdue, 4 more are due today.", areOver: true });
  const shown = day.groups.map(({ name, work }) => [name, ...work.map(({ words, due }) => [words, due?.text])]);
  expect(shown).toEqual([
    [
      "Promised",
      ["Case to answer", "overdue since 17:00 on Tuesday 1 December"],
      ["Collection overdue", "2 overdue, the first since 17:00 on Thursday 3 December"],
      ["Late: tell both people by the promised time", "by 12:00 today"],
      ["Price to work out", "by 17:00 tomorrow"],
    ],
    ["Watch", ["On the road", undefined]],
  ]);
  expect(day.groups[0]?.work.map(({ due }) => due?.isOver)).toEqual([true, true, false, false]);
  expect(day.wrong).toEqual(["The last backup is late: none yet."]);
  expect(day.machine).toMatch(/^Disk: [\d.]+ GB free of [\d.]+\.$/);
});

test("of one row the verb leads to its command with the number filled in, of several and for a reader to the list", async () => {
  const rows = [
    line("Price to work out", 1, { first_ones: "Q48210934", first_person: "Kagiso Tau, Katlehong" }),
    line("Money to pay back", 2, { first_ones: "Q48210934, Q48210942", first_person: "Zodwa's Fashion, Katlehong" }),
    line("Message given up", 1, { first_ones: "q2Xb0vT7yC1n8sKfWm3e5A" }),
  ];
  const verbs = async (right: "reader" | "clerk") =>
    (await dayOf(rows, right)).groups.flatMap(({ work }) => work.map(({ verb }) => [verb.words, verb.href]));
  const list = ["Pay back", "/office/list/payments_to_refund?work=money-to-pay-back"];
  expect(await verbs("clerk")).toEqual([
    ["Price it", "/office/do/price-quote?quote=Q48210934"],
    list,
    ["Send again", "/office/do/resend-email?email=q2Xb0vT7yC1n8sKfWm3e5A"],
  ]);
  expect(await verbs("reader")).toEqual([
    ["Price it", "/office/list/manual_quotes?work=price-to-work-out"],
    list,
    ["Send again", "/office/list/mail_not_sent?work=message-given-up"],
  ]);
  const [price, money, message] = (await dayOf(rows)).groups.flatMap(({ work }) => work);
  expect(price?.people).toEqual([{ text: "Kagiso Tau, Katlehong", href: "/office/Q48210934" }]);
  // Whose names were deleted is shown by number.
  expect(money?.people.map(({ text }) => text)).toEqual(["Zodwa's Fashion, Katlehong", "Q48210942"]);
  expect([price?.more, money?.more, message?.people, message?.more]).toEqual([0, 0, [], 0]);
});

test("a day on which nobody waits says so, and what comes next", async () => {
  const day = await dayOf([line("Collect today", 0), line("On the road", 4)]);
  expect(day).toMatchObject({ isQuiet: true, promises: null });
  expect(day.groups.map(({ name }) => name)).toEqual(["Watch"]);
});

test("two people are named with their place, as first_ones has their numbers, and no browser keeps the page", async () => {
  const page = await clerk.open("/office");
  expect(page.headers.get("Cache-Control")).toContain("no-store");
  const failed = work.find((row) => row.work === "Delivery failed");
  expect(failed).toMatchObject({ group: "Phone", first_person: "Naledi Nkosi, Site C", second_person: null });
  const lines = page.document.querySelectorAll(".work li");
  const [of] = lines.filter(({ text }) => text.includes("Delivery failed"));
  expect(of?.querySelector(`a[href="/office/${failed?.first_ones}"]`)?.text).toBe("Naledi Nkosi, Site C");
  const overdue = lines.find(({ text }) => text.includes("Collection overdue"));
  expect(overdue?.querySelector(".over")?.text).toMatch(/overdue since 17:00 on /);
  expect(page.document.querySelectorAll("h2").map(({ text }) => text.split(" ")[0])).toEqual(
    expect.arrayContaining(["Promised", "Phone", "Watch"]),
  );
});
