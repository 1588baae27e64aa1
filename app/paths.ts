/** Every address that we link to, redirect to or put into emails. Imports nothing but the wizards. */
import wizards from "./wizards.json";

/** The three forms of `/login`. */
export type LoginTab = "login" | "register" | "forgot";

/** Adds a query to an address; blank values are left out. */
function withQuery<Path extends string>(
  path: Path,
  query: Record<string, string | undefined>,
): Path | `${Path}?${string}` {
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
  /** The WooCommerce plug-in. */
  plugIn: "/developers/thuma-couriers.zip",
  /** The OpenCart extension. */
  openCart: "/developers/thuma_couriers.ocmod.zip",
  /** What shops and businesses get. */
  business: "/business",
  /** Turns Lite on or off, and then leads back. */
  lite: (back?: string) => withQuery("/lite", { back }),
  /** Cached by the phone for use without a signal. */
  offline: "/offline",
  /** How the addresses of shops on Shopify begin. */
  shopify: "/v1/shopify/",
  /** Where a shop on Shopify asks for prices, and tells of its orders; by the number that its account made for it. */
  shopifyRates: (number: string) => `/v1/shopify/${encodeURIComponent(number)}/rates` as const,
  shopifyOrders: (number: string) => `/v1/shopify/${encodeURIComponent(number)}/orders` as const,
  openapi: "/v1/openapi.json",
  apiBooking: (id: string) => `/v1/bookings/${encodeURIComponent(id)}`,
  securityTxt: "/.well-known/security.txt",

  ship: "/ship",
  /** The addresses that this phone remembers for a guest. The choice made for one party is passed on. */
  remembered: (chosen: { from?: string; to?: string } = {}) => withQuery("/ship/remembered", chosen),
  /** Takes the button "Forget me on this phone". */
  forgetMe: "/forget-me",

  /** Sends a draft to another phone; with a code, opens it there. */
  continueDraft: (wizard: JourneyName, query: { code?: string; sent?: string } = {}) =>
    withQuery(`${wizardPaths[wizard]}/continue`, query),

  login: "/login",
  loginWith: (query: { tab?: LoginTab; next?: string; sent?: string }) => withQuery("/login", query),
  logout: "/logout",
  verify: (query: { next?: string; sent?: string } = {}) => withQuery("/verify", query),
  /** An email's one-time link. The parameters have the names that Firebase uses. */
  action: (link: { mode: string; oobCode: string; continueUrl?: string }) => withQuery("/action", link),
  dashboard: "/dashboard",
  /** Older quotes, those that match a reference, or those of a group. */
  dashboardList: (query: { before?: string; q?: string; state?: string }) => withQuery("/dashboard", query),
  /** Books a list of parcels at once, from a spreadsheet. */
  importParcels: "/dashboard/import",
  /** All bookings of an account, as such a list. */
  bookedList: "/dashboard/bookings.csv",
  /** A file in `public/`. */
  exampleList: "/example-list.csv",
  account: "/account",
  /** The account's addresses; with one of them, or one used before, in the form. */
  addressBook: (query: { edit?: string; from?: string; to?: string; done?: string } = {}) =>
    withQuery("/address-book", query),
  trackpro: "/trackpro",
  demo: "/demo",

  /**
   * What becomes of a payment, for whoever looks: `look` says that our own page leads there. PayFast gets these addresses
   * without it, and whoever comes by those was there.
   */
  paymentStatus: (quoteId: string) => withQuery("/payfast/return", { quoteId, look: "1" }),
  orderStatus: (orderId: string, answered: number) =>
    withQuery(`/payfast/order/${encodeURIComponent(orderId)}`, { answered: String(answered), look: "1" }),
  payfastStart: (quoteId: string, query: { cancelled?: string; again?: string } = {}) =>
    withQuery(`/payfast/start/${encodeURIComponent(quoteId)}`, query),
  /** Pays several bookings at once, and shows their state; `answered` marks a customer who comes back from PayFast. */
  payfastOrder: (orderId: string, query: { answered?: string; cancelled?: string; again?: string } = {}) =>
    withQuery(`/payfast/order/${encodeURIComponent(orderId)}`, query),
  /** Where a statement of what is on account is paid; its order is of `statementOrder`. */
  payfastStatement: (
    orderId: string,
    query: { answered?: string; cancelled?: string; again?: string; look?: string } = {},
  ) => withQuery(`/payfast/statement/${encodeURIComponent(orderId)}`, query),
  payfastReturn: (quoteId: string, query: { answered?: string } = {}) =>
    withQuery("/payfast/return", { quoteId, ...query }),
  /** Where more than the price is paid or refused; `answered` and `cancelled` mark a customer who comes back from PayFast. */
  charge: (
    chargeId: string,
    query: Partial<Record<"key" | "answered" | "cancelled" | "again" | "look" | "refuse", string>> = {},
  ) => withQuery(`/charge/${encodeURIComponent(chargeId)}`, query),
  /** Asks whether to cancel a booking. `key` is a signed link's. */
  cancelBooking: (quoteId: string, query: { key?: string } = {}) =>
    withQuery(`/cancel/${encodeURIComponent(quoteId)}`, query),
  /** Changes names, phones and places of a booking. `key` is a signed link's. */
  changeBooking: (quoteId: string, query: { key?: string; done?: string } = {}) =>
    withQuery(`/change/${encodeURIComponent(quoteId)}`, query),
  payfastNotify: "/payfast/notify",
  payfastSimulator: "/payfast/simulator",

  /** `key` is that of the receiver's link to `findMe`. */
  tracking: (waybillNo?: string, query: { key?: string } = {}) =>
    waybillNo === undefined
      ? "/tracking"
      : `/tracking?${new URLSearchParams({ action: "track", accno: "", no: waybillNo, ...query })}`,
  /** The same, short: in emails, on paper, and to type. */
  shortTracking: (waybillNo: string) => `/t/${encodeURIComponent(waybillNo)}` as const,
  /** The address in a slip's QR code; short, so that its modules stay large. */
  piece: (waybillNo: string, piece: number) => `/tracking?no=${encodeURIComponent(waybillNo)}&piece=${piece}`,
  /** `key` is a signed link's. */
  waybill: (waybillNo: string, query: { key?: string } = {}) =>
    withQuery(`/waybill/${encodeURIComponent(waybillNo)}`, query),
  /** The same as a PDF; the page's key opens it. */
  waybillPdf: (waybillNo: string, query: { key?: string } = {}) =>
    withQuery(`/waybill/${encodeURIComponent(waybillNo)}.pdf`, query),
  /** The slips of an order's parcels, by its id; by a quote's id those that have the same sender. */
  waybillsPdf: (orderId: string) => `/waybills/${encodeURIComponent(orderId)}.pdf` as const,
  /** The slips of the account's parcels that wait to be collected. */
  waybillsToCollect: "/waybills/to-collect.pdf",
  /** The script of drivers' pages. */
  driveScript: "/drive.js",
  /** A driver's day. */
  drive: "/drive",
  /** A driver's sign-in link: a page with one button that signs the phone in. */
  driverSignIn: (code: string) => withQuery("/drive/sign-in", { code }),
  /** Asks a driver whether to sign this phone out. */
  driverSignOut: "/drive/sign-out",
  /**
   * One visit of a driver to a parcel: `collection`, `delivery` or `return`. Without it the one that is open, with the key
   * of a mark that they took back there.
   */
  driverStop: (waybillNo: string, visit?: string, takenBack?: string) =>
    withQuery(`/drive/stop/${encodeURIComponent(waybillNo)}${visit ? `/${visit}` : ""}`, { takenBack }),
  /** Where a driver takes a mark back. No phone keeps this form: without a signal it isn't sent. */
  driverTakeBack: "/drive/take-back",
  /** For the receiver, by a signed link: their page. */
  findMe: (quoteId: string, query: { key?: string; saved?: string } = {}) =>
    withQuery(`/find-me/${encodeURIComponent(quoteId)}`, query),
  /** For the receiver, by the signed link in the email about a wish: "This wasn't me". */
  notMyWish: (quoteId: string, wishId: string, query: { key?: string } = {}) =>
    withQuery(`/find-me/${encodeURIComponent(quoteId)}/not-me/${encodeURIComponent(wishId)}`, query),
  /** For one of a booking's people, by a signed link: stops messages about parcels. */
  stopMessages: (quoteId: string, person: string, query: { key?: string } = {}) =>
    withQuery(`/stop-messages/${encodeURIComponent(quoteId)}/${encodeURIComponent(person)}`, query),
  /** "Something is wrong"; with a case, what happens next. */
  case: (waybillNo: string, query: { case?: string; again?: string } = {}) =>
    withQuery(`/case/${encodeURIComponent(waybillNo)}`, query),
  /** Sends a person's links to them again; with a waybill number, asks a receiver who has it and no link. */
  lost: (query: { no?: string; sent?: string } = {}) => withQuery("/lost", query),
  /** A tax invoice or a credit note. */
  invoice: (invoiceNo: string) => `/invoice/${encodeURIComponent(invoiceNo)}` as const,
} as const;

/** The pages of one's own account. */
export const accountPaths = {
  overview: "/account",
  password: "/account/password",
  email: "/account/email",
  sessions: "/account/sessions",
  /**
   * Keys and webhooks of a shop's own programs, and what they have booked and nobody has paid; with a key in the form, the
   * webhook that gets a new secret, or what was done.
   */
  shop: (query: { key?: string; secret?: string; shopify?: string; done?: string } = {}) =>
    withQuery("/account/shop", query),
  /** A month's invoices and money, such as `2026-11`; as a PDF or a file for a spreadsheet. */
  statement: (month: string, file: "" | ".pdf" | ".csv" = "") => `/account/statement/${month}${file}`,
  data: "/account/data",
  delete: "/account/delete",
  /** The overview, saying what has just been done. */
  done: (what: string) => withQuery("/account", { done: what }),
  /** The overview, saying what could not be done. */
  failed: (what: string) => withQuery("/account", { failed: what }),
} as const;

/** The office in a browser. */
export const officePaths = {
  home: "/office",
  /** `to`: where it leads; `typed`: the form is one of another page, whose session had ended. */
  signIn: (query: { to?: string; typed?: string } = {}) => withQuery("/office/sign-in", query),
  /** A person's first visit: password, code and recovery codes. */
  join: (code: string) => withQuery("/office/join", { code }),
  /** What a search finds, or the page of a whole email, phone or driver's name. A path is in logs, and a query in none. */
  find: (words: string) => withQuery("/office", { find: words }),
  /** A parcel, quote or application, by any of our numbers. */
  one: (number: string) => `/office/${encodeURIComponent(number)}`,
  /** A tax invoice or a credit note. */
  invoice: (invoiceNo: string) => `/office/invoice/${encodeURIComponent(invoiceNo)}`,
  /** A view, with or without `staff_`. */
  list: (view: string, query: Record<string, string | undefined> = {}) =>
    withQuery(`/office/list/${encodeURIComponent(view.replace(/^staff_/, ""))}`, query),
  /** The whole of it as a file. */
  listFile: (view: string, format: "csv" | "json", query: Record<string, string | undefined> = {}) =>
    withQuery(`/office/list/${encodeURIComponent(view.replace(/^staff_/, ""))}/${format}`, query),
  commands: "/office/do",
  /** A command by its name, with what is known already. */
  do: (command: string, known: Record<string, string | undefined> = {}) =>
    withQuery(`/office/do/${command.replaceAll(" ", "-")}`, known),
  /** Takes the button of a command that gives something, such as a PDF. */
  given: (command: string) => `/office/do/${command.replaceAll(" ", "-")}/file`,
  figures: "/office/figures",
  /** A figure's numbers. */
  figure: (name: string) => `/office/figures/${name}`,
} as const;

/** Every wizard's name, as quotes and drafts store it. */
export type JourneyName = keyof typeof wizards;
type StepRow = { address: string; title: string };
/** A row of the wizards; `pages` is how the names of its routes' files begin, for `remix.config.js`. */
type Wizard = {
  path: string;
  pages: string;
  cached: readonly string[];
  steps: Record<"addresses" | "parcel" | "review", StepRow>;
};
const table: Record<JourneyName, Wizard> = wizards;
export const journeyNames = Object.keys(wizards) as [JourneyName, ...JourneyName[]];

/** The wizards' addresses in one spelling, because `/ship-Inter` also matches `/ship-inter`. */
export const wizardPaths = Object.fromEntries(journeyNames.map((name) => [name, table[name].path])) as Record<
  JourneyName,
  string
>;
