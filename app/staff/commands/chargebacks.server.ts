import { blockCustomer } from "#app/domain/accounts/blocked-customers.server";
import { noteChargeback as note, undoChargeback as undo } from "#app/domain/bookings/payments/note-chargeback.server";
import { contactsOf } from "#app/domain/form/contacts.server";
import { formatRand } from "#app/domain/values/money";
import { commandNamed, field, number, numbers, say } from "#app/language/say";
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
    ${field("block")}, for a manager, stops the sender from booking on the site, as ${commandNamed("block customer")} does.`,
  needs: "a paid booking",
  examples: ["note chargeback Q48210934 80,62", "note chargeback Q48210934 80,62 --block"],
  arguments: { quote: { kind: "quote" }, amount: { kind: "amount" } },
  options: {
    block: {
      kind: "flag",
      label: "stop the sender from booking on the site; for a manager",
      above: "Block the sender",
    },
  },
  async run({ quote: quoteNo, amount: amountCents, block }, desk) {
    return actOnMoney(desk, quoteNo, async (tx, quote) => {
      if (block && !mayDo(desk, "manager"))
        return notDone(say`Only a manager blocks a customer. Leave out ${field("block")}, and ask one.`);
      const noted = await note(tx, quote.id, { amountCents, by: whoActs(desk) }, desk.now);
      if (!noted.ok) return notDone(say`${number(quoteNo)}: ${noted.why}`);
      const { emails, phones } = contactsOf(quote.formSnapshot.addresses, "from");
      const theirs = block ? [...emails, ...phones].filter(Boolean) : [];
      let blocked = 0;
      for (const contact of theirs)
        if (await blockCustomer(tx, contact, `Chargeback of ${quoteNo}`, desk.now)) blocked += 1;
      return did(
        [
          ...noted.quotes.map((each) => {
            return { action: "noted chargeback", subject: each.quoteNo, details: formatRand(amountCents) };
          }),
          ...(blocked > 0 ? [{ action: "blocked customer", subject: "the sender of a chargeback", details: "" }] : []),
        ],
        say`${numbersOf(noted.quotes)}: ${formatRand(amountCents)} was taken back by the customer's bank. Nobody is told.`,
        ...(blocked > 0 ? ["The sender can't book on the site any more."] : []),
        ...(block && blocked === 0 ? ["The sender was blocked already, or has no email or phone any more."] : []),
      );
    });
  },
});

const numbersOf = (quotes: readonly { quoteNo: string }[]) => numbers(quotes.map(({ quoteNo }) => quoteNo));

export const undoChargeback = command({
  name: "undo chargeback",
  page: "check first",
  right: "cashier",
  also: "chargeback won, dispute won, noted by mistake",
  possible: ({ hasChargeback }) => hasChargeback,
  summary: "take back a chargeback: noted by mistake, or the bank gave the money back",
  more: "It takes back the last one that was noted for the booking, with all that the bank took at once. A customer who was blocked stays so.",
  needs: "a chargeback",
  examples: ["undo chargeback Q48210934"],
  arguments: { number: { kind: "number" } },
  async run({ number: no }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const undone = await undo(tx, quote.id, desk.now);
      if (!undone.ok) return notDone(say`${number(no)}: ${undone.why}`);
      const details = formatRand(undone.amountCents);
      return did(
        undone.quotes.map(({ quoteNo }) => ({ action: "undid chargeback", subject: quoteNo, details })),
        say`${numbersOf(undone.quotes)}: the chargeback of ${details} is taken back.`,
      );
    });
  },
});
