import path from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { openStaffViews, type StaffViews } from "#db/staff-views.server";
import { sortedByIndex, viewPage, type Wanted, wholeView } from "#db/view-pages.server";
import { aFolder, aStore } from "../support/a-store";
import { freshForStaff } from "../support/store-place";

const LATEST_FIRST = { column: "queued_at", isDescending: true };
const MOST_SORTED = 10_000;

test("each page of a list by time goes on where the last ended, also where more rows than a page have one time", async () => {
  const emails = await aList({ "08:01": 60, "08:02": 80, "08:03": 30 });
  const pages = await pagesOf(emails, "staff_mail", {});
  expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 50, 20]);
  expect(pages.map(({ next }) => next)).toEqual([
    { key: "2026-11-21 10:02", rows: 20 },
    { key: "2026-11-21 10:02", rows: 70 },
    { key: "2026-11-21 10:01", rows: 40 },
    null,
  ]);
  for (const page of pages) expect(page).toMatchObject({ sortedBy: LATEST_FIRST, isTooLong: false });
  expect(times(pages)).toEqual(times(pages).toSorted().reverse());
  expect(new Set(subjects(pages)).size).toBe(170);
});

test("the same list has its earliest rows first when asked so, and of a filter only the rows that it leaves", async () => {
  const emails = await aList({ "08:01": 60, "08:02": 80, "08:03": 30 });
  const earliestFirst = { column: "queued_at", isDescending: false };
  const pages = await pagesOf(emails, "staff_mail", { sort: earliestFirst });
  expect(pages.map(({ next }) => next?.key)).toEqual([
    "2026-11-21 10:01",
    "2026-11-21 10:02",
    "2026-11-21 10:03",
    undefined,
  ]);
  expect(times(pages)).toEqual(times(pages).toSorted());
  expect(new Set(subjects(pages)).size).toBe(170);
  expect(pages[0]?.sortedBy).toEqual(earliestFirst);

  const filters = [{ column: "to_address", text: "thandi" }];
  const theirs = await pagesOf(emails, "staff_mail", { filters });
  expect(theirs.map(({ rows }) => rows.length)).toEqual([50, 35]);
  expect(new Set(theirs.flatMap(({ rows }) => rows.map((row) => row.to_address)))).toEqual(
    new Set(["thandi@example.co.za"]),
  );
  const { sql, values } = wholeView("staff_mail", { filters });
  const { rows: whole } = await emails.views.ask(sql, values);
  expect(whole.map(({ subject }) => subject).toSorted()).toEqual(subjects(theirs).toSorted());
  expect(new Set(subjects(theirs)).size).toBe(85);

  const [first] = subjects(theirs);
  const both = [...filters, { column: "subject", text: String(first) }];
  const one = await pagesOf(emails, "staff_mail", { filters: both });
  expect([...new Set(subjects(one))]).toContain(first);
  expect(subjects(one).length).toBeLessThan(85);
  for (const row of one.flatMap(({ rows }) => rows)) expect(row.to_address).toBe("thandi@example.co.za");
});

test.each([
  ["by time", {}],
  ["by another column", { sort: { column: "subject", isDescending: false } }],
])("after fifty rows %s there is no empty page", async (_how, wanted) => {
  const emails = await aList({ "08:01": 50 });
  const pages = await pagesOf(emails, "staff_mail", wanted);
  expect(pages.map(({ rows }) => rows.length)).toEqual([50]);
});

test.each([false, true])("a list is sorted by any column; descending: %s", async (isDescending) => {
  const emails = await aList({ "08:01": 60, "08:02": 60 });
  const sort = { column: "subject", isDescending };
  const pages = await pagesOf(emails, "staff_mail", { sort });
  expect(pages.map(({ next }) => next)).toEqual([{ rows: 50 }, { rows: 100 }, null]);
  for (const page of pages) expect(page).toMatchObject({ sortedBy: sort, isTooLong: false });
  const inOrder = subjects(pages).toSorted();
  expect(subjects(pages)).toEqual(isDescending ? inOrder.reverse() : inOrder);
  expect(inOrder).toHaveLength(120);
});

test("a list of what is under way has the order of its view, unless another one is asked for", async () => {
  const list = await aList({});
  const whole = await list.views.read("staff_rates");
  const own = await pagesOf(list, "staff_rates", {});
  expect(own.flatMap(({ rows }) => rows)).toEqual(whole.rows);
  expect(own[0]).toMatchObject({ columns: whole.columns, next: { rows: 50 }, sortedBy: null, isTooLong: false });
  const sort = { column: "for_what", isDescending: true };
  const byWhat = await pagesOf(list, "staff_rates", { sort });
  const named = byWhat.flatMap(({ rows }) => rows.map((row) => String(row.for_what)));
  expect(named).toEqual(named.toSorted().reverse());
  expect(named).toHaveLength(whole.rows.length);
  expect(byWhat[0]).toMatchObject({ next: { rows: 50 }, sortedBy: sort, isTooLong: false });
});

test("a list that grows for years has the latest first, by a column that it shows", async () => {
  const { views } = await aList({});
  // One that has a thousand rows a year would be sorted whole.
  const byTime = [
    "staff_accounts",
    "staff_bookings",
    "staff_history",
    "staff_invoices",
    "staff_mail",
    "staff_messages",
  ];
  expect(Object.keys(sortedByIndex)).toEqual(expect.arrayContaining(byTime));
  for (const [view, [first, ...others]] of Object.entries(sortedByIndex)) {
    const { columns, sortedBy } = await viewPage(views, view, {});
    expect([view, first]).toEqual([view, expect.stringMatching(/_at$/)]);
    expect([view, columns]).toEqual([view, expect.arrayContaining(others)]);
    expect([view, columns, sortedBy?.isDescending]).toEqual([view, expect.arrayContaining([sortedBy?.column]), true]);
  }
});

test("what a filter looks for is taken as it is typed, signs of LIKE too", async () => {
  const typed = ["100% paid", "100 rand paid", "box_4", "box 4", "C:\\slips", "C: slips"];
  const emails = await aList({}, typed);
  const found = async (text: string) => {
    const pages = await pagesOf(emails, "staff_mail", { filters: [{ column: "subject", text }] });
    return subjects(pages).toSorted();
  };
  expect(await found("100%")).toEqual(["100% paid"]);
  expect(await found("x_4")).toEqual(["box_4"]);
  expect(await found(":\\")).toEqual(["C:\\slips"]);
  expect(await found("PAID")).toEqual(["100 rand paid", "100% paid"]);
});

test("more than ten thousand rows are sorted by their index alone, until a filter leaves fewer", async () => {
  const bySubject = { sort: { column: "subject", isDescending: false } };
  const most = await aList({ "08:01": MOST_SORTED });
  expect(await viewPage(most.views, "staff_mail", bySubject)).toMatchObject({
    isTooLong: false,
    sortedBy: bySubject.sort,
  });
  const { views } = await aList({ "08:01": MOST_SORTED, "08:02": 1 });
  const tooLong = await viewPage(views, "staff_mail", bySubject);
  expect(tooLong).toMatchObject({
    isTooLong: true,
    sortedBy: LATEST_FIRST,
    next: { key: "2026-11-21 10:01", rows: 49 },
  });
  for (const wanted of [{}, { sort: { column: "queued_at", isDescending: false } }])
    expect(await viewPage(views, "staff_mail", wanted)).toMatchObject({ isTooLong: false });
  const fewer = { ...bySubject, filters: [{ column: "to_address", text: "thandi" }] };
  expect(await viewPage(views, "staff_mail", fewer)).toMatchObject({
    isTooLong: false,
    sortedBy: bySubject.sort,
  });
});

test("only a page that an index gives is read beside customers' pages; any other is read in a thread", async () => {
  const { views } = await aList({ "08:01": 60 });
  const ask = vi.fn(views.ask);
  const page = (wanted: Wanted) => viewPage({ ...views, ask }, "staff_mail", wanted);
  const isApart = () => ask.mock.calls.every(([, , takesLong]) => takesLong);
  await page({ filters: [{ column: "subject", text: "S" }] });
  await page({ sort: { column: "subject", isDescending: true } });
  // As nobody's next page does, but an address that was typed may.
  expect(await page({ after: { rows: 9_999_999 } })).toMatchObject({ rows: [] });
  expect(isApart()).toBe(true);
  const here = await page({ after: { key: "2026-11-21 10:01", rows: 50 } });
  expect(isApart()).toBe(false);
  const apart: StaffViews = { ...views, ask: (sql, values) => views.ask(sql, values, true) };
  expect(await viewPage(apart, "staff_mail", { after: { key: "2026-11-21 10:01", rows: 50 } })).toEqual(here);
});

type List = { file: string; views: StaffViews };

/** A file that staff read, with so many emails of each of these times, every other one to Thandi, and with these subjects. */
async function aList(emailsAt: Record<string, number>, subjects: string[] = []): Promise<List> {
  const database = path.join(aFolder(), "courier.db");
  await aStore(database);
  const file = freshForStaff(database);
  const writing = new Database(file);
  const add = writing.prepare(
    `INSERT INTO outgoing_mails (id, letter_key, state, to_address, subject, text_body, html_body, attempts,
       next_attempt_at, queued_at) VALUES (@id, @id, 'sent', @to, @subject, '', '', 1, @at, @at)`,
  );
  const times = Object.entries(emailsAt).flatMap(([time, emails]) => Array<string>(emails).fill(time));
  const named = times.map((time, n) => ({ time, subject: subjectOf(n) }));
  writing.transaction(() => {
    for (const [n, { time, subject }] of [
      ...named,
      ...subjects.map((subject) => ({ time: "08:00", subject })),
    ].entries())
      add.run({
        id: `email-${n}`,
        to: n % 2 === 0 ? "thandi@example.co.za" : "sipho@example.co.za",
        subject,
        at: `2026-11-21T${time}:00.000Z`,
      });
  })();
  writing.close();
  const views = openStaffViews(file, true);
  onTestFinished(() => views.close());
  return { file, views };
}

/** Each has its own, in another order than the times. */
function subjectOf(n: number): string {
  return `S${String((n * 7919) % 100_003).padStart(6, "0")}`;
}

/** Turns over to the end. */
async function pagesOf({ views }: List, view: string, wanted: Wanted) {
  const pages = [await viewPage(views, view, wanted)];
  for (let next = pages[0]?.next; next && pages.length < 10; next = pages.at(-1)?.next)
    pages.push(await viewPage(views, view, { ...wanted, after: next }));
  return pages;
}

type Pages = Awaited<ReturnType<typeof pagesOf>>;

function subjects(pages: Pages): string[] {
  return pages.flatMap(({ rows }) => rows.map(({ subject }) => String(subject)));
}

function times(pages: Pages): string[] {
  return pages.flatMap(({ rows }) => rows.map((row) => String(row.queued_at)));
}
