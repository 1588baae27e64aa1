/** What is true of a parcel or a quote, as far as it decides what can be done with it. */
export type Facts = {
  isPaid: boolean;
  isCancelled: boolean;
  waitsForPrice: boolean;
  isCollected: boolean;
  /** Delivered or returned. */
  isOver: boolean;
  hasMark: boolean;
  isOwed: boolean;
  hasRefund: boolean;
  hasReport: boolean;
  openCase: string | null;
};

const goes = ({ isPaid, isCancelled }: Facts) => isPaid && !isCancelled;
const isUnderWay = (facts: Facts) => goes(facts) && !facts.isOver;

/** When each command that takes a number of ours is possible. A command that isn't here takes none. */
export const possibleNow: Record<string, (facts: Facts) => boolean> = {
  mark: isUnderWay,
  fetched: (facts) => isUnderWay(facts) && facts.isCollected,
  "undo mark": ({ hasMark }) => hasMark,
  agree: isUnderWay,
  "note booking": () => true,
  "change booking": (facts) => !facts.isCancelled && !facts.isOver,
  assign: isUnderWay,
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
  "undo payment": ({ isPaid, isCollected }) => isPaid && !isCollected,
  "close payment": () => true,
  "pay refund": ({ isOwed }) => isOwed,
  "note refund": ({ isPaid, isOwed }) => isPaid || isOwed,
  "undo refund": ({ hasRefund }) => hasRefund,
  "issue invoice": ({ isPaid }) => isPaid,
  proof: () => false,
  history: () => false,
};
