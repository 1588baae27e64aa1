import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aDesk, type StaffDesk } from "../support/a-desk";
import { anOffice, type Office } from "../support/an-office";

let office: Office;
let desk: StaffDesk;
beforeEach(async () => {
  office = await anOffice();
  desk = aDesk(office);
});
afterEach(() => desk.leave());

const emails = () =>
  office.staff<{ to: string; text: string }>(
    "SELECT to_address AS \"to\", text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'booking-changed%' ORDER BY to_address",
  );

describe("changing a booking", () => {
  test("corrects a street and a phone in every list, and tells both people; the record names the fields, not the values", async () => {
    const { waybillNo, quote } = await office.paid();
    const change = () =>
      desk.ask("change", "booking", waybillNo, "--to-phone", "0831112222", "--to-street", "9 Vilakazi Street");
    expect(await change()).toMatchObject({
      output: [`${waybillNo}: changed Receiver phone, Receiver address.`, expect.anything(), expect.anything()],
    });
    expect(office.staff("SELECT receiver_phone, deliver_to, price_rand FROM staff_bookings")).toEqual([
      { receiver_phone: "0831112222", deliver_to: "9 Vilakazi Street", price_rand: (quote.grandTotalCents ?? 0) / 100 },
    ]);
    expect(emails().map(({ to }) => to)).toEqual([quote.formSnapshot.addresses.toEmail, quote.email].toSorted());
    for (const { text } of emails()) expect(text).toContain("9 Vilakazi Street");
    expect(office.staff("SELECT action, subject, details FROM staff_history")).toEqual([
      { action: "changed booking", subject: waybillNo, details: "Receiver phone, Receiver address" },
    ]);
    expect(await change()).toMatchObject({ output: [`${waybillNo} is so already.`] });
    expect(emails()).toHaveLength(2);
    expect(await desk.ask("find", "0831112222")).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ number: waybillNo })]),
    });
  });

  test("to another postal code is made at the same price, and refused at another unless the difference is recorded", async () => {
    const { waybillNo, quote } = await office.paid();
    const near = await desk.ask("change", "booking", waybillNo, "--to-postal", "1805");
    expect(near).toMatchObject({ kind: "done" });
    const far = ["change", "booking", waybillNo, "--to-postal", "7784", "--to-city", "Cape Town"];
    expect(await desk.ask(...far)).toMatchObject({
      kind: "refused",
      why: [expect.stringMatching(/it would cost R.* more than R/)],
    });
    expect(office.staff("SELECT deliver_postal_code FROM staff_bookings")).toEqual([{ deliver_postal_code: "1805" }]);
    expect(await desk.ask(...far, "--note-difference")).toMatchObject({ kind: "done" });
    expect(office.staff("SELECT deliver_postal_code, deliver_city, price_rand FROM staff_bookings")).toEqual([
      { deliver_postal_code: "7784", deliver_city: "Cape Town", price_rand: (quote.grandTotalCents ?? 0) / 100 },
    ]);
    expect(JSON.stringify(office.staff("SELECT details FROM staff_history"))).toMatch(/it would cost R.* more/);
  });

  test("ends with the collection for the sender's side, and with the delivery for all", async () => {
    const { waybillNo } = await office.paid();
    await desk.ask("mark", "collected", waybillNo);
    expect(await desk.ask("change", "booking", waybillNo, "--from-phone", "0831112222")).toMatchObject({
      kind: "refused",
      why: [expect.stringContaining("has been collected")],
    });
    expect(await desk.ask("change", "booking", waybillNo, "--to-name", "Zodwa Khumalo")).toMatchObject({
      kind: "done",
    });
    await desk.ask("mark", "delivered", waybillNo);
    expect(await desk.ask("change", "booking", waybillNo, "--to-name", "Zola Khumalo")).toMatchObject({
      kind: "refused",
      why: [expect.stringContaining("its way is over")],
    });
  });

  test.each([
    [["--to-phone", "12"], "at least 7 digits"],
    [["--to-name", "X"], "longer than 1 character"],
    [["--to-postal", "18"], "must have 4 digits"],
  ])("to %j is refused like in the form", async (options, why) => {
    const { waybillNo } = await office.paid();
    expect(await desk.ask("change", "booking", waybillNo, ...options)).toMatchObject({
      kind: "refused",
      why: [expect.stringContaining(why)],
    });
    expect(emails()).toEqual([]);
  });

  test("an unbooked quote, or no change, is refused; and --dry-run changes nothing", async () => {
    const quote = await office.quote();
    expect(await desk.ask("change", "booking", quote.quoteNo, "--to-name", "Zodwa Khumalo")).toMatchObject({
      kind: "refused",
    });
    const { waybillNo } = await office.paid();
    await expect(desk.ask("change", "booking", waybillNo)).rejects.toThrow("What should change?");
    await desk.ask("change", "booking", waybillNo, "--to-name", "Zodwa Khumalo", "--dry-run");
    expect(office.staff("SELECT receiver FROM staff_bookings")).toEqual([{ receiver: "Sipho Dlamini" }]);
    expect(emails()).toEqual([]);
  });
});
