import { and, asc, eq, gte, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { messagesCatalogue } from "#app/language/messages.server";
import { charges } from "#db/schema/charges";
import { driverMarks, stops } from "#db/schema/rounds";
import { waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { DAY_ENDS_AT } from "../post/promise-kinds";
import { saMoment } from "../values/sa-time";
import type { WhyBack } from "./parcel-state";
import { type Report, reportChoices } from "./reports";

/**
 * Why parcels go back, or went, by their waybill numbers: their senders didn't pay more in time, or else what a driver last
 * reported of the delivery, where that says why.
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
    .select({ no: waybills.waybillNo, state: charges.state, payBy: charges.payBy, endedAt: charges.endedAt })
    .from(charges)
    .innerJoin(waybills, eq(waybills.quoteId, charges.quoteId))
    .where(and(inArray(waybills.waybillNo, numbers), isNull(charges.accountUid), isUnpaid));
  const sentBackAt = unpaid.length > 0 ? await whenSentBack(store, numbers) : null;
  for (const { no, state, payBy, endedAt } of unpaid) {
    const at = sentBackAt?.get(no) ?? endedAt;
    // While its sender may still pay, the office has another reason.
    if (state === "refused" || (at && at >= saMoment(payBy, DAY_ENDS_AT))) reasons.set(no, "unpaid");
  }
  return reasons;
}

/** When parcels were first given to a driver to bring them back, since they were last to be delivered. */
async function whenSentBack(store: Reader, numbers: string[]): Promise<ReadonlyMap<string, Date>> {
  const { waybillNo, visit, assignedAt } = stops;
  const given = await store
    .select({ waybillNo, visit, assignedAt })
    .from(stops)
    .where(inArray(waybillNo, numbers))
    .orderBy(asc(assignedAt), asc(stops.id));
  const at = new Map<string, Date>();
  for (const stop of given) {
    if (stop.visit !== "return") at.delete(stop.waybillNo);
    else if (!at.has(stop.waybillNo)) at.set(stop.waybillNo, stop.assignedAt);
  }
  return at;
}
