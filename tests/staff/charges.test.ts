import { beforeEach, expect, test } from "vitest";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { agreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { dayAfter } from "#app/domain/values/calendar-day";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { storeSiteFacts } from "#db/site-facts.server";
import { aParcel } from "../../demo/a-parcel";
import { aDesk } from "../support/a-desk";
import { ago, anOffice, type Office } from "../support/an-office";

const SAID = ["--because", "It weighs 12 kg.", "--agreed", "Nomsa, by phone, 14:20"];

let office: Office;
beforeEach(async () => {
  office = await anOffice();
  await storeSiteFacts(office.store, { appUrl: "https://courier.example", paymentMode: "sandbox" }, new Date());
});

const outputOf = (answer: object) => JSON.stringify(answer);
const rows = (view: string) => office.staff(`SELECT * FROM ${view}`);
const work = async (what: string) =>
  office.staff<{ how_many: number }>(`SELECT how_many FROM staff_today WHERE work = '${what}'`)[0]?.how_many;

test("what more is owed is asked for, stands in the lists and in Today, and is taken back", async () => {
  const { waybillNo, quote } = await aParcel()
    .collected()
    .in(office.world, ago(1 * DAYS));
  const desk = aDesk(office);
  const asked = await desk.ask("charge", waybillNo, "--weight", "12", ...SAID);
  expect(asked).toMatchObject({ kind: "done" });
  expect(outputOf(asked)).toContain("12 kg, in Stock 5");
  const wrong = outputOf(await desk.ask("charge", waybillNo, "--box", "nonsense", ...SAID));
  expect(wrong).toMatch(/there is no box .+nonsense.+only .*stock-5/);
  expect(outputOf(await desk.ask("charge", waybillNo, "--pieces", "1", ...SAID))).toContain("1 piece is paid for.");
  const tooLittle = outputOf(await desk.ask("charge", waybillNo, "--amount", "1,00", ...SAID));
  expect(tooLittle).toMatch(/under R.5,00\./);
  expect(tooLittle).not.toContain("..");
  expect(rows("staff_charges")).toMatchObject([
    { quote_no: quote.quoteNo, status: "Waits to be paid", why: "Heavier", agreed: "Nomsa, by phone, 14:20" },
  ]);
  expect(await work("More to pay, not paid yet")).toBe(1);
  expect(rows("staff_promises")).toMatchObject([{ what: "More to pay, or it waits or goes back" }]);
  expect(await desk.ask("charge", waybillNo, "--weight", "20", ...SAID)).toMatchObject({ kind: "refused" });
  expect(await desk.ask("charge", waybillNo, "--box", "stock-5", "--weight", "12", ...SAID).catch(String)).toMatch(
    /What is it|Use one of/,
  );
  expect(await desk.ask("send", "link", waybillNo)).toMatchObject({ kind: "done" });
  expect(await desk.ask("send", "link", waybillNo, "--text")).toMatchObject({ kind: "refused" });
  expect(await desk.ask("undo", "charge", waybillNo)).toMatchObject({ kind: "done" });
  expect(await work("More to pay, not paid yet")).toBe(0);
  expect(await desk.ask("undo", "charge", waybillNo)).toMatchObject({ kind: "refused" });
});

test("a parcel that waits for it goes out for delivery, and has a day agreed, only if that is meant", async () => {
  const { waybillNo } = await aParcel()
    .collected()
    .in(office.world, ago(1 * DAYS));
  const desk = aDesk(office);
  expect(await desk.ask("charge", waybillNo, "--amount", "10,00", ...SAID)).toMatchObject({ kind: "done" });
  const day = ["--day", "tomorrow"];
  for (const call of [
    ["mark", "out-for-delivery", waybillNo],
    ["agree", waybillNo, ...day],
  ]) {
    const asked = await desk.ask(...call);
    expect(asked, call[0]).toMatchObject({ kind: "refused" });
    expect(outputOf(asked)).toContain("has been asked to pay");
  }
  expect(await desk.ask("mark", "at-depot", waybillNo)).toMatchObject({ kind: "done" });
  expect(await desk.ask("agree", waybillNo, ...day, "--yes")).toMatchObject({ kind: "done" });
  expect(await desk.ask("mark", "out-for-delivery", waybillNo, "--yes")).toMatchObject({ kind: "done" });
});

test("a parcel that waits for it is handed over at the depot only if that is meant", async () => {
  const { waybillNo } = await aParcel()
    .collected()
    .in(office.world, ago(1 * DAYS));
  const desk = aDesk(office);
  await desk.ask("charge", waybillNo, "--amount", "10,00", ...SAID);
  const call = ["fetched", waybillNo, "--name", "Sipho Dlamini", "--because", "no phone"];
  const asked = await desk.ask(...call);
  expect(asked).toMatchObject({ kind: "refused" });
  expect(outputOf(asked)).toMatch(/has been asked to pay R.10,00 more/);
  expect(await desk.ask(...call, "--yes")).toMatchObject({ kind: "done" });
});

test("a parcel that waits for it is delivered only if that is meant, and Today goes on asking for it", async () => {
  const { waybillNo, quote } = await aParcel()
    .collected()
    .in(office.world, ago(1 * DAYS));
  const desk = aDesk(office);
  await desk.ask("charge", waybillNo, "--amount", "10,00", ...SAID);
  const asked = await desk.ask("mark", "delivered", waybillNo);
  expect(asked).toMatchObject({ kind: "refused" });
  expect(outputOf(asked)).toContain("has been asked to pay");
  expect(await desk.ask("mark", "delivered", waybillNo, "--yes")).toMatchObject({ kind: "done" });
  expect(rows("staff_charges")).toMatchObject([{ what_to_do: "Ask for it: it is delivered" }]);
  expect(await work("More to pay, not paid yet")).toBe(1);
  expect(outputOf(await desk.ask("undo", "charge", waybillNo, "--refused"))).toContain("has been delivered");
  const paid = await desk.ask("note", "payment", quote.quoteNo, "--payfast", "1089999", "--amount", "10,00");
  expect(outputOf(paid)).toContain("It pays what was asked for beside the price.");
  expect(outputOf(paid)).not.toContain("has its waybill");
  expect(await work("More to pay, not paid yet")).toBe(0);
});

test.each([
  [true, "goes back to its sender", "Refused to pay more: bring it back"],
  [false, "booking is cancelled", null],
])("a no by phone does what refusing on the page does: collected %s", async (isCollected, says, today) => {
  const parcel = isCollected ? aParcel().collected() : aParcel();
  const { waybillNo } = (await parcel.in(office.world, ago(1 * DAYS))) as { waybillNo: string };
  const desk = aDesk(office);
  expect(outputOf(await desk.ask("undo", "charge", waybillNo, "--refused"))).toContain("nothing waits to be paid");
  await desk.ask("charge", waybillNo, "--amount", "10,00", ...SAID);
  const said = await desk.ask("undo", "charge", waybillNo, "--refused");
  expect(said).toMatchObject({ kind: "done" });
  expect(outputOf(said)).toContain(says);
  expect(rows("staff_charges")).toMatchObject([{ status: "Refused" }]);
  expect(rows("staff_payments_to_refund")).toMatchObject([{ refund_rand: 80.62 }]);
  if (today) expect(await work(today)).toBe(1);
});

test("without an answer Today says so after five working days", async () => {
  const { waybillNo } = await aParcel()
    .collected()
    .in(office.world, ago(20 * DAYS));
  const then = aDesk(office, { now: ago(15 * DAYS) });
  expect(await then.ask("charge", waybillNo, "--amount", "10,00", ...SAID)).toMatchObject({ kind: "done" });
  then.leave();
  expect(await work("More to pay, and no answer")).toBe(1);
  expect(await work("More to pay, not paid yet")).toBe(0);
});

test("the link to pay goes by email, or by text a few times a day, and to nobody who has paid", async () => {
  const unpaid = await office.booked();
  const desk = aDesk(office);
  const sent = await desk.ask("send", "link", unpaid.quoteNo);
  expect(sent).toMatchObject({ kind: "done" });
  expect(outputOf(sent)).not.toContain("/payfast/start");
  const mails = (channel: string) =>
    office.staff<{ subject: string }>(
      `SELECT subject FROM outgoing_mails WHERE letter_key LIKE 'pay-link:%' AND channel = '${channel}'`,
    );
  expect(mails("email")).toHaveLength(1);
  for (const [at, kind] of ["done", "done", "done", "refused"].entries()) {
    const later = aDesk(office, { now: new Date(Date.now() + at * 1000) });
    expect(await later.ask("send", "link", unpaid.quoteNo, "--text"), `text ${at}`).toMatchObject({ kind });
    later.leave();
  }
  const { quote } = await office.paid();
  expect(await desk.ask("send", "link", quote.quoteNo)).toMatchObject({ kind: "refused" });
});

test("a parcel that was paid for another town goes nowhere before its address is changed, and Today asks for it", async () => {
  const { waybillNo, quote } = await aParcel()
    .collected()
    .in(office.world, ago(1 * DAYS));
  const desk = aDesk(office);
  await office.store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, new Date()));
  const tomorrow = dayAfter(saDay(new Date()), 1);
  expect(await desk.ask("agree", waybillNo, "delivery", "--day", tomorrow)).toMatchObject({ kind: "done" });
  const asked = await desk.ask("charge", waybillNo, "--to-postal", "8001", ...SAID);
  expect(outputOf(asked)).toContain("Its address stays in");
  const WORK = "Paid for another town: change the address";
  expect(await work(WORK)).toBe(0);
  const [{ amount_rand: rand } = { amount_rand: 0 }] = office.staff<{ amount_rand: number }>(
    "SELECT amount_rand FROM staff_charges",
  );
  const sum = rand.toFixed(2).replace(".", ",");
  expect(await desk.ask("note", "payment", quote.quoteNo, "--payfast", "1089999", "--amount", sum)).toMatchObject({
    kind: "done",
  });
  expect(await work(WORK)).toBe(1);
  // Nobody is promised the old address any more.
  expect(await agreedVisit(office.store.read, waybillNo, "delivery")).toBeNull();
  expect(office.staff("SELECT office_must, waits_for FROM waybills")).toEqual([
    { office_must: "Change the address: it is paid to go to 8001", waits_for: "office" },
  ]);
  expect(await unassigned(office.store.read, tomorrow, () => true)).toEqual([]);
  const give = () => desk.ask("assign", waybillNo, "--driver", "Sipho Nkosi");
  expect(outputOf(await give())).toContain("change its address first");
  const out = await desk.ask("mark", "out-for-delivery", waybillNo);
  expect(out).toMatchObject({ kind: "refused" });
  expect(outputOf(out)).toContain("8001");
  // The difference is paid: nobody has to put it on record.
  const moved = [
    "--to-postal",
    "8001",
    "--to-city",
    "Cape Town",
    "--to-street",
    "1 Adderley Street",
    "--to-suburb",
    "none",
  ];
  expect(await desk.ask("change", "booking", waybillNo, ...moved)).toMatchObject({ kind: "done" });
  expect(await work(WORK)).toBe(0);
  expect(await unassigned(office.store.read, tomorrow, () => true)).toMatchObject([{ waybillNo, postal: "8001" }]);
  expect(await give()).toMatchObject({ kind: "done" });
  expect(await desk.ask("mark", "out-for-delivery", waybillNo)).toMatchObject({ kind: "done" });
});

test.each(["in cash", "by a payment that was moved to it", "by card, and the bank took that back"])(
  "more is asked for and paid of a parcel that was paid %s",
  async (how) => {
    const officeTakes = ["cash", "bank"];
    await storeSiteFacts(
      office.store,
      { appUrl: "https://x.example", paymentMode: "sandbox", officeTakes },
      new Date(),
    );
    const desk = aDesk(office);
    const { quoteNo } = await office.booked();
    const note = (no: string, ...way: string[]) => desk.ask("note", "payment", no, ...way);
    if (how === "in cash") await note(quoteNo, "--cash", "--amount", "80,62");
    else if (how.startsWith("by card")) {
      await note(quoteNo, "--payfast", "1089990", "--amount", "80,62");
      expect(await desk.ask("note", "chargeback", quoteNo, "80,62")).toMatchObject({ kind: "done" });
    } else {
      const other = await office.booked();
      await note(other.quoteNo, "--bank", "ABSA 4711", "--amount", "80,62");
      expect(await desk.ask("move", "payment", other.quoteNo, quoteNo)).toMatchObject({ kind: "done" });
    }
    expect(await desk.ask("charge", quoteNo, "--amount", "10,00", ...SAID)).toMatchObject({ kind: "done" });
    expect(await note(quoteNo, "--cash", "--amount", "10,00")).toMatchObject({ kind: "done" });
    expect(rows("staff_charges")).toMatchObject([{ status: "Paid", amount_rand: 10 }]);
    expect(office.staff("SELECT gross_rand FROM staff_invoices WHERE gross_rand = 10")).toHaveLength(1);
    expect(rows("staff_payments_to_refund")).toEqual([]);
  },
);
