/** The number in groups, as people read it out and write it: "TH 482 109 375 3". */
export function spokenWaybillNumber(waybillNo: string): string {
  return waybillNo.replace(/^TH(\d{3})(\d{3})(\d{3})(\d)$/, "TH $1 $2 $3 $4");
}

/** A piece's number as it is written by hand: "TH 482 109 375 3 / 2". A single piece has the waybill number alone. */
export function writtenPiece(waybillNo: string, piece: number, of: number): string {
  return of === 1 ? spokenWaybillNumber(waybillNo) : `${spokenWaybillNumber(waybillNo)} / ${piece}`;
}

/** The one number that a customer is given: the waybill's, once there is one. */
export function numberInWords(quoteNo: string, waybillNo: string | undefined): string {
  return waybillNo ? `Waybill ${spokenWaybillNumber(waybillNo)}` : `Quote ${quoteNo}`;
}
