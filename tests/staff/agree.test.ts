import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { shortDate } from "#app/domain/values/sa-time";
import { plainText } from "#app/language/plain-text";
import { aDesk, deskForEachTest } from "../support/a-desk";
import { dayFromNow, officeForEachTest } from "../support/an-office";
import { writings } from "../support/corpus/files";

const office = officeForEachTest();
const desk = deskForEachTest(office);

const emailsSent = () =>
  office.staff<{ to: string; subject: string }>(
    "SELECT to_address AS \"to\", subject FROM outgoing_mails WHERE letter_key LIKE '%-agreed:%' ORDER BY queued_at, to_address",
  );

describe("a day that was agreed", () => {
  test("may be written as this country and its spreadsheets do", async () => {
    const { waybillNo } = await office.paid();
    const day = dayFromNow(1);
    const date = Number(day.slice(-2));
    const monthsName = shortDate(day).split(" ")[2] ?? "";
    const agree = async (typed: string) => JSON.stringify(await desk.ask("agree", waybillNo, "--day", typed, "--yes"));
    for (const typed of [
      day.replaceAll("-", "/"),
      `${date} ${monthsName}`,
      shortDate(day),
      `${date}-${monthsName.slice(0, 3)}`,
    ])
      expect(await agree(typed)).toContain(`will be collected on ${shortDate(day)}`);
  });

  test("takes precedence over the customer's day in the list of collections, in the delivery days, and in an email", async () => {
    const { waybillNo } = await office.paid({ parcel: { collectionDay: dayFromNow(-1) } });
    expect(office.staff("SELECT collect_when FROM staff_collections")).toEqual([{ collect_when: "Overdue" }]);
    const day = dayFromNow(1);
    const agree = () => desk.ask("agree", waybillNo, "--day", day, "--yes", "--from", "9", "--to", "12:00");
    expect(await agree()).toMatchObject({
      output: [
        `${waybillNo} will be collected on ${shortDate(day)}, 09:00 to 12:00. It has no driver on ${shortDate(day)} yet.`,
        "Told within a few seconds: Thandi Nkosi, by email to thandi@example.co.za.",
      ],
    });
    expect(office.staff("SELECT collect_when, agreed_day, agreed_time, what_to_do FROM staff_collections")).toEqual([
      { collect_when: "Tomorrow", agreed_day: day, agreed_time: "09:00-12:00", what_to_do: "Collect it" },
    ]);
    const wishedToday = await office.paid({ parcel: { collectionDay: dayFromNow(0) } });
    expect(office.staff("SELECT waybill_no FROM staff_collections")).toEqual([
      { waybill_no: wishedToday.waybillNo },
      { waybill_no: waybillNo },
    ]);
    expect(emailsSent()).toEqual([
      { to: "thandi@example.co.za", subject: expect.stringContaining(`We collect on ${shortDate(day)}`) },
    ]);
    expect(await agree()).toMatchObject({ output: [expect.stringContaining("Nothing has changed")] });
    expect(emailsSent()).toHaveLength(1);
    expect(office.staff("SELECT who, action FROM staff_history")).toEqual([{ who: "Zanele", action: "agreed" }]);
  });

  test("changes the days on which the parcel is expected", async () => {
    const { waybillNo } = await office.paid();
    const places = { partsAt: () => ({ city: null, suburbs: [] }), townAt: async () => null };
    const arrives = async () => (await trackedParcel(office.store.read, places, waybillNo, new Date()))?.next;
    const before = await arrives();
    await desk.ask("agree", waybillNo, "--day", dayFromNow(20), "--yes");
    expect(await arrives()).not.toEqual(before);
    await desk.ask("agree", waybillNo, "--none");
    expect(await arrives()).toEqual(before);
  });

  test("is the collection's while some pieces are still to be collected, for all who read of it", async () => {
    const { waybillNo } = await office.paid({ parcel: { quantity: 3 } });
    await desk.ask("mark", "collected", waybillNo, "--pieces", "2");
    const day = dayFromNow(1);
    expect(await desk.ask("agree", waybillNo, "--day", day, "--yes")).toMatchObject({
      output: [expect.stringContaining(`${waybillNo} will be collected on ${shortDate(day)}.`), expect.anything()],
    });
    expect(emailsSent()).toEqual([
      { to: "thandi@example.co.za", subject: expect.stringContaining(`We collect on ${shortDate(day)}`) },
    ]);
    const places = { partsAt: () => ({ city: null, suburbs: [] }), townAt: async () => null };
    const parcel = await trackedParcel(office.store.read, places, waybillNo, new Date());
    expect(parcel && [parcel.headline, parcel.next].map(plainText)).toEqual([
      "2 of 3 pieces collected",
      `We collect the rest on ${shortDate(day)}.`,
    ]);
    expect(office.staff("SELECT collect_when, missing FROM staff_collections")).toEqual([
      { collect_when: "Tomorrow", missing: "1 of 3 not collected" },
    ]);
  });

  test("becomes the delivery's once the parcel is collected: the receiver is told too, the collection's is deleted", async () => {
    const { waybillNo } = await office.paid();
    await desk.ask("agree", waybillNo, "--day", "today", "--yes");
    await desk.ask("mark", "collected", waybillNo);
    expect(office.staff("SELECT agreed_day FROM staff_parcels_under_way")).toEqual([{ agreed_day: null }]);
    await desk.ask("agree", waybillNo, "--day", "tomorrow", "--yes");
    expect(office.staff("SELECT agreed_day, what_to_do FROM staff_parcels_under_way")).toEqual([
      { agreed_day: dayFromNow(1), what_to_do: "Bring it to the receiver as agreed" },
    ]);
    const receiver = office.staff<{ to: string }>(
      "SELECT json_extract(form_snapshot, '$.addresses.toEmail') AS \"to\" FROM quotes",
    )[0]?.to;
    expect(emailsSent().map(({ to }) => to)).toContain(receiver);
  });

  test.each([
    [["--day", "2020-01-01"], "2020-01-01 is over"],
    [["--day", "2099-01-01"], "more than 90 days away"],
    [["--day", "tomorrow", "--from", "12:00", "--to", "09:00"], "the second time must be after the first"],
    [["--day", "tomorrow", "--from", "12:00"], "give both times"],
  ])("%j is refused, and nothing changes", async (options, why) => {
    const { waybillNo } = await office.paid();
    const answer = await desk.ask("agree", waybillNo, ...options, "--yes");
    expect(answer).toMatchObject({ kind: "refused", why: [expect.stringContaining(why)] });
    expect(office.staff("SELECT waybill_no FROM agreed_visits UNION ALL SELECT subject FROM staff_history")).toEqual(
      [],
    );
  });

  test("is refused for a delivered parcel, and not saved with --dry-run", async () => {
    const { waybillNo } = await office.paid();
    await desk.ask("agree", waybillNo, "--day", "tomorrow", "--yes", "--dry-run");
    expect(office.staff("SELECT * FROM agreed_visits")).toEqual([]);
    expect(emailsSent()).toEqual([]);
    await desk.ask("mark", "delivered", waybillNo);
    expect(await desk.ask("agree", waybillNo, "--day", "tomorrow", "--yes")).toMatchObject({ kind: "refused" });
  });
});

describe("a note", () => {
  test("is in every list of the parcel, is emailed once, and can be withdrawn", async () => {
    const { waybillNo, quote } = await office.paid();
    const spoken = waybillNo.replace(/^TH(...)(...)(...)(.)$/, "TH $1 $2 $3 $4").split(" ");
    await desk.ask("note", "booking", ...spoken, "call after 5");
    await desk.ask("note", "booking", quote.quoteNo, "call after 5");
    await desk.ask("note", "booking", waybillNo, "blue gate");
    for (const view of ["staff_bookings", "staff_collections", "staff_parcels_under_way"])
      expect(office.staff(`SELECT notes FROM ${view}`), view).toEqual([{ notes: "call after 5 / blue gate" }]);
    await desk.ask("note", "booking", waybillNo, "--undo");
    expect(office.staff("SELECT notes FROM staff_bookings")).toEqual([{ notes: "call after 5" }]);
    // A note's text is stored nowhere else: it may be personal.
    expect(JSON.stringify(office.staff("SELECT * FROM staff_history"))).not.toContain("gate");
  });
});

describe("of a list of numbers", () => {
  test("everything that can be done is done, and the rest is reported with the reason", async () => {
    const [one, two] = [await office.paid(), await office.paid()];
    await desk.ask("cancel", "booking", two.waybillNo, "--because", "x");
    const lines = [one.waybillNo, "", two.waybillNo.toLowerCase(), "TH4821093753", "rubbish", one.waybillNo];
    writeFileSync(path.join(path.dirname(office.file), "parcels.txt"), `\uFEFF${lines.join("\r\n")}\r\n`);
    const answer = await desk.ask("mark", "collected", "--file", "parcels.txt");
    expect(answer).toEqual({
      kind: "partly",
      output: [expect.stringContaining(`${one.waybillNo}: collected`)],
      why: [
        "3 of 4 not done:",
        'line 5: "rubbish" isn\'t a waybill number (TH and ten digits).',
        `${two.waybillNo}: its booking was cancelled.`,
        "TH4821093753: there is no such waybill.",
      ],
    });
    expect(office.staff("SELECT status FROM staff_bookings WHERE status = 'Collected'")).toHaveLength(1);
  });

  test.each(writings)("in a file in $kind is read", async ({ bytes }) => {
    const { waybillNo } = await office.paid();
    writeFileSync(path.join(desk.desk.folder, "parcels.txt"), bytes(`${waybillNo}\r\n`));
    expect(await desk.ask("agree", "--file", "parcels.txt", "--day", "today", "--yes")).toMatchObject({ kind: "done" });
  });

  test("from a pipe or a scanner, slips include their pieces", async () => {
    const { waybillNo } = await office.paid({ parcel: { quantity: 3 } });
    const scanner = aDesk(office, { readInput: () => Buffer.from(`${waybillNo}/1\n${waybillNo}/3\n${waybillNo}/3\n`) });
    expect(await scanner.ask("mark", "collected", "-")).toMatchObject({
      kind: "done",
      output: [expect.stringContaining("collected, 2 of 3 pieces")],
    });
    scanner.leave();
  });

  test("if the list can't be read, or has no number, nothing is done", async () => {
    await expect(desk.ask("agree", "--file", "missing.txt", "--day", "today", "--yes")).rejects.toThrow(
      "There is no file missing.txt",
    );
    const pipe = aDesk(office, { readInput: () => Buffer.from("\n") });
    await expect(pipe.ask("agree", "-", "--day", "today", "--yes")).rejects.toThrow("There is no number in the list.");
    pipe.leave();
  });

  test("typed numbers are all done, or none", async () => {
    const { waybillNo } = await office.paid();
    expect(await desk.ask("agree", waybillNo, "TH4821093753", "--day", "today", "--yes")).toEqual({
      kind: "refused",
      why: ["TH4821093753: there is no such waybill.", "Nothing was done."],
    });
    expect(office.staff("SELECT * FROM agreed_visits")).toEqual([]);
  });
});

test("a day on a Sunday or a public holiday is asked about; with --yes it is agreed on", async () => {
  const fixed = aDesk(office, { now: new Date("2026-11-23T08:00:00Z") });
  const { waybillNo } = await office.paid({}, new Date("2026-11-20T08:00:00Z"));
  await fixed.ask("change", "holiday", "2026-12-02", "Local elections");
  for (const [day, why] of [
    ["2026-11-29", "Sunday 29 November 2026 is a Sunday."],
    ["2026-12-25", "Friday 25 December 2026 is a public holiday: Christmas Day."],
    ["2026-12-02", "Wednesday 2 December 2026 is a public holiday: Local elections."],
  ] as const) {
    const words = `${why} If you really agreed on it, add --yes.`;
    expect(await fixed.ask("agree", waybillNo, "--day", day)).toEqual({ kind: "refused", why: [words] });
    expect(emailsSent()).toEqual([]);
  }
  expect(await fixed.ask("agree", waybillNo, "--day", "2026-11-30")).toMatchObject({ kind: "done" });
  expect(await fixed.ask("agree", waybillNo, "--day", "2026-11-29", "--yes")).toMatchObject({ kind: "done" });
  fixed.leave();
});
