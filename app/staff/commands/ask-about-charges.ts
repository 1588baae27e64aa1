import { amountsDue, townsToChange } from "#app/domain/money/charges.server";
import { heldByChargeback } from "#app/domain/parcels/agreed-visit.server";
import { waybillsWithQuotes } from "#app/domain/parcels/issue-waybill.server";
import { shortDate } from "#app/domain/values/sa-time";
import { amount, commandNamed, number, say, tick, type Words } from "#app/language/say";
import type { Reader } from "#db/store.server";

/**
 * What has to be meant of parcels that wait for their senders to pay more, or were paid for another town and still have the
 * old address: until then they go to nobody but back. And of those not collected yet whose bank took the payment back.
 */
export async function askAboutCharges(read: Reader, waybillNos: readonly string[], ifMeant: string): Promise<Words[]> {
  const parcels = await waybillsWithQuotes(read, ...new Set(waybillNos));
  const ids = parcels.map(({ quote }) => quote.id);
  const due = await amountsDue(read, ids);
  const towns = await townsToChange(read, ids);
  const held = await heldByChargeback(
    read,
    parcels.map(({ waybill }) => waybill),
  );
  return waybillNos.flatMap((waybillNo) => {
    const { waybill, quote } = parcels.find((each) => each.waybill.waybillNo === waybillNo) ?? {};
    const its = quote && due.get(quote.id);
    const town = quote && waybill?.nextVisit === "delivery" ? towns.get(quote.id) : undefined;
    if (town)
      return [
        say`${number(waybillNo)}: its sender has paid to have it brought to ${town}. Change its address first:
          ${commandNamed("change booking", { number: waybillNo }, { "to-postal": town })}. ${ifMeant}, ${tick("yes")}.`,
      ];
    if (waybill?.nextVisit === "collection" && held.has(waybillNo))
      return [
        say`${number(waybillNo)}: the customer's bank took the payment back. To cancel it: ${commandNamed("cancel booking", { number: waybillNo })}. ${ifMeant}, ${tick("yes")}.`,
      ];
    if (!its || !waybill?.nextVisit || waybill.nextVisit === "return") return [];
    const why = its.isRefused
      ? "its sender doesn't want to pay more, so it goes back"
      : say`its sender has been asked to pay ${amount(its.amountCents)} more, by ${shortDate(its.by)}`;
    return [say`${number(waybillNo)}: ${why}. ${ifMeant}, ${tick("yes")}.`];
  });
}
