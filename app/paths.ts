/** Every address that we link to, redirect to or mail. Imports nothing. */

/** The three faces of `/login`. */
export type LoginTab = "login" | "register" | "forgot";

/** Puts the given values behind an address; blank ones are left out. */
function withQuery(path: string, query: Record<string, string | undefined>): string {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return filled.length ? `${path}?${new URLSearchParams(filled)}` : path;
}

export const paths = {
  home: "/",
  track: "/track",
  join: "/join",
  contact: "/contact",
  privacy: "/privacy",
  terms: "/terms",
  developers: "/developers",
  /** Chooses pages without scripts; then leads back. */
  lite: (back?: string) => withQuery("/lite", { back }),
  /** What a phone keeps for when there is no signal. */
  offline: "/offline",
  openapi: "/v1/openapi.json",
  securityTxt: "/.well-known/security.txt",

  ship: "/ship",
  /** A guest's addresses that this phone remembers; what was picked for one party stays while the other is looked for. */
  remembered: (chosen: { from?: string; to?: string } = {}) => withQuery("/ship/remembered", chosen),
  /** Takes the button "Forget me on this phone". */
  forgetMe: "/forget-me",

  /** Sends a draft to another phone; with a code, takes it over there. */
  continueDraft: (wizard: JourneyName, query: { code?: string; sent?: string } = {}) =>
    withQuery(`${wizardPaths[wizard]}/continue`, query),

  login: "/login",
  loginWith: (query: { tab?: LoginTab; next?: string; sent?: string }) => withQuery("/login", query),
  logout: "/logout",
  verify: (query: { next?: string; sent?: string } = {}) => withQuery("/verify", query),
  /** What an email's one-time link leads to; the names are those that people know from Firebase. */
  action: (link: { mode: string; oobCode: string; continueUrl?: string }) => withQuery("/action", link),
  dashboard: "/dashboard",
  /** Older quotes, or those that a reference matches. */
  dashboardList: (query: { before?: string; q?: string }) => withQuery("/dashboard", query),
  /** Books a list of parcels at once, from a spreadsheet. */
  importParcels: "/dashboard/import",
  account: "/account",
  /** The account's addresses; with one of them, or one used before, in the form. */
  addressBook: (query: { edit?: string; from?: string; to?: string; done?: string } = {}) =>
    withQuery("/address-book", query),
  trackpro: "/trackpro",
  demo: "/demo",

  payfastStart: (quoteId: string, query: { cancelled?: string; again?: string } = {}) =>
    withQuery(`/payfast/start/${encodeURIComponent(quoteId)}`, query),
  /** Pays several bookings at once, and says how far that is; `answered` marks who comes back from PayFast. */
  payfastOrder: (orderId: string, query: { answered?: string; cancelled?: string; again?: string } = {}) =>
    withQuery(`/payfast/order/${encodeURIComponent(orderId)}`, query),
  payfastReturn: (quoteId: string, query: { answered?: string } = {}) =>
    withQuery("/payfast/return", { quoteId, ...query }),
  /** Asks whether a booking is to be cancelled. `key` is what a signed link holds. */
  cancelBooking: (quoteId: string, query: { key?: string } = {}) =>
    withQuery(`/cancel/${encodeURIComponent(quoteId)}`, query),
  /** Changes names, phones and places of a booking. `key` is what a signed link holds. */
  changeBooking: (quoteId: string, query: { key?: string; done?: string } = {}) =>
    withQuery(`/change/${encodeURIComponent(quoteId)}`, query),
  payfastNotify: "/payfast/notify",
  payfastSimulator: "/payfast/simulator",

  tracking: (waybillNo?: string) =>
    waybillNo === undefined
      ? "/tracking"
      : `/tracking?${new URLSearchParams({ action: "track", accno: "", no: waybillNo })}`,
  /** What a slip's QR code opens: short, so that its squares stay large. */
  piece: (waybillNo: string, piece: number) => `/tracking?no=${encodeURIComponent(waybillNo)}&piece=${piece}`,
  /** `key` is what a signed link holds. */
  waybill: (waybillNo: string, query: { key?: string } = {}) =>
    withQuery(`/waybill/${encodeURIComponent(waybillNo)}`, query),
  /** The same as a PDF; the page's key opens it. */
  waybillPdf: (waybillNo: string, query: { key?: string } = {}) =>
    withQuery(`/waybill/${encodeURIComponent(waybillNo)}.pdf`, query),
  /** The script of drivers' pages. */
  driveScript: "/drive.js",
  /** A driver's day. */
  drive: "/drive",
  /** What a driver's link opens: one button that signs the phone in. */
  driverSignIn: (code: string) => withQuery("/drive/sign-in", { code }),
  /** One stop of a driver. */
  driverStop: (waybillNo: string) => `/drive/stop/${encodeURIComponent(waybillNo)}`,
  /** For the receiver, by a signed link: "How will the driver find you?" */
  findMe: (quoteId: string, query: { key?: string; saved?: string } = {}) =>
    withQuery(`/find-me/${encodeURIComponent(quoteId)}`, query),
  /** For one of a booking's people, by a signed link: no more messages about parcels. */
  stopMessages: (quoteId: string, person: string, query: { key?: string } = {}) =>
    withQuery(`/stop-messages/${encodeURIComponent(quoteId)}/${encodeURIComponent(person)}`, query),
  /** "Something is wrong"; with a case that was opened, what becomes of it. */
  case: (waybillNo: string, query: { case?: string } = {}) =>
    withQuery(`/case/${encodeURIComponent(waybillNo)}`, query),
  lost: (query: { sent?: string } = {}) => withQuery("/lost", query),
  /** A tax invoice or a credit note. */
  invoice: (invoiceNo: string) => `/invoice/${encodeURIComponent(invoiceNo)}`,
} as const;

/** The pages of one's own account. */
export const accountPaths = {
  overview: "/account",
  password: "/account/password",
  email: "/account/email",
  sessions: "/account/sessions",
  data: "/account/data",
  delete: "/account/delete",
  /** The overview, saying what has just been done. */
  done: (what: string) => withQuery("/account", { done: what }),
  /** The overview, saying what could not be done. */
  failed: (what: string) => withQuery("/account", { failed: what }),
} as const;

/** The wizards' own addresses; one spelling, because `/ship-Inter` also matches `/ship-inter`. */
export const wizardPaths = {
  publicQuote: "/ship",
  local: "/ship-local",
  international: "/ship-Inter",
} as const;

/** Every wizard's name, as quotes and drafts store it. */
export type JourneyName = keyof typeof wizardPaths;
export const journeyNames = Object.keys(wizardPaths) as [JourneyName, ...JourneyName[]];
