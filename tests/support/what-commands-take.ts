import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { makeKey } from "#app/domain/accounts/keys.server";
import { spokenApplicationNumber } from "#app/domain/drivers/applications/reference";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { reportMark } from "#app/domain/drivers/reported-marks.server";
import { assignStop, stopsAt } from "#app/domain/drivers/stops.server";
import { registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { switchOff } from "#app/domain/post/webhooks/switched-off.server";
import { newId } from "#app/domain/values/ids.server";
import { saDay } from "#app/domain/values/sa-time";
import { outgoingMails } from "#db/schema/mail";
import { staffActions } from "#db/schema/staff-actions";
import { aStopForm } from "./a-stop-form";
import type { Office } from "./an-office";
import { openedCase } from "./opened-case";

export async function aReportedMark(office: Office, waybillNo: string, at: Date): Promise<void> {
  await office.store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, at);
    await assignStop(tx, { waybillNo, driver, day: saDay(new Date()) }, at);
    const [stop] = await stopsAt(tx, driver.id, waybillNo, saDay(new Date()));
    const form = aStopForm("collected", { key: waybillNo });
    if (stop) await reportMark(tx, { ...stop, driver }, form, { why: "", hasPhoto: false }, at);
    await tx.delete(staffActions).where(eq(staffActions.who, "Sipho Nkosi, driver"));
  });
}

export async function anEmail(office: Office): Promise<string> {
  const key = newId();
  await office.wrote(key);
  await office.postman(new Date());
  const { id, emailKey } = outgoingMails;
  const [written] = await office.store.read.select({ id }).from(outgoingMails).where(eq(emailKey, key));
  return written?.id ?? "";
}

export async function aCase(office: Office, waybillNo: string, at: Date): Promise<string> {
  const report = { kind: "damaged" as const, words: "", contact: "thandi@example.co.za" };
  return (await openedCase(office, waybillNo, report, { appUrl: "https://courier.example", now: at })).caseNo;
}

let people = 0;
export async function anApiKey(office: Office, at: Date): Promise<string> {
  const { account } = await office.joined(`${newId()}@example.com`, at);
  const key = { id: newId(), uid: account.uid, name: "My shop", mode: "live", termsVersion: "" };
  await office.store.tx((tx) => makeKey(tx, key, at));
  return key.id;
}

export async function aWebhook(office: Office, at: Date): Promise<string> {
  const { account } = await office.joined(`${newId()}@example.com`, at);
  const address = { uid: account.uid, url: "https://shop.example/", events: null };
  const made = await office.store.tx((tx) => registerEndpoint(tx, address, at));
  if (made.kind !== "made") expect.fail(made.kind);
  await office.store.tx((tx) => switchOff(tx, made.endpoint, "gone", at));
  return made.endpoint.id;
}

export async function anApplication(office: Office, at: Date): Promise<string> {
  people += 1;
  const receipt = await office.applied(people, {}, at);
  return spokenApplicationNumber(receipt.kind === "received" ? receipt.reference : "").replaceAll(" ", "");
}
