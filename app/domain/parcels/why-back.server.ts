import { and, asc, eq, gte, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { messagesCatalogue } from "#app/language/messages.server";
import { charges } from "#db/schema/charges";
import { driverMarks } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import type { WhyBack } from "./parcel-state";
import { type Report, reportChoices } from "./reports";

/**
 * Why parcels go back, or went, by their waybill numbers: their senders didn't pay more, or else what a driver last reported
 * of the delivery, where that says why.
 */
export async function whyBack(store: Reader, numbers: string[]): Promise<ReadonlyMap<string, WhyBack>> {
  const { waybillNo, visit, report, receivedAt } = driverMarks;
  const isOfDelivery = and(inArray(waybillNo, numbers), eq(visit, "delivery"), isNotNull(report));
  const said = await store.select({ waybillNo, report }).from(driverMarks).where(isOfDelivery).orderBy(asc(receivedAt));
  const reasons = new Map<string, WhyBack>();
  for (const { waybillNo: no, report: what } of said) {
    const why = what !== null && what in reportChoices ? reportChoices[what as Report].back : null;
    if (why) reasons.set(no, messagesCatalogue().parcel.back[why]);
    else reasons.delete(no);
  }
  // The last mark of its way back asks for nothing more (`addEvent`).
  const endedOnItsWay = and(eq(waybills.lastEvent, "returned"), gte(charges.endedAt, waybills.lastEventAt));
  const isUnpaid = or(inArray(charges.state, ["open", "refused"]), and(eq(charges.state, "withdrawn"), endedOnItsWay));
  const unpaid = await store
    .select({ no: waybills.waybillNo })
    .from(charges)
    .innerJoin(waybills, eq(waybills.quoteId, charges.quoteId))
    .where(and(inArray(waybills.waybillNo, numbers), isNull(charges.accountUid), isUnpaid));
  for (const { no } of unpaid) reasons.set(no, "unpaid");
  return reasons;
}
