import { movePayment as move } from "#app/domain/bookings/payments/move-payment.server";
import { inOfficesWords } from "#app/domain/money/ways";
import { formatRand } from "#app/domain/values/money";
import { commandNamed, field, number, say } from "#app/language/say";
import { command } from "../command";
import { did, emailNote, notDone, whoActs } from "../desk.server";
import { actOnMoney, quoteOf, whyOtherMode } from "./bookings.server";

export const movePayment = command({
  name: "move payment",
  page: "check first",
  right: "cashier",
  also: "paid for the wrong booking, meant for another, wrong quote number",
  possible: ({ isPaid, isOwed, isRefused, isCollected }) => (isOwed && !isRefused) || (isPaid && !isCollected),
  summary: "move a payment to the booking that it was meant for",
  more: say`The first booking is then as if the payment had never come: one that it had paid for is unpaid, its invoice gets
    a credit note, and its waybill is withdrawn. The other one is paid, with its waybill and invoice. Both customers are
    told. If the amount isn't the other one's price, use ${field("as-part")}, and its customer pays the rest. To take it
    back, move it back. What was collected stays paid.`,
  needs: "a paid booking",
  examples: ["move payment Q48210934 Q95180875"],
  arguments: {
    quote: { kind: "number", above: "Booking that was paid" },
    other: { kind: "number", shown: "other quote no or waybill no", above: "Booking that it was meant for" },
  },
  options: {
    "as-part": {
      kind: "flag",
      label: "it is a part of the other booking's price: the customer is asked for the rest",
      above: "Only a part",
    },
  },
  async run({ quote: no, other: otherTyped, "as-part": isPart }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const other = await quoteOf(tx, otherTyped);
      if (!other) return notDone(say`There is no ${number(otherTyped)}.`);
      const [{ quoteNo }, { quoteNo: otherNo }] = [quote, other];
      const otherMode = await whyOtherMode(tx, [other], desk.site.mode);
      if (otherMode) return notDone(otherMode);
      const moved = await move(tx, quote.id, other.id, { isPart, by: whoActs(desk) }, desk.site, desk.now);
      if (!moved.ok) return notDone(say`${number(quoteNo)}: ${moved.why}`);
      const what = `${formatRand(moved.amountCents)}, ${inOfficesWords(moved.number)}`;
      const rest = moved.restCents ? ` Its customer is asked for the rest, ${formatRand(moved.restCents)}.` : "";
      return did(
        [
          { action: "moved payment", subject: quoteNo, details: `${what}, to ${otherNo}` },
          { action: "moved payment", subject: otherNo, details: `${what}, from ${quoteNo}` },
        ],
        say`${what}: moved from ${number(quoteNo)} to ${number(otherNo)}.${rest}`,
        say`To take it back: ${commandNamed("move payment", { quote: otherNo, other: quoteNo })}.`,
        emailNote,
      );
    });
  },
});
