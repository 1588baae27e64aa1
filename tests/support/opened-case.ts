import { openCase } from "#app/domain/parcels/open-case.server";
import { newId } from "#app/domain/values/ids.server";
import type { Store } from "#db/store.server";
import { limitsAsked } from "../../demo/limits-asked";

type Sent = Parameters<typeof openCase>[3];

/** Whoever booked a parcel reports what is wrong with it, now and on a form of its own unless `given` says otherwise. */
export function openedCase(
  { store }: { store: Pick<Store, "tx"> },
  waybillNo: string,
  report: Parameters<typeof openCase>[2],
  given: Partial<Pick<Sent, "formKey" | "by" | "appUrl" | "now">> = {},
) {
  const asked = { asked: limitsAsked, isAnswered: limitsAsked };
  const at: Sent = { formKey: newId(), by: "owner", ...asked, appUrl: "http://x", now: new Date(), ...given };
  return store.tx((tx) => openCase(tx, waybillNo, report, at));
}
