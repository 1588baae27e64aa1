import type { ParcelState } from "#app/domain/parcels/parcel-state";
import type { CommandName } from "../commands/all";

/** How something stands that has a page: a parcel's state, or why there is none yet. */
export type Stand =
  | ParcelState["state"]
  | "waits for a price"
  | "not paid"
  | "more to pay"
  | "refused to pay"
  | "charged back"
  | "partly collected";

/** So many buttons lead a page. */
const MOST_BUTTONS = 3;

/** Where they are possible somebody waits for them, whatever the state. */
const urgent: CommandName[] = ["answer case", "believe mark", "close payment", "pay refund"];

/** What is done with it as a rule in each state, the usual one first. A new state doesn't compile before it has its row. */
const verbs: Record<Stand, readonly CommandName[]> = {
  "waits for a price": ["price quote", "change booking", "cancel booking"],
  "not paid": ["send link", "note payment", "change booking"],
  "more to pay": ["send link", "note payment", "undo charge"],
  "refused to pay": ["assign", "undo charge", "note booking"],
  "charged back": ["agree", "cancel booking", "undo chargeback"],
  booked: ["agree", "assign", "mark"],
  "partly collected": ["agree", "assign", "mark"],
  collected: ["assign", "agree", "mark"],
  on_the_way: ["assign", "agree", "mark"],
  at_depot: ["fetched", "assign", "agree"],
  out_for_delivery: ["mark", "assign", "tell"],
  failed: ["agree", "assign", "mark"],
  late: ["tell", "agree", "assign"],
  returning: ["assign", "agree", "mark"],
  delivered: ["undo mark", "assign", "note booking"],
  returned: ["undo mark", "note refund", "note booking"],
  cancelled: ["note refund", "undo refund", "note booking"],
  ended: ["note refund", "pay claim", "undo mark", "note booking"],
};

/** The commands that are possible, those that lead the page of something that stands so before the rest. */
export function leadingFirst(
  possible: readonly CommandName[],
  stand: Stand,
): { leading: CommandName[]; rest: CommandName[] } {
  const wanted = [...new Set([...urgent, ...verbs[stand]])];
  const leading = wanted.filter((name) => possible.includes(name)).slice(0, MOST_BUTTONS);
  return { leading, rest: possible.filter((name) => !leading.includes(name)) };
}
