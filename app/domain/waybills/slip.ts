import type { SlipParty } from "../shipments/address-lines";

/** The slip that goes on one piece of a booking. */
export type Slip = {
  waybillNo: string;
  /** Counted from 1, of so many. */
  piece: number;
  of: number;
  /** As it is written by hand where there is no printer: "TH 470 156 955 6 / 2". */
  writtenNo: string;
  /** What its QR code opens. */
  trackingUrl: string;
  from: SlipParty;
  to: SlipParty;
  facts: { label: string; value: string }[];
};
