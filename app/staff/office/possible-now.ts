/** What is true of a parcel or a quote, as far as it decides what can be done with it. */
export type Facts = {
  isPaid: boolean;
  isCancelled: boolean;
  waitsForPrice: boolean;
  isCollected: boolean;
  /** Delivered or returned, all of it, or it will not arrive. */
  hasArrived: boolean;
  isDelivered: boolean;
  hasMark: boolean;
  isOwed: boolean;
  hasRefund: boolean;
  /** A payment that staff noted. */
  hasNoted: boolean;
  /** A notice of a payment that wasn't believed. */
  hasRefused: boolean;
  hasInvoice: boolean;
  hasReport: boolean;
  openCase: string | null;
};

const goes = ({ isPaid, isCancelled }: Facts) => isPaid && !isCancelled;
const isUnderWay = (facts: Facts) => goes(facts) && !facts.hasArrived;

/** When each command that takes a number of ours is possible. A command that isn't here takes none. */
export const possibleNow: Record<string, (facts: Facts) => boolean> = {
  mark: isUnderWay,
  fetched: (facts) => isUnderWay(facts) && facts.isCollected,
  // A booking that was cancelled stays so.
  "undo mark": ({ hasMark, isCancelled }) => hasMark && !isCancelled,
  agree: isUnderWay,
  "note booking": () => true,
  "change booking": (facts) => !facts.isCancelled && !facts.hasArrived,
  // What was given to the wrong person is fetched back.
  assign: (facts) => isUnderWay(facts) || (goes(facts) && facts.isDelivered),
  unassign: isUnderWay,
  print: goes,
  plan: () => false,
  "believe mark": ({ hasReport }) => hasReport,
  "drop mark": ({ hasReport }) => hasReport,
  "answer case": ({ openCase }) => openCase !== null,
  "close case": ({ openCase }) => openCase !== null,
  "price quote": ({ waitsForPrice, isPaid }) => waitsForPrice && !isPaid,
  "cancel booking": ({ isCancelled, isCollected }) => !isCancelled && !isCollected,
  "note payment": () => true,
  "undo payment": ({ hasNoted, isCollected }) => hasNoted && !isCollected,
  "close payment": ({ hasRefused }) => hasRefused,
  "pay refund": ({ isOwed }) => isOwed,
  "note refund": ({ isPaid, isOwed }) => isPaid || isOwed,
  "undo refund": ({ hasRefund }) => hasRefund,
  "issue invoice": ({ isPaid, hasInvoice }) => isPaid && !hasInvoice,
  proof: () => false,
  history: () => false,
};
