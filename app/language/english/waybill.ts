import { date, link, number, say } from "../say";

/** The page of a waybill, for those who may see its names and streets. The slip itself is the drivers', in English. */
export const waybill = {
  title: say`Your waybill`,
  nameless: say`Names and streets are no longer kept`,
  namelessSince: (since: Date, privacyHref: string) =>
    say`We removed them on ${date(since)}, as our ${link(privacyHref, say`privacy page`)} says.`,
  slipsShown: (shown: number, of: number, pdfHref: string) =>
    say`Here are ${shown} of ${of} slips. ${link(pdfHref, say`The PDF has them all.`)}`,
  noPrinter: {
    one: (no: string) => say`No printer? Write this number on the parcel, large and clear: ${number(no)}`,
    two: (no: string) =>
      say`No printer? Write ${number(no)} on both pieces, large and clear, and add the number of the piece: ${number("/ 1")}, ${number("/ 2")}`,
    more: (no: string, of: number) =>
      say`No printer? Write ${number(no)} on all ${of} pieces, large and clear, and add the number of the piece: ${number("/ 1")}, ${number("/ 2")}… up to ${number(`/ ${of}`)}`,
  },
  trusted: say`Whoever has this page's link, or the PDF, sees both names and addresses. Send it only to people you trust.`,
  print: say`Print the waybill`,
  track: say`Track this parcel`,
  otherWay: say`It has been delivered. Should it go the other way?`,
  share: (no: string, address: string) => say`Waybill ${number(no)}: ${address}`,

  /** Besides printing and tracking. */
  more: {
    pdf: say`Waybill as PDF`,
    change: say`Change a name, phone or address`,
    cancel: say`Cancel this booking`,
  },

  /** Instead of a slip, because nobody collects the parcel. */
  unpaid: {
    title: say`This parcel is not paid`,
    why: (no: string) =>
      say`Waybill ${number(no)} is not valid: we had noted a payment by mistake. Nobody comes to collect the parcel until it is paid.`,
    button: say`See the booking`,
  },
  cancelled: {
    title: say`This booking was cancelled`,
    byCustomer: (no: string, on: Date) =>
      say`Waybill ${number(no)} is not valid any more: the booking was cancelled on ${date(on)}. Nobody comes to collect the parcel.`,
    byUs: (no: string, on: Date) =>
      say`Waybill ${number(no)} is not valid any more: we had to cancel it on ${date(on)}. Nobody comes to collect the parcel.`,
    button: say`See what happens with the money`,
  },
};
