import { paths } from "#app/paths";

export const LONGEST_WAYBILL = 60;
/** Including the spaces around it. */
const LONGEST_TYPED = 1000;

/** The waybill number from a tracking form, trimmed; null when it is blank. */
export function trackedWaybill(form: FormData): string | null {
  const waybill = String(form.get("waybill") ?? "")
    .slice(0, LONGEST_TYPED)
    .trim();
  return waybill === "" ? null : waybill.slice(0, LONGEST_WAYBILL);
}

/**
 * Where a waybill is tracked: the external page, or our own if none is configured (specification section 7,
 * "Tracking").
 */
export function trackingAddress(externalPage: string | undefined, waybill: string): string {
  if (!externalPage) return paths.tracking(waybill);
  const address = new URL(externalPage);
  for (const [name, value] of Object.entries({ action: "track", accno: "", no: waybill })) {
    address.searchParams.set(name, value);
  }
  return address.href;
}

/** The same for emails: our own page by its short address. */
export function emailedTrackingAddress(externalPage: string | null | undefined, waybill: string): string {
  return externalPage ? trackingAddress(externalPage, waybill) : paths.shortTracking(waybill);
}
