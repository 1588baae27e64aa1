import type { Account } from "#app/domain/accounts/account";
import { provenOwner } from "#app/domain/accounts/accounts.server";
import { importColumns, type ReadImport, readImport } from "#app/domain/bookings/import-list.server";
import { bookImport } from "#app/domain/bookings/imported-bookings.server";
import { embeddedPricing } from "#app/domain/prices/embedded.server";
import { openPlaces } from "#app/domain/prices/places.server";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { formatRand } from "#app/domain/values/money";
import { UsageError } from "#app/domain/values/usage-error";
import { field, number, say, tick, url } from "#app/language/say";
import { paths } from "#app/paths";
import { refused } from "../answer";
import { command } from "../command";
import { act, type Desk, did, emailNote, notDone } from "../desk.server";

function readFor(account: Account, content: string, { store, now }: Desk): Promise<ReadImport> {
  const [pricing, places] = [embeddedPricing(store, () => now), openPlaces(store, () => now)];
  return readImport(store.read, "the office", { pricing, places }, account, content, now);
}

const WHOSE = say`Whose bookings are they? Give ${field("account")} and the email of an account.`;

export const importBookings = command({
  name: "import",
  page: "check first",
  right: "clerk",
  also: "list, spreadsheet, csv, many parcels",
  summary: "book a list of parcels for a customer's account, to be paid with one payment",
  more: say`Give a CSV file whose first line names the columns. The whole file is checked first: if any line is
    wrong, all wrong lines are named and nothing is booked. Only parcels within South Africa. The customer gets one
    email with one link to pay for all. The same file again books nothing twice. Blank sender fields are filled in
    from the account. Columns: ${importColumns.join(", ")}.`,
  examples: [
    "import bookings.csv --account nomsa@example.com",
    "import bookings.csv --account nomsa@example.com --dry-run",
  ],
  arguments: {
    file: {
      kind: "file",
      label: "the list, as a CSV file",
      required: "Which file? For example bookings.csv.",
    },
  },
  options: {
    account: { kind: "words", shown: "email", label: "whose bookings they are", required: WHOSE, read: normaliseEmail },
    yes: { kind: "flag", label: "the postal codes that had lost their first 0 were read correctly" },
  },
  async asks({ file, account: email }, desk) {
    const account = await provenOwner(desk.store.read, email);
    const list = account && (await readFor(account, file.content(), desk));
    if (!list?.ok || list.mended.length === 0) return [];
    return [...list.mended, say`If these codes are right, ${tick("yes")}.`];
  },
  async run({ file, account: email }, desk) {
    if (!isEmail(email)) throw new UsageError(WHOSE);
    const content = file.content();
    const account = await provenOwner(desk.store.read, email);
    if (!account) return refused(say`There is no account with the proven email ${email}.`);
    const list = await readFor(account, content, desk);
    if (!list.ok) return refused(...list.faults, "Nothing was booked.");
    return act(desk, async (tx) => {
      const bookings = { ...list, content, termsVersion: null };
      const outcome = await bookImport(tx, "the office", account, bookings, desk.site, desk.now);
      if ("refused" in outcome) return notDone(outcome.detail);
      const { booked, added, orderId } = outcome;
      // Numbers and links that a dry run draws would be others when it is done.
      const isDrawn = desk.isDryRun && added > 0;
      const lines = booked.map(
        ({ quoteNo, toPostal, grandTotalCents }) =>
          say`${isDrawn ? "A parcel" : number(quoteNo)} to ${toPostal}, ${formatRand(grandTotalCents ?? 0)}`,
      );
      const pay = say`To pay for them: ${url(desk.site.appUrl + paths.payfastOrder(orderId))}`;
      if (added === 0) return did(null, "This list was booked before. Nothing was booked.", ...lines, pay);
      const total = formatRand(booked.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0));
      return did(
        booked.map(({ quoteNo }) => ({ action: "imported booking", subject: quoteNo, details: "" })),
        say`Booked ${added} parcels, ${total} together:`,
        ...lines,
        ...list.notes,
        ...(isDrawn ? [] : [pay]),
        emailNote,
      );
    });
  },
});
