import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { dueCollections } from "#app/domain/drivers/due-collections.server";
import { findWaybill } from "#app/domain/parcels/issue-waybill.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import type { Slip } from "#app/domain/parcels/slip";
import { slipsPdf } from "#app/domain/parcels/slips-pdf.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { saDay } from "#app/domain/values/sa-time";
import { choice, listNamed, number, say, type Words } from "#app/language/say";
import { refused } from "../answer";
import { command } from "../command";
import type { Desk } from "../desk.server";
import type { Parcels } from "../many.server";
import { goes } from "../parcel-facts";

export const print = command({
  name: "print",
  page: { button: "Open the slips", reads: "many rows" },
  right: "clerk",
  also: "slip, label, waybill, sticker, barcode",
  possible: goes,
  summary: "make a PDF of slips, one for each piece",
  more: say`Four slips go on an A4 page, or one on each label of 100 × 150 mm. ${choice("today")} instead of a number
    prints what is overdue or due today (${listNamed("collections")}).`,
  examples: ["print TH4821093753 TH1100220035 --to slips.pdf", "print today --label --to labels.pdf"],
  arguments: { waybill: { kind: "parcels or today" } },
  options: { label: { kind: "flag", label: "a page of 100 × 150 mm for each slip", above: "On labels" } },
  async run({ waybill, label }, desk) {
    const { waybillNos, unread, isList } = waybill === "today" ? await dueToday(desk) : waybill;
    if (waybill === "today" && waybillNos.length === 0) return refused("Nothing is to be collected today.");
    const [slips, why] = [[] as Slip[], [...unread] as Words[]];
    for (const waybillNo of waybillNos) {
      const its = await slipsFor(waybillNo, desk);
      if (typeof its === "string") why.push(say`${number(waybillNo)}: ${its}.`);
      else slips.push(...its);
    }
    // Typed numbers are printed all or not at all; of a list, whatever can be printed.
    if (slips.length === 0 || (why.length > 0 && !isList)) return refused(...why, "No slip was printed.");
    const bytes = await slipsPdf(slips, label ? "label" : "a4");
    const parcels = new Set(slips.map(({ waybillNo }) => waybillNo)).size;
    const output = say`${parcels} ${parcels === 1 ? "parcel" : "parcels"}, ${slips.length} ${slips.length === 1 ? "slip" : "slips"}.`;
    return { kind: "paper", bytes, output, why };
  },
});

async function dueToday({ store, now }: Desk): Promise<Pick<Parcels, "waybillNos" | "unread" | "isList">> {
  return { waybillNos: await dueCollections(store.read, saDay(now)), unread: [], isList: true };
}

/** The slips of one booking, or why it has none. */
async function slipsFor(waybillNo: string, { store, site, now }: Desk): Promise<Slip[] | string> {
  const waybill = await findWaybill(store.read, waybillNo);
  const quote = waybill && (await quoteById(store.read, waybill.quoteId));
  if (!waybill || !quote) return "there is no such waybill";
  if (quote.cancelledAt) return "its booking was cancelled";
  if (quote.anonymisedAt) return "its names and streets are no longer kept";
  return slipsOfBooking(
    embeddedPricing(store, () => now),
    waybill,
    quote,
    site.appUrl,
  );
}
