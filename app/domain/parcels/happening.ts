import type { trackingEventKinds } from "#db/schema/waybills";
import type { Ending } from "./endings";

export type EventKind = (typeof trackingEventKinds)[number];

/**
 * Something that happened to a parcel, or is reported. `pieces`: how many pieces; if unset, all that the mark can apply
 * to. `because`: why it has ended.
 */
export type Happening = {
  kind: EventKind;
  happenedAt: Date;
  place: string | null;
  pieces?: number | null;
  because?: Ending | null;
};
