import type { SlipParty } from "../form/address-lines";

/** The slip for one piece of a booking. */
export type Slip = {
  waybillNo: string;
  /** This piece's number, from 1, and the number of pieces. */
  piece: number;
  of: number;
  /** The number to write by hand if there is no printer: "TH 470 156 955 6 / 2". */
  writtenNo: string;
  /** The address in its QR code. */
  trackingUrl: string;
  from: SlipParty;
  to: SlipParty;
  facts: { label: string; value: string }[];
};
