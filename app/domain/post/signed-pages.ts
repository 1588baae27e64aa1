import type { Email } from "./email";

export type LinkHolder = NonNullable<Email["person"]>;

/** A page that a signed link opens. */
type SignedPage = {
  /** Whose links open it; `named`: those of the person whom its address names at the end. */
  people: readonly LinkHolder[] | "named";
  /** The number that its address begins with, by which its booking is found. */
  number: "quote" | "order" | "charge" | "waybill" | "invoice";
  /** What the key is for: itself, or the receiver's page to which it leads on. */
  opens: "itself" | "find-me";
};

/** Whoever pays, and has the receipts. The account that booked has links of its own, so that they don't end with the sender's. */
const payers = ["sender", "account"] as const;

/** Every page with a key in its address, by how that begins. No other address can be signed. */
const signedPages = {
  "/waybill": { people: payers, number: "waybill", opens: "itself" },
  "/waybills": { people: payers, number: "order", opens: "itself" },
  "/invoice": { people: payers, number: "invoice", opens: "itself" },
  "/change": { people: payers, number: "quote", opens: "itself" },
  "/cancel": { people: payers, number: "quote", opens: "itself" },
  "/find-me": { people: ["receiver"], number: "quote", opens: "itself" },
  "/t": { people: ["receiver"], number: "waybill", opens: "find-me" },
  "/charge": { people: payers, number: "charge", opens: "itself" },
  "/case": { people: ["sender", "account", "receiver"], number: "waybill", opens: "itself" },
  "/stop-messages": { people: "named", number: "quote", opens: "itself" },
} as const satisfies Record<string, SignedPage>;

export type SignedPath = `${keyof typeof signedPages}/${string}`;

/** What a booking knows of its people's links. */
export type LinkNumbers = { senderLinks: number; receiverLinks: number };

/** The number of each person's links. An account's never end: only its owner, who has proven it, has them. */
const numberOf: Record<LinkHolder, (quote: LinkNumbers) => number> = {
  sender: ({ senderLinks }) => senderLinks,
  receiver: ({ receiverLinks }) => receiverLinks,
  account: () => 0,
};
const people = Object.keys(numberOf) as LinkHolder[];

/** The people whose links open a page of this booking, with the numbers that those have now. */
export function holdersOf(path: SignedPath, quote: LinkNumbers): { person: LinkHolder; number: number }[] {
  const { people: whose } = pageOf(path);
  const holders = whose === "named" ? people.filter((person) => path.endsWith(`/${person}`)) : whose;
  return holders.map((person) => ({ person, number: numberOf[person](quote) }));
}

export function pageOf(path: SignedPath): SignedPage {
  return signedPages[`/${path.split("/")[1]}` as keyof typeof signedPages];
}

/** Whether an address is one of a page that takes a key. */
export function isSignedPath(path: string): path is SignedPath {
  return `/${path.split("/")[1]}` in signedPages;
}
