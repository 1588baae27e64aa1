import { describe, expect, test } from "vitest";
import { deskForEachTest } from "../support/a-desk";
import { dayFromNow, officeForEachTest } from "../support/an-office";

const office = officeForEachTest();
const desk = deskForEachTest(office);

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
    expect(await change()).toMatchObject({ output: [`${waybillNo} is like that already.`] });
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

  test("says how many pieces are sent, tells both people, and changes no price; never fewer than were collected", async () => {
    const { waybillNo, quote } = await office.paid({ parcel: { quantity: 3 } });
    const pieces = (count: string, ...also: string[]) =>
      desk.ask("change", "booking", waybillNo, "--pieces", count, ...also);
    await desk.ask("mark", "collected", waybillNo, "--pieces", "2");
    for (const count of ["1", "4"])
      expect(await pieces(count)).toEqual({ kind: "refused", why: [`${waybillNo}: it can have 2 to 3 pieces.`] });
    await expect(pieces("2", "--to-phone", "0831112222")).rejects.toThrow("Change the pieces separately");
    const row = () => office.staff("SELECT status, parcels, missing, price_rand FROM staff_bookings");
    const price_rand = (quote.grandTotalCents ?? 0) / 100;
    expect(await pieces("2")).toMatchObject({
      output: [`${waybillNo}: 2 pieces, before: 3, booked: 3.`, expect.anything()],
    });
    expect(row()).toEqual([{ status: "Collected", parcels: 2, missing: "1 of 3 not sent", price_rand }]);
    const changed = "SELECT subject FROM staff_history WHERE action = 'changed booking'";
    expect(office.staff(changed)).toEqual([{ subject: waybillNo }]);
    expect(emails()).toHaveLength(2);
    for (const { text } of emails()) expect(text).toMatch(/Pieces: +2 of the 3 booked/);
    await desk.ask("change", "booking", waybillNo, "--to-landmark", "Green door");
    await desk.ask("agree", waybillNo, "--day", dayFromNow(3), "--yes");
    const told = office.staff<{ text: string }>(
      "SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'booking-changed%' OR letter_key LIKE 'visit-%'",
    );
    expect(told.map(({ text }) => /Parcel: +(\d)/.exec(text)?.[1])).toEqual(Array(6).fill("2"));
    expect(await pieces("2")).toMatchObject({ output: [`${waybillNo} is like that already.`] });
    await pieces("3");
    expect(row()).toEqual([{ status: "Partly collected", parcels: 3, missing: "1 of 3 not collected", price_rand }]);
    const unpaid = await office.booked();
    expect(await desk.ask("change", "booking", unpaid.quoteNo, "--pieces", "1")).toMatchObject({ kind: "refused" });
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
    [["--to-name", "X"], "is required"],
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

test("the buyer's VAT number is for an invoice above R 5 000, and one that was issued keeps its number, date and amounts", async () => {
  const vat = (number: string) => desk.ask("change", "booking", number, "--vat-number", "4123456789");
  const { quote: cheap } = await office.paid();
  expect(await vat(cheap.quoteNo)).toMatchObject({ why: [expect.stringContaining("more than R 5 000")] });
  const quote = await office.booked({ addresses: { toPostal: "9100" } });
  await desk.ask("price", "quote", quote.quoteNo, "6 000,00");
  await office.tell(quote, { cents: 6_000_00 });
  const paper = () =>
    office.staff(
      "SELECT invoice_no, number, issued_at, lines, gross_cents, vat_cents FROM invoices WHERE CAST(customer AS text) <> ''",
    );
  const customer = () =>
    office.staff<{ now: string; first: string }>(
      "SELECT json_extract(customer, '$.vatNumber') AS now, first_customer AS first FROM invoices WHERE CAST(customer AS text) <> ''",
    )[0];
  const issued = paper();
  expect(await vat(quote.quoteNo)).toMatchObject({ kind: "done" });
  expect(await vat(quote.quoteNo)).toMatchObject({ output: [expect.stringContaining("like that already")] });
  expect(paper()).toEqual(issued);
  expect(customer()?.now).toBe("4123456789");
  expect(JSON.parse(customer()?.first ?? "")).toMatchObject({ name: "Thandi Nkosi" });
  expect(customer()?.first).not.toContain("vatNumber");
  await desk.ask("note", "refund", quote.quoteNo, "100,00", "--reference", "2211331", "--goodwill");
  expect(office.staff("SELECT corrected_at, first_customer FROM invoices WHERE kind = 'credit_note'")).toEqual([
    { corrected_at: null, first_customer: null },
  ]);
});
