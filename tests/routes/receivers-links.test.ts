import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { aGuestWithAWaybill, inTheFile } from "../support/a-guest";
import { asSent } from "../support/as-sent";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";
import { Visitor } from "../support/visitor";
import { holdWriteLock } from "../support/write-lock";

const site = siteForAllTests({ SMS_QUIET_HOURS: "none" });
let quoteId: string;
let waybillNo: string;
beforeAll(async () => {
  waybillNo = (await aGuestWithAWaybill(site)).waybillNo;
  quoteId = inTheFile<{ id: string }>(site, "SELECT quote_id AS id FROM waybills")[0]?.id ?? "";
});

describe("How will the driver find you?", () => {
  test("the receiver's link opens it on any phone, and their answer is shown on the booking", async () => {
    const receiver = await opened(linkIn(`booked:${quoteId}`, "/find-me/"));
    expect(receiver.page?.text).toContain("Orlando East, Soweto");
    await receiver.press("Save", { landmark: "Green door behind the spaza shop" });
    expect(receiver.page?.text).toContain("The driver will read this.");
    expect(inTheFile(site, "SELECT how_to_find_receiver AS said FROM staff_bookings")).toEqual([
      { said: "Green door behind the spaza shop" },
    ]);
    expect(inTheFile(site, "SELECT who, action, details FROM staff_history")).toEqual([
      { who: "the receiver", action: "said how to be found", details: "" },
    ]);
    const empty = { method: "POST", headers: { Origin: site.url }, body: new URLSearchParams() };
    await receiver.send(linkIn(`booked:${quoteId}`, "/find-me/"), empty);
    expect(inTheFile(site, "SELECT how_to_find_receiver AS said FROM staff_bookings")).toEqual([
      { said: "Green door behind the spaza shop" },
    ]);
  });

  test("a pasted place becomes its plus code, and one that looks wrong is asked about once", async () => {
    const receiver = await opened(linkIn(`booked:${quoteId}`, "/find-me/"));
    await receiver.press("Save", { landmark: "https://maps.app.goo.gl/aBcDeF" });
    expect(receiver.page?.status).toBe(400);
    expect(receiver.page?.text).toContain("We can't open this link.");
    await receiver.press("Save", { landmark: "gate, -26.2375, 27.9125" });
    expect(receiver.page?.text).toContain("The driver will read this.");
    expect(receiver.page?.text).toContain("We read this as 5G59QW77+22, near Orlando and Diepkloof.");
    expect(receiver.page?.document.querySelector("#landmark")?.getAttribute("value")).toBe("gate, 5G59QW77+22");
    await receiver.press("Save", { landmark: "https://maps.app.goo.gl/aBcDeF" });
    expect(receiver.page?.text).not.toContain("We read this as");
    expect((await new Visitor(site.url).open(`/tracking?action=track&no=${waybillNo}`)).text).not.toContain("5G59");
  });

  test("a text that is too long gets an error, and stays typed", async () => {
    const receiver = await opened(linkIn(`booked:${quoteId}`, "/find-me/"));
    const typed = "x".repeat(121);
    await receiver.press("Save", { landmark: typed });
    expect(receiver.page?.status).toBe(400);
    expect(receiver.page?.text).toContain("at most 120 characters");
    expect(receiver.page?.html).toContain(typed);
  });

  test.each(["the sender", "the receiver"])(
    "an answer and a change by the sender, both begun before either is saved, are both kept (%s first)",
    async (first) => {
      const { guest, waybillNo } = await aGuestWithAWaybill(site);
      const booking = `SELECT quotes.id, json_extract(form_snapshot, '$.addresses.toName') AS name,
          json_extract(form_snapshot, '$.addresses.toLandmark') AS landmark
        FROM quotes JOIN waybills ON waybills.quote_id = quotes.id WHERE waybill_no = '${waybillNo}'`;
      const [{ id } = { id: "" }] = inTheFile<{ id: string }>(site, booking);
      await guest.open(`/change/${id}`);
      const receiver = await opened(linkIn(`booked:${id}`, "/find-me/"));
      const press = {
        "the sender": () => guest.pressOnce("Save changes", { toName: "Lerato Mokoena" }),
        "the receiver": () => receiver.pressOnce("Save", { landmark: "Behind the church" }),
      };
      const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
      const inOrder = first === "the sender" ? Object.values(press) : Object.values(press).reverse();
      const pressed: Promise<Response>[] = [];
      for (const one of inOrder) {
        pressed.push(one());
        await pause(300);
      }
      await release();
      for (const { status } of await Promise.all(pressed)) expect(status).toBe(303);
      expect(inTheFile(site, booking)).toEqual([{ id, name: "Lerato Mokoena", landmark: "Behind the church" }]);
    },
  );

  test.each(["", "?key=", "?key=AAAAAAAAAAAAAAAAAAAAAA"])("without the key (%s) there is nothing", async (query) => {
    const stranger = new Visitor(site.url);
    expect((await stranger.open(`/find-me/${quoteId}${query}`)).status).toBe(404);
    expect((await stranger.open(`/stop-messages/${quoteId}/receiver${query}`)).status).toBe(404);
  });

  test("the key of one page doesn't open another", async () => {
    const { search } = new URL(linkIn(`booked:${quoteId}`, "/find-me/"));
    const stranger = new Visitor(site.url);
    expect((await stranger.open(`/stop-messages/${quoteId}/sender${search}`)).status).toBe(404);
    expect((await stranger.open(`/cancel/${quoteId}${search}`)).status).toBe(404);
  });
});

test("the PIN is sent again to the booking's phone, once however often it is asked for at once", async () => {
  const before = await opened(linkIn(`booked:${quoteId}`, "/find-me/"));
  expect(before.page?.text).not.toContain("Send me the PIN");
  const { code } = await staff(site, ["mark", "out-for-delivery", waybillNo]);
  expect(code).toBe(0);
  const receiver = await opened(linkIn(`booked:${quoteId}`, "/find-me/"));
  await receiver.press("Send me the PIN again");
  await receiver.press("Send me the PIN again");
  expect(receiver.page?.text).toContain("We have sent the PIN to your phone");
  const texts = inTheFile<{ to: string; text: string }>(
    site,
    `SELECT to_address AS "to", text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'pin-again:%'`,
  );
  expect(texts).toEqual([{ to: "+27735550101", text: expect.stringMatching(/PIN \d{4}\.$/) }]);
});

describe("stop messages", () => {
  test("the link in an email stops the phone's texts for its booking alone, and never the PIN; staff stop them for good", async () => {
    const { waybillNo: mine } = await aGuestWithAWaybill(site);
    const { waybillNo: theirs } = await aGuestWithAWaybill(site);
    const idOf = (number: string) =>
      inTheFile<{ id: string }>(site, `SELECT quote_id AS id FROM waybills WHERE waybill_no = '${number}'`)[0]?.id ??
      "";
    const mark = async (kind: string, number: string) =>
      expect(await staff(site, ["mark", kind, number])).toMatchObject({ code: 0 });
    const texts = (number: string) =>
      inTheFile<{ key: string }>(
        site,
        `SELECT letter_key AS key FROM outgoing_mails WHERE channel = 'sms' AND quote_id = '${idOf(number)}'
         ORDER BY queued_at`,
      ).map(({ key }) => key.split(":")[0]);

    const receiver = await opened(linkIn(`booked:${idOf(mine)}`, "/stop-messages/"));
    await receiver.press("Stop text messages");
    expect(receiver.page?.text).toContain("We send no more text messages to ••• ••• 0101 about this parcel.");
    for (const number of [mine, theirs]) {
      await mark("out-for-delivery", number);
      await mark("failed-attempt", number);
    }
    expect(texts(mine)).toEqual(["out_for_delivery"]);
    expect(texts(theirs)).toEqual(["out_for_delivery", "failed_attempt"]);

    expect(await staff(site, ["stop", "messages", "0735550101"])).toMatchObject({ code: 0 });
    const stopped = await opened(linkIn(`booked:${idOf(theirs)}`, "/stop-messages/"));
    expect(stopped.page?.text).toContain("To get the others again, phone us at");
    expect(stopped.page?.html).not.toMatch(/text messages again|Stop text messages/);
    const { action, body } = stopped.filledIn("Stop emails");
    body.delete("stop");
    body.append("allow", "sms");
    await stopped.send(action, {
      method: "POST",
      body: body.toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    await mark("out-for-delivery", theirs);
    await mark("failed-attempt", theirs);
    expect(texts(theirs)).toEqual(["out_for_delivery", "failed_attempt", "out_for_delivery"]);
    expect(await staff(site, ["allow", "messages", "0735550101"])).toMatchObject({ code: 0 });
    inTheFile(site, "DELETE FROM message_stops");
  });

  test("opening it stops nothing; a press stops one channel, another press allows it again", async () => {
    const receiver = await opened(linkIn(`booked:${quoteId}`, "/stop-messages/"));
    expect(receiver.page?.text).not.toMatch(/sipho@example|735550101/);
    expect(stops()).toEqual([]);
    await receiver.press("Stop text messages");
    expect(stops()).toEqual(["sms"]);
    await receiver.press("Stop emails");
    expect(stops()).toEqual(["email", "sms"]);
    await receiver.press("Send emails again");
    expect(stops()).toEqual(["sms"]);
    expect(JSON.stringify(inTheFile(site, "SELECT * FROM message_stops"))).not.toMatch(/sipho|735550101/);
  });
});

function stops(): string[] {
  return inTheFile<{ channel: string }>(site, "SELECT channel FROM message_stops ORDER BY channel").map(
    (row) => row.channel,
  );
}

/** The link to this path in an occasion's email. */
function linkIn(occasion: string, path: string): string {
  const [row] = inTheFile<{ text: string }>(
    site,
    `SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE '${occasion}:%'`,
  );
  return new RegExp(`https?://\\S*${path}\\S+`).exec(asSent(site, row?.text ?? ""))?.[0] ?? expect.fail("no such link");
}

async function opened(link: string): Promise<Visitor> {
  const { pathname, search } = new URL(link);
  const visitor = new Visitor(site.url);
  await visitor.open(pathname + search);
  return visitor;
}
