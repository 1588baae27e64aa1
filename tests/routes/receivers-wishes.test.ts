import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { dayAfter } from "#app/domain/values/calendar-day";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { textsIn } from "../support/a-pdf";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { staff, staffList } from "../support/staff";
import { Visitor } from "../support/visitor";

const site = siteForAllTests({ SMS_QUIET_HOURS: "none" });
beforeAll(async () => {
  await done("add", "driver", "Sipho Nkosi", "--phone", "083 123 4567");
});

describe("a receiver's wishes", () => {
  test("another day is agreed for the delivery, moves the stop, and both are told; the neighbour only the receiver", async () => {
    const { receiver, waybillNo } = await aReceiver("collected");
    await done("assign", waybillNo, "--driver", "Sipho Nkosi", "--date", "tomorrow");
    const forms = receiver.page?.document.querySelectorAll("details form") ?? [];
    const named = (form: (typeof forms)[number]) =>
      form.querySelectorAll("input, select, button").map((field) => field.getAttribute("name") ?? field.text);
    expect(forms.map(named)).toEqual([
      ["wish", "day", "part", "Tell the driver"],
      ["wish", "neighbour", "neighbourAt", "Tell the driver"],
      ["wish", "Tell the driver"],
      ["landmark", "Save"],
    ]);
    expect(openChoices(receiver)).toEqual([]);
    const days = receiver.page?.document.querySelectorAll("#day option").map((one) => one.getAttribute("value") ?? "");
    const [, , second = ""] = days ?? [];
    expect(days).toHaveLength(6);
    expect(receiver.page?.html).toMatch(/<script async/);

    await receiver.press("Tell the driver", {
      wish: "neighbour",
      neighbour: "Gogo Mabena",
      neighbourAt: "14 Ncome Crescent",
    });
    await receiver.press("Tell the driver", { wish: "day", day: second, part: "morning" });
    expect(receiver.page?.text).toContain("Thank you. We have noted this");
    expect(receiver.page?.text).toContain("You asked for: delivery to a neighbour");
    expect(receiver.page?.text).toContain("The driver reads: Leave it with Gogo Mabena, 14 Ncome Crescent.");
    expect(receiver.page?.text).toContain(`You asked for: delivery on ${shortDate(second)}, 08:00 to 12:00`);

    expect(await agreedOf(waybillNo)).toEqual({
      stop: "delivery",
      day: second,
      from_time: "08:00",
      until_time: "12:00",
    });
    expect(inTheFile(site, `SELECT id FROM stops WHERE waybill_no = '${waybillNo}' AND removed_at IS NULL`)).toEqual(
      [],
    );
    const plan = async () =>
      (await staffList(site, ["plan", "--date", second])).find(({ waybill_no }) => waybill_no === waybillNo);
    const theirs = { visit: "delivery", agreed: `${shortDate(second)}, 08:00 to 12:00, by the receiver` };
    expect(await plan()).toMatchObject(theirs);
    await done("assign", waybillNo, "--driver", "Sipho Nkosi", "--date", second);
    const onSheet = () =>
      inTheFile(site, `SELECT agreed_time, agreed_by FROM staff_run_sheet WHERE waybill_no = '${waybillNo}'`);
    expect(onSheet()).toEqual([{ agreed_time: "08:00-12:00", agreed_by: "By the receiver" }]);
    const sheet = JSON.stringify(await staffList(site, ["show", "staff_run_sheet", "--full"]));
    expect(sheet).toContain("Leave it with Gogo Mabena");
    expect(sheet).toContain(`"agreed_day":"${second}"`);
    const paper = path.join(site.dataDir, "sheet.pdf");
    await done("print", "run-sheet", "--driver", "Sipho Nkosi", "--date", second, "--to", paper);
    const printed = textsIn(readFileSync(paper)).map(({ words }) => words);
    expect(printed.join(" ")).toMatch(/08:00 to 12:00, by the receiver.*Leave it with Gogo Mabena/);

    const toReceiver = [...messages(waybillNo, "wish-neighbour:%"), ...messages(waybillNo, "wish:%")];
    expect(toReceiver).toHaveLength(2);
    expect(toReceiver[0]?.text).toContain("Gogo Mabena");
    expect(messages(waybillNo, "wish-day:%").map(({ text }) => text)).toEqual([
      expect.stringMatching(/The receiver asked for delivery on .* 08:00 to 12:00/),
    ]);
    expect(messages(waybillNo, "wish-day:%")[0]?.text).not.toContain("Gogo");
    const history = (await done("history", waybillNo)).out;
    expect(history).toMatch(/the receiver.*wished.*delivery on/);
    expect(history).not.toContain("Gogo");

    await receiver.press("Take it back");
    expect(receiver.page?.text).toContain("We have undone it");
  });

  test("taken back, the day that the office had agreed on before holds again, and both read so", async () => {
    const { receiver, waybillNo } = await aReceiver("collected");
    const [, , second = "", third = ""] = daysOffered(receiver);
    await done("agree", waybillNo, "--day", third, "--from", "09:00", "--to", "11:00", "--yes");
    const [planned] = (await staffList(site, ["plan", "--date", third])).filter(
      ({ waybill_no }) => waybill_no === waybillNo,
    );
    expect(planned?.agreed).toBe(`${shortDate(third)}, 09:00 to 11:00`);
    await done("assign", waybillNo, "--driver", "Sipho Nkosi", "--date", third);
    const sheet = `SELECT agreed_by FROM staff_run_sheet WHERE waybill_no = '${waybillNo}'`;
    expect(inTheFile(site, sheet)).toEqual([{ agreed_by: "" }]);
    const asAgreed = { stop: "delivery", day: third, from_time: "09:00", until_time: "11:00" };
    await receiver.open(receiver.page?.url ?? "");
    await receiver.press("Tell the driver", { wish: "day", day: second });
    expect(await agreedOf(waybillNo)).toMatchObject({ day: second });
    await receiver.press("Tell the driver", { wish: "depot" });
    expect(await agreedOf(waybillNo)).toBeUndefined();
    await receiver.press("Take it back");
    expect(await agreedOf(waybillNo)).toEqual(asAgreed);
    const again = `We bring it on ${shortDate(third)}, 09:00 to 11:00, as agreed before.`;
    expect(messages(waybillNo, "wish-ended:%").map(({ text }) => text)).toEqual([expect.stringContaining(again)]);
    expect(messages(waybillNo, "wish-day:%:ended:%").map(({ text }) => text)).toEqual([expect.stringContaining(again)]);
  });

  test("when the office deletes a wish's note, receiver and sender are told once that it doesn't hold any more", async () => {
    const { receiver, waybillNo } = await aReceiver("collected");
    await receiver.press("Tell the driver", { wish: "depot" });
    expect((await done("note", "booking", waybillNo, "--undo")).out).toContain("fetches it at the depot");
    expect((await staff(site, ["note", "booking", waybillNo, "--undo"])).err).toContain("has no note");
    expect(messages(waybillNo, "wish-ended:%").map(({ text }) => text)).toEqual([
      expect.stringMatching(/This is cancelled: fetching it[\s\S]*Our office cancelled it/),
    ]);
    expect(messages(waybillNo, "wish-day:%:ended:%").map(({ text }) => text)).toEqual([
      expect.stringContaining("will not fetch the parcel at our depot. We bring it in the usual time."),
    ]);
  });

  test("one form may ask for a day and a neighbour at once, without saying which, as a page of an earlier release does", async () => {
    const { receiver, waybillNo, link } = await aReceiver("collected");
    const day = dayOffered(receiver);
    const neighbour = { neighbour: "Gogo Mabena", neighbourAt: "14 Ncome Crescent" };
    const sent = async (fields: Record<string, string>) =>
      receiver.follow(await receiver.send(link, { method: "POST", body: new URLSearchParams(fields) }));
    const half = await sent({ day, neighbour: "Gogo Mabena", neighbourAt: "" });
    expect(half.text).toContain("The neighbour's house is required");
    expect(openChoices(receiver)).toEqual(["A neighbour takes it"]);
    expect(await agreedOf(waybillNo)).toBeUndefined();
    await sent({ day, ...neighbour, neighbourAt: "9" });
    expect(receiver.page?.text).not.toContain("The neighbour's house is required");
    await sent({ day, ...neighbour });
    expect(await agreedOf(waybillNo)).toMatchObject({ day });
    expect(receiver.page?.text).toContain("Leave it with Gogo Mabena, 14 Ncome Crescent.");
    await sent({ wish: "day", day, neighbour: "x".repeat(60_000), neighbourAt: "14" });
    expect(receiver.page?.text).toMatch(/The neighbour's name .*at most/);
  });

  test("before the collection a wished day is the delivery's, never the collection's", async () => {
    const { receiver, waybillNo } = await aReceiver();
    const day = dayOffered(receiver);
    await receiver.press("Tell the driver", { wish: "day", day });
    expect(await agreedOf(waybillNo)).toMatchObject({ stop: "delivery", day });
    const [collection] = inTheFile<{ agreed_day: string | null }>(
      site,
      `SELECT agreed_day FROM staff_collections WHERE waybill_no = '${waybillNo}'`,
    );
    expect(collection?.agreed_day).toBeNull();
  });

  test("fetching it ends both others, needs the PIN, and is offered in the depot's own region only", async () => {
    const { receiver, waybillNo } = await aReceiver("collected");
    await receiver.press("Tell the driver", { wish: "day", day: dayOffered(receiver) });
    await receiver.press("Tell the driver", { wish: "depot" });
    expect(receiver.page?.text).toMatch(/You fetch it at our depot(?!.*We bring the parcel to)/s);
    expect(await agreedOf(waybillNo)).toBeUndefined();
    expect(messages(waybillNo, "wish-day:%").at(-1)?.text).toContain("The receiver fetches the parcel at our depot.");
    const tracked = async () => (await new Visitor(site.url).open(`/tracking?no=${waybillNo}`)).text;
    expect(await tracked()).toContain("The receiver fetches it at our depot. Not there yet");
    const [, pin = ""] = /PIN (\d{4})/.exec(messages(waybillNo, "wish:%").at(-1)?.text ?? "") ?? [];
    expect((await staff(site, ["fetched", waybillNo, "--pin", pin === "1111" ? "2222" : "1111"])).err).toContain(
      "not its PIN",
    );
    expect((await done("plan", "--date", "tomorrow", "--dry-run")).out).not.toContain(waybillNo);
    await done("mark", "at-depot", waybillNo);
    expect(await tracked()).toContain(`Ready at our depot until ${shortDate(dayAfter(saDay(new Date()), 8))}, bring`);
    const toReturn = `SELECT what_to_do FROM staff_wishes WHERE waybill_no = '${waybillNo}' AND what_to_do <> ''`;
    const cameDaysAgo = (days: number) => {
      const at = new Date(Date.now() - days * DAYS).toISOString();
      inTheFile(site, `UPDATE waybills SET last_event_at = '${at}' WHERE waybill_no = '${waybillNo}'`);
      inTheFile(site, `UPDATE receiver_wishes SET wished_at = '${at}' WHERE waybill_no = '${waybillNo}'`);
    };
    cameDaysAgo(8);
    expect(inTheFile(site, toReturn)).toEqual([]);
    cameDaysAgo(9);
    for (const list of ["staff_wishes", "staff_parcels_under_way", "staff_bookings"])
      expect(inTheFile(site, toReturn.replace("staff_wishes", list))).toEqual([
        { what_to_do: "Return it: nobody fetched it" },
      ]);
    await done("fetched", waybillNo, "--pin", pin);
    expect((await receiver.open(receiver.page?.url ?? "")).text).toContain("no longer on its way");
    expect(
      inTheFile(site, `SELECT place FROM tracking_events WHERE waybill_no = '${waybillNo}' AND kind = 'delivered'`),
    ).toEqual([{ place: "Germiston depot" }]);

    const elsewhere = await aReceiver("collected");
    inTheFile(
      site,
      `UPDATE quotes SET to_postal = '4001' WHERE id = (SELECT quote_id FROM waybills WHERE waybill_no = '${elsewhere.waybillNo}')`,
    );
    await elsewhere.receiver.open(elsewhere.link);
    expect(elsewhere.receiver.page?.text).not.toContain("I fetch it");
    const forged = { method: "POST", body: new URLSearchParams({ wish: "depot" }) };
    expect((await elsewhere.receiver.send(elsewhere.link, forged)).status).toBe(400);
  });

  test("what is missing or too late is said, and nothing typed is lost", async () => {
    const { receiver, waybillNo } = await aReceiver("collected");
    expect((await receiver.press("Tell the driver", { wish: "day" })).text).toContain("Choose a day");
    expect(openChoices(receiver)).toEqual(["Another day"]);
    const page = await receiver.press("Tell the driver", { wish: "neighbour", neighbour: "Gogo Mabena" });
    expect(page.text).toContain("The neighbour's house is required");
    expect(page.document.querySelector("#neighbour")?.getAttribute("value")).toBe("Gogo Mabena");
    expect(openChoices(receiver)).toEqual(["A neighbour takes it"]);
    expect(page.document.querySelector("main details")?.getAttribute("open")).toBeDefined();
    const day = dayOffered(receiver);
    await done("mark", "out-for-delivery", waybillNo);
    expect((await receiver.press("Tell the driver", { wish: "day", day })).text).toContain("is out for delivery");
    expect(await agreedOf(waybillNo)).toBeUndefined();
  });

  test("after a failed visit the message leads here, and staff phone only who doesn't answer", async () => {
    const [answered, silent] = [await aReceiver("collected"), await aReceiver("collected")];
    for (const { waybillNo } of [answered, silent]) await done("mark", "failed-attempt", waybillNo);
    expect(messages(answered.waybillNo, "failed_attempt:%:receiver")[0]?.text).toMatch(
      /Say when you are at home:\n.*\/find-me\/.*#wishes/,
    );
    const phoned = () => inTheFile(site, "SELECT waybill_no FROM staff_unanswered_visits");
    expect(phoned()).toEqual([]);
    await answered.receiver.open(answered.link);
    await answered.receiver.press("Tell the driver", { wish: "day", day: dayOffered(answered.receiver) });
    inTheFile(site, "UPDATE waybills SET answer_by = '2026-01-05T10:00:00.000Z' WHERE last_event = 'failed_attempt'");
    expect(phoned()).toEqual([{ waybill_no: silent.waybillNo }]);
    expect((await done("today")).out).toMatch(/Phone the receiver: no answer since the failed visit\s+1/);
  });
});

describe("who may wish", () => {
  test("only the signed link; opening “This wasn't me” changes nothing, its button takes back and closes the link", async () => {
    const { receiver, waybillNo, link } = await aReceiver("collected");
    expect((await new Visitor(site.url).open(link.replace(/key=.*/, "key=AAAA"))).status).toBe(404);
    const day = dayOffered(receiver);
    await receiver.press("Tell the driver", { wish: "day", day });
    const [, notMe = ""] = /This wasn't me:\n(\S+)/.exec(messages(waybillNo, "wish:%")[0]?.text ?? "") ?? [];
    const owner = new Visitor(site.url);
    expect((await owner.open(notMe.replace("/not-me/", "/not-me/x"))).status).toBe(404);
    // Whoever got a forwarded link has the key of the other page.
    for (const key of ["", "AAAAAAAAAAAAAAAAAAAAAA", new URL(link).searchParams.get("key") ?? ""])
      expect((await owner.open(notMe.replace(/key=[^&]*/, `key=${key}`))).status, key).toBe(404);
    expect((await owner.open(notMe)).text).toContain("Somebody with the link to this parcel asked for: delivery on");
    expect(owner.page?.document.querySelector("title")?.text).toMatch(/^This wasn't me · /);
    expect(await agreedOf(waybillNo)).toMatchObject({ day });
    expect((await owner.press("This wasn't me")).text).toContain("We have undone it");
    expect(await agreedOf(waybillNo)).toBeUndefined();
    // Her page was open.
    expect((await receiver.press("Tell the driver", { wish: "day", day })).text).toContain("this link is closed");
    const { text, document } = await receiver.open(link);
    expect(text).toMatch(/Somebody told us that they had not asked for this, .* Please phone us at 0/);
    expect([document.querySelector("#wishes form"), /Tell the driver|Take it back/.test(text)]).toEqual([null, false]);
    await done("mark", "out-for-delivery", waybillNo);
    await done("mark", "failed-attempt", waybillNo);
    const tracked = await receiver.open(`/t/${waybillNo}?${new URL(link).search.slice(1)}`);
    expect(tracked.text).toContain("Phone 010");
    expect(tracked.text).not.toMatch(/Say when you are at home|the receiver's link/);
    const work = `SELECT what_to_do FROM staff_wishes WHERE waybill_no = '${waybillNo}' AND what_to_do <> ''`;
    expect(inTheFile(site, work)).toHaveLength(1);
    await done("note", "booking", waybillNo, "phoned her, it stays as it was");
    expect(inTheFile(site, work)).toEqual([]);
  });

  test("a parcel takes ten changes, and whoever has no email is told by a text without a link", async () => {
    const { receiver, waybillNo } = await aReceiver("collected");
    const without = isPostgres
      ? `jsonb_set(form_snapshot::jsonb, '{addresses,toEmail}', '""')::json`
      : "json_set(form_snapshot, '$.addresses.toEmail', '')";
    inTheFile(
      site,
      `UPDATE quotes SET form_snapshot = ${without}
        WHERE id = (SELECT quote_id FROM waybills WHERE waybill_no = '${waybillNo}')`,
    );
    const wish = (n: number) => ({ wish: "neighbour", neighbour: `Gogo ${n}`, neighbourAt: "14 Ncome Crescent" });
    for (let n = 0; n < 10; n += 1)
      expect((await receiver.press("Tell the driver", wish(n))).text).toContain("We have noted this");
    expect(receiver.page?.text).toContain("This was changed ten times. Please phone us");
    expect(receiver.page?.document.querySelector("#wishes button")).toBeNull();
    const texts = messages(waybillNo, "wish-neighbour:%:sms");
    expect(texts).toHaveLength(10);
    expect(texts[0]?.text).toMatch(/Phone us if this wasn't you: 010/);
    expect(texts[0]?.text).not.toMatch(/http|Gogo/);
  });

  test("the receiver is told even if they stopped messages, and their former email and phone of new ones", async () => {
    const { receiver, waybillNo, link } = await aReceiver("collected");
    const [{ text = "" } = {}] = messages(waybillNo, "booked:%:receiver");
    const [stop = ""] = /https?:\/\/\S*\/stop-messages\/\S+/.exec(text) ?? [];
    await receiver.open(stop);
    for (const way of ["emails", "text messages"]) await receiver.press(`Stop ${way}`);
    await receiver.open(link);
    await receiver.press("Tell the driver", { wish: "day", day: dayOffered(receiver) });
    expect(messages(waybillNo, "wish:%")).toHaveLength(1);

    const former = () =>
      inTheFile<{ to_address: string; text: string }>(
        site,
        `SELECT to_address, text_body AS text FROM outgoing_mails JOIN waybills USING (quote_id)
          WHERE waybill_no = '${waybillNo}' AND letter_key LIKE 'receiver-changed:%' ORDER BY queued_at, letter_key`,
      );
    for (const _ of ["once", "again"]) await done("change", "booking", waybillNo, "--to-phone", "083 111 2222");
    await done("correct", "customer", "sipho@example.co.za", "--email", "other@example.com");
    expect(former().map(({ to_address }) => to_address)).toEqual(["+27735550101", "sipho@example.co.za"]);
    expect(former()[0]?.text).toMatch(/phone was changed[\s\S]*Phone us if this wasn't you: 010/);
    expect(former()[1]?.text).toMatch(/receiver's email for this parcel was changed[\s\S]*phone us at 010/);
    for (const { text } of former()) expect(text).not.toMatch(/other@|111 ?2222|http/);
    await done("mark", "delivered", waybillNo);
    await done("correct", "customer", "other@example.com", "--email", "third@example.com");
    expect(former()).toHaveLength(2);
  });
});

/** A parcel whose receiver has opened the link in their email. */
async function aReceiver(mark?: string) {
  const { waybillNo } = await aGuestWithAWaybill(site);
  const [row] = inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails JOIN waybills USING (quote_id)
      WHERE waybill_no = '${waybillNo}' AND letter_key LIKE 'booked:%:receiver'`,
  );
  const [link = ""] = /https?:\/\/\S*\/find-me\/\S+/.exec(asSent(site, row?.text ?? "")) ?? [];
  if (mark) await done("mark", mark, waybillNo);
  const receiver = new Visitor(site.url);
  await receiver.open(link);
  return { receiver, waybillNo, link };
}

const daysOffered = (receiver: Visitor) =>
  (receiver.page?.document.querySelectorAll("#day option") ?? []).map((one) => one.getAttribute("value") ?? "");

/** The choices that aren't folded, by their titles. */
function openChoices(receiver: Visitor): string[] {
  const open = receiver.page?.document.querySelectorAll("main details[open]") ?? [];
  return open.map((one) => one.querySelector("summary")?.firstChild?.text.trim() ?? "");
}

function dayOffered(receiver: Visitor): string {
  return daysOffered(receiver)[2] ?? dayAfter(saDay(new Date()), 2);
}

async function agreedOf(waybillNo: string) {
  const [agreed] = inTheFile(
    site,
    `SELECT stop, day, from_time, until_time FROM agreed_visits WHERE waybill_no = '${waybillNo}'`,
  );
  return agreed;
}

function messages(waybillNo: string, key: string) {
  return inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails JOIN waybills USING (quote_id)
      WHERE waybill_no = '${waybillNo}' AND letter_key LIKE '${key}' ORDER BY queued_at, letter_key`,
  ).map(({ text }) => ({ text: asSent(site, text) }));
}

async function done(...args: string[]) {
  const result = await staff(site, args);
  expect(result.code, result.err).toBe(0);
  return result;
}
