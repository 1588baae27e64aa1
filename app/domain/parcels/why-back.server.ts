import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { messagesCatalogue } from "#app/language/messages.server";
import type { Sentence } from "#app/language/say";
import { driverMarks } from "#db/schema/rounds";
import type { Reader } from "#db/store.server";
import { type Report, reportChoices } from "./reports";

/** Why parcels could not be delivered, what a driver last reported of it, where that says why. */
export async function whyBack(store: Reader, numbers: string[]): Promise<ReadonlyMap<string, Sentence>> {
  const { waybillNo, visit, report, receivedAt } = driverMarks;
  const isOfDelivery = and(inArray(waybillNo, numbers), eq(visit, "delivery"), isNotNull(report));
  const said = await store.select({ waybillNo, report }).from(driverMarks).where(isOfDelivery).orderBy(asc(receivedAt));
  const reasons = new Map<string, Sentence>();
  for (const { waybillNo: no, report: what } of said) {
    const why = what !== null && what in reportChoices ? reportChoices[what as Report].back : null;
    if (why) reasons.set(no, messagesCatalogue().parcel.back[why]);
    else reasons.delete(no);
  }
  return reasons;
}
