/** What is true of a parcel or a quote, as far as it decides what can be done with it. */
export type FactsForCommands = {
  isPaid: boolean;
  isCancelled: boolean;
  waitsForPrice: boolean;
  /** It is booked, and can be paid. */
  hasPrice: boolean;
  /** More is owed than the price: it waits to be paid, or was refused. */
  hasCharge: boolean;
  /** More than the price is on account, and not invoiced yet. */
  hasMoreOnAccount: boolean;
  /** Its sender doesn't want to pay that: it goes back, and all is paid back. */
  isRefused: boolean;
  /** A driver is sent to bring it back. */
  isReturning: boolean;
  isCollected: boolean;
  /** Collected, and not arrived in the time that the terms name: it may be cancelled. */
  isLongUndelivered: boolean;
  /** Delivered or returned, all of it, or it will not arrive. */
  hasArrived: boolean;
  isDelivered: boolean;
  hasMark: boolean;
  isOwed: boolean;
  /** This site is connected to PayFast to pay back. */
  refundsByApi: boolean;
  hasRefund: boolean;
  /** A payment that staff noted. */
  hasNoted: boolean;
  /** A notice of a payment that wasn't believed. */
  hasRefused: boolean;
  hasChargeback: boolean;
  /** Money came through PayFast, and some of it is left: a bank may take it back. */
  cameByCard: boolean;
  /** Something of it is or was on its account, which pays by month. */
  isOnAccount: boolean;
  /** It was lost or damaged, as far as we know: the terms may pay for what was in it. */
  isClaimable: boolean;
  hasClaim: boolean;
  hasInvoice: boolean;
  hasReport: boolean;
  openCase: string | undefined;
};

/** Paid, and neither cancelled nor taken back. */
export const goes = ({ isPaid, isCancelled }: FactsForCommands) => isPaid && !isCancelled;
export const isUnderWay = (parcel: FactsForCommands) => goes(parcel) && !parcel.hasArrived;
