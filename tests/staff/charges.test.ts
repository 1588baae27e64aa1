import { beforeEach, expect, test } from "vitest";
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
  expect(outputOf(asked)).toContain("12 kg, in stock-5");
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
