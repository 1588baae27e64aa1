import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { joined, type Sentence } from "#app/language/say";
import { whyEnded } from "./endings";
import type { Happening } from "./happening";

/**
 * An event of a parcel's history, as anybody may read it. What happens next isn't said: later events would belie it.
 * @param of how many pieces the parcel has; blank if how many the event is about isn't said
 */
export function eventInWords(event: Omit<Happening, "happenedAt">, of = 1): string {
  const { pieces = null } = event;
  const ofSome = pieces === null || of === 1 ? [] : [catalogue().parcelState.ofPieces(pieces, of)];
  return plainText(joined([ofAll(event), ...ofSome]));
}

function ofAll({ kind, place, because }: Omit<Happening, "happenedAt">): Sentence {
  const { events, eventsIn, willNotArrive } = catalogue().parcelState;
  if (kind === "ended") return willNotArrive(whyEnded(because));
  return place && isIn(eventsIn, kind) ? eventsIn[kind](place) : events[kind];
}

const isIn = <Table extends object>(table: Table, kind: PropertyKey): kind is keyof Table => kind in table;
