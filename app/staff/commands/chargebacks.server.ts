import { blockCustomer, blocksOf, contactsToBlock } from "#app/domain/accounts/blocked-customers.server";
import { noteChargeback as note, undoChargeback as undo } from "#app/domain/bookings/payments/note-chargeback.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { formatRand } from "#app/domain/values/money";
import { commandNamed, field, number, numbers, say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { command } from "../command";
import { did, mayDo, notDone, whoActs } from "../desk.server";
import { actOnMoney } from "./bookings.server";

export const noteChargeback = command({
  name: "note chargeback",
  page: "check first",
  right: "cashier",
  also: "card dispute, reversed payment, bank took it back, fraud",
  possible: ({ cameByCard }) => cameByCard,
  summary: "record that a customer's bank took a payment back from PayFast",
  more: say`It is no refund: the customer gets no message, and no credit note is issued, because the debt may stand; your
    accountant decides. Of what was paid together, as a list or a statement, give the whole amount and any one of its
    bookings. What was taken back isn't paid back as well, and ${commandNamed("reconcile")} knows of it.
    ${field("block")}, for a manager, stops the sender, and the account that booked it, from booking on the site, as
    ${commandNamed("block customer")} does.`,
  needs: "a paid booking",
  examples: ["note chargeback Q48210934 80,62", "note chargeback Q48210934 80,62 --block"],
  arguments: { quote: { kind: "number" }, amount: { kind: "amount" } },
  options: {
    block: {
      kind: "flag",
      label: "stop the sender and the account from booking on the site; for a manager",
      above: "Block them",
    },
  },
  async run({ quote: no, amount: amountCents, block }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      if (block && !mayDo(desk, "manager"))
        return notDone(say`Only a manager blocks a customer. Leave out ${field("block")}, and ask one.`);
      const noted = await note(tx, quote.id, { amountCents, by: whoActs(desk) }, desk.now);
      if (!noted.ok) return notDone(say`${number(quote.quoteNo)}: ${noted.why}`);
      let blocked = 0;
      for (const contact of block ? await contactsToBlock(tx, whoBooked(quote)) : [])
        if (await blockCustomer(tx, contact, becauseOf(quote), desk.now)) blocked += 1;
      return did(
        [
          ...noted.quotes.map((each) => {
            return { action: "noted chargeback", subject: each.quoteNo, details: formatRand(amountCents) };
          }),
          ...(blocked > 0 ? [{ action: "blocked customer", subject: "the sender of a chargeback", details: "" }] : []),
        ],
        say`${numbersOf(noted.quotes)}: ${formatRand(amountCents)} was taken back by the customer's bank. Nobody is told.`,
        ...(noted.twiceCents > 0
          ? [`${formatRand(noted.twiceCents)} of it had been refunded, so it went back twice. Ask PayFast about it.`]
          : []),
        ...noted.held.flatMap(({ waybillNo, taken }) =>
          taken.map(({ driver }) => say`${number(waybillNo)} is taken off ${driver}'s list.`),
        ),
        ...whatToDoAbout(noted.held.map(({ waybillNo }) => waybillNo)),
        ...(blocked > 0 ? ["Whoever booked it can't book on the site any more."] : []),
        ...(block && blocked === 0 ? ["They were blocked already, or have no email or phone any more."] : []),
      );
    });
  },
});

/** What waits for the office since a bank took back what paid for it. */
function whatToDoAbout(held: readonly string[]): Words[] {
  const [one, ...others] = held;
  if (!one) return [];
  const [cancel, agree] =
    others.length === 0
      ? [commandNamed("cancel booking", { number: one }), commandNamed("agree", { waybill: one })]
      : [commandNamed("cancel booking"), commandNamed("agree")];
  return [say`Not collected for now: ${numbers(held)}. To cancel it: ${cancel}. To collect it all the same: ${agree}.`];
}

const whoBooked = ({ uid, formSnapshot }: Quote) => ({ uid, ...formSnapshot });
const becauseOf = ({ quoteNo }: Quote) => `Chargeback of ${quoteNo}`;
const numbersOf = (quotes: readonly { quoteNo: string }[]) => numbers(quotes.map(({ quoteNo }) => quoteNo));

export const undoChargeback = command({
  name: "undo chargeback",
  page: "check first",
  right: "cashier",
  also: "chargeback won, dispute won, noted by mistake",
  possible: ({ hasChargeback }) => hasChargeback,
  summary: "take back a chargeback: noted by mistake, or the bank gave the money back",
  more: say`It takes back the last one that was noted for the booking, with all that the bank took at once. A customer who
    was blocked stays so, until ${commandNamed("block customer", {}, { undo: "yes" })}.`,
  needs: "a chargeback",
  examples: ["undo chargeback Q48210934"],
  arguments: { number: { kind: "number" } },
  async run({ number: no }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const undone = await undo(tx, quote.id, desk.now);
      if (!undone.ok) return notDone(say`${number(no)}: ${undone.why}`);
      const details = formatRand(undone.amountCents);
      const blocked = await blockedFor(tx, undone.quotes);
      return did(
        undone.quotes.map(({ quoteNo }) => ({ action: "undid chargeback", subject: quoteNo, details })),
        say`${numbersOf(undone.quotes)}: the chargeback of ${details} is taken back.`,
        ...blocked.map(
          (contact) =>
            say`Still blocked: ${contact}. To let them book again: ${commandNamed("block customer", { person: contact }, { undo: "yes" })}.`,
        ),
      );
    });
  },
});

/** Who is still blocked because of a chargeback of these bookings. */
async function blockedFor(tx: Tx, quotes: readonly Quote[]): Promise<string[]> {
  const theirs = new Set<string>();
  for (const quote of quotes) for (const contact of await contactsToBlock(tx, whoBooked(quote))) theirs.add(contact);
  const because = quotes.map(becauseOf);
  const blocks = await blocksOf(tx, (contact) => theirs.has(contact));
  return blocks.filter((block) => because.includes(block.because)).map(({ contact }) => contact);
}
