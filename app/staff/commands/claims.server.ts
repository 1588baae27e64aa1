import { payClaim as pay, undoClaim as undo } from "#app/domain/bookings/payments/pay-claim.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { MOST_PAID_FOR_A_PARCEL } from "#app/domain/parcels/quotes/terms-version";
import { amountFromCents, formatRand } from "#app/domain/values/money";
import { commandNamed, field, number, say } from "#app/language/say";
import { command } from "../command";
import { did, emailNote, notDone, whoActs } from "../desk.server";
import { actOnMoney } from "./bookings.server";
import { bankReferenceFrom } from "./counter.server";

export const payClaim = command({
  name: "pay claim",
  page: "check first",
  right: "cashier",
  also: "lost parcel, damaged, compensation, insurance, contents",
  possible: ({ isClaimable, hasClaim }) => isClaimable && !hasClaim,
  summary: "record what we paid by bank for a lost or damaged parcel",
  more: say`It moves no money: pay it by bank first. Our terms pay what the contents cost, at most
    ${formatRand(MOST_PAID_FOR_A_PARCEL)} for each parcel, if it was our fault; what it cost, a person decides. They also
    give back the price: that is a refund of its own (${commandNamed("note refund")}). The parcel has to have ended as
    lost, damaged or destroyed, or have been delivered with a case about it. The customer gets an email. Once for each
    parcel; ${commandNamed("undo claim")} takes it back.`,
  needs: "a lost parcel",
  examples: ['pay claim TH4821093753 850,00 --reference "CLAIM 850"'],
  arguments: { number: { kind: "number" }, amount: { kind: "amount" } },
  options: {
    reference: {
      kind: "theirs",
      shown: "reference",
      label: "the reference of the transfer, as on the bank's statement",
      required: say`Give the bank's reference of the transfer with ${field("reference")}.`,
      read: bankReferenceFrom,
    },
  },
  async run({ number: no, amount: amountCents, reference }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo;
      if (!waybillNo) return notDone(say`${number(no)} has no waybill: it was never paid for.`);
      const paid = { amountCents, reference, by: whoActs(desk), mode: desk.site.mode };
      const claim = await pay(tx, waybillNo, paid, desk.now);
      if (!claim.ok) return notDone(say`${number(waybillNo)}: ${claim.why}`);
      const known = { quote: quote.quoteNo, amount: amountFromCents(claim.priceCents) };
      const price =
        claim.priceCents > 0
          ? [
              say`Our terms give back the price too, ${formatRand(claim.priceCents)}: ${commandNamed("note refund", known, { goodwill: "yes" })}.`,
            ]
          : [];
      if (claim.onAccountCents > 0) {
        const open = { quote: quote.quoteNo, amount: amountFromCents(claim.onAccountCents) };
        price.push(
          say`Our terms take the price off the account too, ${formatRand(claim.onAccountCents)}: ${commandNamed("note refund", open, { account: "yes" })}.`,
        );
      }
      if (!claim.added) return did(null, say`${number(waybillNo)}: this claim is already noted.`, ...price);
      const what = `${formatRand(amountCents)}, bank reference ${reference}`;
      return did(
        { action: "paid claim", subject: waybillNo, details: what },
        say`${number(waybillNo)}: paid ${what}, for what was in it.`,
        ...price,
        emailNote,
      );
    });
  },
});

export const undoClaim = command({
  name: "undo claim",
  page: "check first",
  right: "cashier",
  also: "claim by mistake, wrong claim",
  possible: ({ hasClaim }) => hasClaim,
  summary: "take back a claim that you recorded by mistake",
  more: "A customer who was told of it is told that it was a mistake.",
  needs: "a paid claim",
  examples: ["undo claim TH4821093753"],
  arguments: { number: { kind: "number" } },
  async run({ number: no }, desk) {
    return actOnMoney(desk, no, async (tx, quote) => {
      const waybillNo = (await waybillOfQuote(tx, quote.id))?.waybillNo ?? "";
      const claim = await undo(tx, waybillNo, desk.now);
      if (!claim.ok) return notDone(say`${number(no)}: ${claim.why}`);
      const what = `${formatRand(claim.undone.amountCents)}, bank reference ${claim.undone.reference}`;
      return did(
        { action: "undid claim", subject: waybillNo, details: what },
        say`${number(waybillNo)}: the claim of ${what} is taken back.`,
        emailNote,
      );
    });
  },
});
