import { eq } from "drizzle-orm";
import type { Account } from "#app/domain/accounts/account";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import * as accountEmails from "#app/domain/accounts/emails";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { askCharge, refuseCharge, undoCharge } from "#app/domain/bookings/charges/ask-charge.server";
import { putOnAccount } from "#app/domain/bookings/charges/put-on-account.server";
import { confirmBooking } from "#app/domain/bookings/confirm-booking.server";
import { bookingsImported } from "#app/domain/bookings/imported-bookings.server";
import { sendLinksAgain } from "#app/domain/bookings/links-again.server";
import { openListWaits } from "#app/domain/bookings/open-lists.server";
import { tellOverdue } from "#app/domain/bookings/overdue.server";
import { sendInvoice } from "#app/domain/bookings/payments/invoice-of-booking.server";
import { movePayment } from "#app/domain/bookings/payments/move-payment.server";
import { reconcileLastDays } from "#app/domain/bookings/payments/nightly-reconciling.server";
import { notePayment } from "#app/domain/bookings/payments/note-payment.server";
import { noteRefund } from "#app/domain/bookings/payments/note-refund.server";
import { payClaim, undoClaim } from "#app/domain/bookings/payments/pay-claim.server";
import { alarmRefused, alarmUnsigned, MANY_UNSIGNED } from "#app/domain/bookings/payments/payment-alarms.server";
import { takeOffAccount } from "#app/domain/bookings/payments/take-off-account.server";
import { undoNotedPayment, undoNotedRefund } from "#app/domain/bookings/payments/undo-payment.server";
import { priceManually } from "#app/domain/bookings/price-manually.server";
import { sendLinkToPay } from "#app/domain/bookings/send-link-to-pay.server";
import { tellOrderOpen } from "#app/domain/bookings/shopify/tell-order-open.server";
import { sendStatements } from "#app/domain/bookings/statements/tell-of-statement.server";
import { acknowledgeApplication } from "#app/domain/drivers/applications/acknowledge-application.server";
import { answerApplication } from "#app/domain/drivers/applications/answer-application.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { takeBackWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { wishesOf } from "#app/domain/drivers/wishes.server";
import { sendNewLinks } from "#app/domain/messages/new-links.server";
import { sendPinAgain } from "#app/domain/messages/pin-again.server";
import { statementOrder } from "#app/domain/money/credit.server";
import { allowCredit } from "#app/domain/money/give-credit.server";
import { papersOf } from "#app/domain/money/invoices.server";
import { countUnsigned, FROM_PAYFAST } from "#app/domain/money/unsigned-notices.server";
import { comeIntoTheOffice, JOIN_HOURS, officeChanged } from "#app/domain/office/invitations.server";
import { answerCase } from "#app/domain/parcels/cases.server";
import { makePin } from "#app/domain/parcels/delivery-pin.server";
import { markParcel } from "#app/domain/parcels/mark-parcel.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { sendDraft } from "#app/domain/parcels/quotes/sent-drafts.server";
import type { Email } from "#app/domain/post/email";
import { queueEmail } from "#app/domain/post/outbox.server";
import { registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { switchOff } from "#app/domain/post/webhooks/switched-off.server";
import { momentsOfMonth, monthAfter, saMonth } from "#app/domain/values/calendar-month";
import { DAYS, MINUTES } from "#app/durations";
import { officePaths } from "#app/paths";
import { outgoingMails } from "#db/schema/mail";
import { aParcel } from "../../../demo/a-parcel";
import { byAccount } from "../../../demo/bookings";
import { limitsAsked } from "../../../demo/limits-asked";
import { pricesAt } from "../../../demo/world";
import { aDesk } from "../../support/a-desk";
import { bookedTogether, sumOf } from "../../support/a-list";
import { merchantApiStub } from "../../support/a-merchant-api";
import { APP_URL, aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";
import { transactionCsv } from "../../support/a-transaction-list";
import type { Office } from "../../support/an-office";
import { openedCase } from "../../support/opened-case";
import { SEVERAL, severalMessages } from "./several-messages";

export type OtherMessage = Pick<
  typeof outgoingMails.$inferSelect,
  "emailKey" | "channel" | "toAddress" | "subject" | "textBody" | "htmlBody" | "isSecret" | "holdsPin" | "quoteId"
>;
export type Occasion = { title: string; messages: OtherMessage[] };

type Happens = (title: string, does: (now: Date) => Promise<unknown>) => Promise<void>;

const EMAIL = "thandi@example.co.za";
const PHONE = "+27821234567";
const account = { uid: "u", email: EMAIL, name: "Thandi Nkosi", phone: PHONE } as Account;
const MONEY_SITE = { mode: "sandbox", appUrl: APP_URL } as const;
const LINK = { code: "one-time-code" };

/** Every message that isn't in the table of who is told, made by the code that sends it. */
export async function otherMessages(noon: Date): Promise<Occasion[]> {
  const parcel = await aParcelOnTheWay(noon);
  const { store } = parcel.office;
  const occasions: Occasion[] = [];
  let now = noon;
  const happens: Happens = async (title, does) => {
    now = new Date(now.getTime() + 10 * MINUTES);
    const earlier = new Set((await store.read.select().from(outgoingMails)).map(({ id }) => id));
    await does(now);
    const messages = (await store.read.select().from(outgoingMails))
      .filter(({ id }) => !earlier.has(id))
      .sort((one, other) => orderOf(one).localeCompare(orderOf(other)));
    const known = occasions.find((occasion) => occasion.title === title);
    if (known) known.messages.push(...messages);
    else occasions.push({ title, messages });
  };
  await ofBookings(parcel, happens, noon);
  await ofAccounts(parcel, happens);
  await ofDrivers(parcel, happens, noon);
  await ofReports(parcel, happens, noon);
  await ofMoney(parcel, happens, noon);
  await ofPromises(parcel, happens, noon);
  occasions.push({ title: SEVERAL, messages: severalMessages() });
  return occasions;
}

async function ofPromises({ office, waybillNo }: ParcelOnTheWay, happens: Happens, noon: Date) {
  const { store } = office;
  await aParcel({ addresses: { fromPostal: "9100" } })
    .unpaid()
    .in(office.world, noon);
  await aParcel().cancelled("flooded").in(office.world, noon);
  for (const contact of [EMAIL, PHONE])
    await openedCase(
      { store },
      waybillNo,
      { kind: "damaged", words: "", contact },
      { appUrl: APP_URL, by: "stranger", now: noon },
    );
  await happens("A price by hand isn't there by then", () => tellOverdue(store, new Date(noon.getTime() + 2 * DAYS)));
  const weeksLater = new Date(noon.getTime() + 16 * DAYS);
  await happens("What we promised isn't done by then", () => tellOverdue(store, weeksLater));
}

async function ofBookings({ office, quote, waybillNo }: ParcelOnTheWay, happens: Happens, noon: Date) {
  const { store } = office;
  const site = { mode: "sandbox", appUrl: APP_URL } as const;
  const asked = await office.booked({ addresses: { fromPostal: "9100" } }, noon);
  await store.tx((tx) => priceManually(tx, asked.id, 350_00, site, noon));
  await happens("The price is another one", (now) => store.tx((tx) => priceManually(tx, asked.id, 320_00, site, now)));
  await happens("A list of parcels was imported", (now) =>
    store.tx((tx) =>
      queueEmail(
        tx,
        limitsAsked,
        bookingsImported(account, { orderId: "an-order", booked: [quote, quote] }, APP_URL),
        now,
      ),
    ),
  );
  await happens("A shop's program has booked what nobody has paid", (now) =>
    store.tx((tx) =>
      queueEmail(
        tx,
        limitsAsked,
        openListWaits(
          account,
          { bookings: 3, totalCents: 241_86, heldUntil: quote.expiresAt, orders: ["#1000", "#1001"] },
          APP_URL,
          now,
        ),
        now,
      ),
    ),
  );
  const { orderId, booked } = await bookedTogether(office, "shop@example.co.za", noon);
  await happens("A list of parcels was paid", (now) =>
    office.tell({ id: orderId, grandTotalCents: sumOf(booked) }, { pfPaymentId: "2211333" }, now),
  );
  await store.tx((tx) => agreeVisit(tx, waybillNo, { day: "2026-11-24", fromTime: null, untilTime: null }, noon));
  await happens("The day that was agreed is cancelled", (now) =>
    store.tx((tx) => agreeVisit(tx, waybillNo, null, now)),
  );

  const wished = { kind: "day", day: "2026-11-25", part: null } as const;
  await happens("The receiver wished for another day", (now) => store.tx((tx) => takeWish(tx, quote, wished, now)));
  const [wish] = await wishesOf(store.read, waybillNo);
  await happens("The receiver took a wish back", (now) =>
    store.tx((tx) => takeBackWish(tx, quote, wish?.id ?? "", now)),
  );

  await happens("A person's email was corrected, or another receiver replaced one", async (now) => {
    const wrong = await quoteById(store.read, quote.id);
    if (!wrong) return;
    const { addresses } = wrong.formSnapshot;
    const was = {
      ...wrong,
      email: "thandi@exmaple.com",
      formSnapshot: { ...wrong.formSnapshot, addresses: { ...addresses, toEmail: "" } },
    };
    await store.tx((tx) => sendNewLinks(tx, limitsAsked, [was], now));
  });
  await happens("A waybill number was lost", (now) =>
    store.tx((tx) => sendLinksAgain(tx, limitsAsked, PHONE, { appUrl: APP_URL, now })),
  );
  const answers = { addresses: quote.formSnapshot.addresses };
  for (const contact of [EMAIL, PHONE])
    await happens("A customer goes on with a parcel on another phone", (now) =>
      store.tx((tx) =>
        sendDraft(
          tx,
          limitsAsked,
          { id: contact, journey: "publicQuote", owner: "", answers, contact },
          { appUrl: APP_URL, now },
        ),
      ),
    );
  for (const toPhone of ["073 555 0101", "011 555 0123"]) {
    const other = await office.paid({ addresses: { toPhone } }, noon);
    await store.tx((tx) => makePin(tx, other.waybillNo, noon, () => "1234"));
    await happens("A receiver asks for their PIN again: by text, or by email to who has no cell phone", (now) =>
      store.tx((tx) => sendPinAgain(tx, other.quote, other.waybillNo, now)),
    );
  }
  for (const [contact, by] of [
    [EMAIL, "stranger"],
    [PHONE, "owner"],
  ] as const) {
    let caseNo = "";
    const report = { kind: "damaged", words: "The box is wet.", contact } as const;
    await happens("Something is wrong with a parcel", async (now) => {
      ({ caseNo } = await openedCase({ store }, waybillNo, report, { appUrl: APP_URL, by, now }));
    });
    await happens("A case is answered", (now) =>
      store.tx((tx) => answerCase(tx, caseNo, "We are sorry. Please send us a photo of what is wet.", now)),
    );
  }
}

async function ofAccounts({ office: { store } }: ParcelOnTheWay, happens: Happens) {
  const emails: [title: string, write: (at: accountEmails.Occasion) => Email][] = [
    ["Somebody registers", (at) => accountEmails.verifyYourEmail(account, LINK, at)],
    ["Somebody registers with an email that has an account", (at) => accountEmails.youHaveAnAccount(account, at)],
    ["A password was forgotten", (at) => accountEmails.chooseNewPassword(account, LINK, at)],
    ["A password was changed", (at) => accountEmails.yourPasswordWasChanged(account, at)],
    [
      "An account asks for another email",
      (at) => accountEmails.confirmNewEmail(account, "new@example.co.za", LINK, at),
    ],
    ["An account asks for an email that has an account", (at) => accountEmails.somebodyWantsYourEmail(account, at)],
    [
      "The office moves an account whose mailbox is lost: to the new one",
      (at) => accountEmails.accountMoves(account, "new@example.co.za", LINK, at),
    ],
    ["The same, to the old one", (at) => accountEmails.yourAccountMoves(account, LINK, at)],
    ["The old one stops it", (at) => accountEmails.accountStays(account, "new@example.co.za", at)],
    ["An account's email was changed", (at) => accountEmails.yourEmailWasChanged(account, EMAIL, LINK, at)],
  ];
  for (const [title, write] of emails)
    await happens(title, (now) => store.tx((tx) => queueEmail(tx, limitsAsked, write({ appUrl: APP_URL, now }), now)));
  const thandi = { id: "o", name: account.name, email: EMAIL };
  const link = { url: `${APP_URL}${officePaths.join(LINK.code)}`, hours: JOIN_HOURS };
  await happens("Somebody gets access to the office", (now) =>
    store.tx((tx) => queueEmail(tx, limitsAsked, comeIntoTheOffice(thandi, link, now), now)),
  );
  const by = "Zanele Khumalo <zanele@office.example>";
  const change = { what: "right changed", person: thandi, right: "cashier, before: clerk", by } as const;
  const manager = { id: "m", name: "Pieter Mokoena", email: "pieter@office.example" };
  await happens("Who may come in to the office has changed: every manager reads", (now) =>
    store.tx((tx) => queueEmail(tx, limitsAsked, officeChanged(manager, change, now), now)),
  );
}

async function ofReports({ office }: ParcelOnTheWay, happens: Happens, noon: Date) {
  const { store, world } = office;
  await store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
  const { waybillNo } = await office.paid({}, noon);
  await aParcel(waybillNo).collected().outForDelivery().given("Sipho Nkosi").in(world, noon);
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.state, "queued")));
  await happens("A driver who was to come today has reported that they don't", (now) =>
    aParcel(waybillNo).by("Sipho Nkosi").reported("broke_down").in(world, now),
  );
}

async function ofDrivers({ office }: ParcelOnTheWay, happens: Happens, noon: Date) {
  const { store } = office;
  const receipt = await office.applied(1, {}, noon);
  const reference = receipt.kind === "received" ? receipt.reference : "";
  await happens("Somebody applies to drive for us", (now) => acknowledgeApplication(store, reference, now));
  for (const [title, answer] of [
    ["An application is accepted", { decision: "accepted", note: "We phone you on Monday." }],
    ["An application is declined", { decision: "declined", note: "", correct: true }],
  ] as const)
    await happens(title, (now) => store.tx((tx) => answerApplication(tx, reference, answer, now)));
  await happens("A driver gets the link for their phone", async (now) => {
    const desk = aDesk(office, { now });
    await desk.ask("add", "driver", "Sipho Nkosi", "--phone", "0831234567");
    desk.leave();
  });
}

/** What is on an account that pays by month. */
async function happensOnAccount(office: Office, uid: string, happens: Happens, noon: Date) {
  const { store, world } = office;
  const { quote } = await aParcel({ addresses: { toEmail: "" } })
    .booked(byAccount(uid))
    .unpaid()
    .in(world, noon);
  const price = { uid, priceCents: 80_62, mode: "sandbox" } as const;
  const { waybillNo } = await store.tx((tx) => putOnAccount(tx, quote, price, noon));
  await aParcel(waybillNo).collected().in(world, noon);
  await store.tx((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, quote.id)));
  const booked = async () => (await quoteById(store.read, quote.id)) ?? quote;
  await store.tx((tx) => proveAddress(tx, uid, "shop@example.co.za", noon));
  for (const [title, ...typed] of [
    ["An account may pay by month", "allow", "credit", "shop@example.co.za", "--limit", "5000", "--days", "30"],
    ["It may owe more, or for longer", "allow", "credit", "shop@example.co.za", "--limit", "6000", "--days", "45"],
    ["It pays by month no more", "stop", "credit", "shop@example.co.za"],
  ] as const)
    await happens(title, async (now) => {
      const desk = aDesk(office, { now });
      await desk.ask(...typed);
      desk.leave();
    });
  await happens("Less is owed for what is on account", async (now) => {
    const onAccount = await booked();
    await store.tx((tx) => takeOffAccount(tx, onAccount, 10_00, now));
  });
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }).where(eq(outgoingMails.state, "queued")));
  await happens("That was a mistake: it is owed after all", (now) =>
    store.tx((tx) => undoNotedRefund(tx, quote.id, undefined, now)),
  );
  const month = monthAfter(saMonth(noon), 1);
  await happens("A month is over, and something of it is on account", () =>
    sendStatements(store, momentsOfMonth(month).from),
  );
  await happens("A statement is paid", (now) => {
    const found = { pfPaymentId: "1089996", amountCents: 80_62, feeCents: null };
    const order = statementOrder({ uid, month: saMonth(noon) });
    return store.tx((tx) => notePayment(tx, order, found, MONEY_SITE, now));
  });
}

async function ofMoney({ office, quote }: ParcelOnTheWay, happens: Happens, noon: Date) {
  const { store } = office;
  await happens("A parcel was paid for twice", (now) => office.tell(quote, { pfPaymentId: "2211334" }, now));
  const owing = await office.booked({ addresses: { toEmail: "" } }, noon);
  const note = (amountCents: number, as: "part" | "refund" | undefined, pfPaymentId: string, now: Date) =>
    store.tx((tx) => notePayment(tx, owing.id, { pfPaymentId, amountCents, feeCents: null, as }, MONEY_SITE, now));
  await happens("The office has corrected an invoice, or issued one later", async (now) => {
    const [invoice] = await papersOf(store.read, quote.id);
    if (invoice) await store.tx((tx) => sendInvoice(tx, quote, invoice, now));
  });
  await happens("A part of the price has come", (now) => note(30_00, "part", "1089991", now));
  await happens("Money has come that is not the price", (now) => note(12_34, "refund", "1089992", now));
  await happens("A payment was noted by mistake, and is taken back", async (now) => {
    const { id } = await office.booked({ addresses: { toEmail: "" } }, noon);
    const found = { pfPaymentId: "1089993", amountCents: 80_62, feeCents: null };
    await store.tx((tx) => notePayment(tx, id, found, MONEY_SITE, now));
    await store.tx((tx) => undoNotedPayment(tx, id, APP_URL, now));
  });
  const asksForMore = async (at: Date) => {
    const { quote: heavy } = await aParcel({ addresses: { toEmail: "" } })
      .collected()
      .in(office.world, noon);
    return store.tx(async (tx) => {
      const paid = (await quoteById(tx, heavy.id)) ?? heavy;
      const how = { pricing: pricesAt(office, noon), mode: "sandbox" } as const;
      const why = { because: "It weighs 12 kg.", agreed: "Nomsa, by phone, 14:20" };
      const asked = await askCharge(tx, paid, { found: { weightKg: 12 } }, why, how, at);
      if (!asked.ok) throw new Error(asked.why);
      await tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, paid.id));
      return { paid, charge: asked.charge };
    });
  };
  await happens("A customer refuses to pay more", async (now) => {
    const { charge } = await asksForMore(now);
    await store.tx((tx) => refuseCharge(tx, charge, now));
  });
  await happens("The office asks for it no more", async (now) => {
    const { paid } = await asksForMore(now);
    await store.tx((tx) => undoCharge(tx, paid, now));
  });
  await happens("The office sends the link to pay again", async (now) => {
    const unpaid = await office.booked({ addresses: { toEmail: "" } }, noon);
    for (const way of ["email", "text"] as const)
      await store.tx((tx) => sendLinkToPay(tx, unpaid, way, { appUrl: APP_URL, now }));
  });
  const { quote: refunded } = await office.paid({ addresses: { toEmail: "" } }, noon);
  const refund = { reference: "2211399", amountCents: 10_00, goodwill: true };
  await store.tx((tx) => noteRefund(tx, refunded.id, refund, noon));
  await office.postman(noon);
  await happens("A refund was noted by mistake, and is taken back", (now) =>
    store.tx((tx) => undoNotedRefund(tx, refunded.id, undefined, now)),
  );
  await happens("A payment was meant for another booking, and is moved there", async (now) => {
    const { quote: wrong } = await office.paid({ addresses: { toEmail: "" } }, noon);
    const meant = await office.booked({ addresses: { toEmail: "" } }, noon);
    await store.tx((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, wrong.id)));
    await store.tx((tx) => movePayment(tx, wrong.id, meant.id, { isPart: false, by: "Zanele" }, MONEY_SITE, now));
    await store.tx((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, meant.id)));
  });
  const { account } = await office.joined("shop@example.com", noon);
  await store.tx((tx) => allowCredit(tx, account.uid, { limitCents: 5_000_00, days: 30 }, "Zanele", noon));
  const owed = await byAccount(account.uid)(office.world, { addresses: { toEmail: "" } }, noon);
  await store.tx((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, owed.id)));
  await happens("More than the price goes on an account", async (now) => {
    const how = { pricing: pricesAt(office, noon), mode: "sandbox" } as const;
    const why = { because: "It weighs 12 kg.", agreed: "Nomsa, by phone, 14:20" };
    await store.tx(async (tx) => {
      const onAccount = (await quoteById(tx, owed.id)) ?? owed;
      await askCharge(tx, onAccount, { found: { weightKg: 12 } }, why, how, now);
    });
  });
  const { waybillNo: lostNo, quote: lostQuote } = await office.paid({ addresses: { toEmail: "" } }, noon);
  await aParcel(lostNo).collected().in(office.world, noon);
  const lost = { kind: "ended", because: "lost", place: null, happenedAt: noon } as const;
  await store.tx((tx) => markParcel(tx, lostNo, lost, noon));
  await store.tx((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, lostQuote.id)));
  const claim = { amountCents: 850_00, reference: "FNB 850", by: "Zanele", mode: "sandbox" } as const;
  await happens("We have paid for a lost parcel", (now) => store.tx((tx) => payClaim(tx, lostNo, claim, now)));
  await office.postman(noon);
  await happens("That payment was noted by mistake, and is taken back", (now) =>
    store.tx((tx) => undoClaim(tx, lostNo, now)),
  );
  await happens("PayFast has another number for a payment than staff noted", async (now) => {
    const noted = await office.booked({ addresses: { toEmail: "" } }, noon);
    const found = { pfPaymentId: "1089994", amountCents: 80_62, feeCents: null };
    await store.tx((tx) => notePayment(tx, noted.id, found, MONEY_SITE, now));
    await store.tx((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, noted.id)));
    await office.tell(noted, { pfPaymentId: "1089995" }, now);
  });
  await happens("Staff cancel a booking", async (now) => {
    const { quote } = await office.paid({}, noon);
    await store.tx((tx) => tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, quote.id)));
    await store.tx((tx) => cancelBooking(tx, quote.id, "We can't collect in your street this week.", now));
  });
  const { account: owner } = await office.joined("shop@example.co.za", noon);
  await happensOnAccount(office, owner.uid, happens, noon);
  const address = { uid: owner.uid, url: "https://shop.example/thuma", events: null };
  const registered = await store.tx((tx) => registerEndpoint(tx, address, noon));
  await happens("A webhook is switched off", (now) =>
    store.tx(async (tx) => registered.kind === "made" && switchOff(tx, registered.endpoint, "failing", now)),
  );
  await happens("An order of a shop on Shopify can't be booked", (now) =>
    store.tx((tx) => tellOrderOpen(tx, { uid: owner.uid, name: "#1001" }, "Receiver phone is required.", now)),
  );
  await happens("A customer cancels a paid booking", (now) =>
    store.tx((tx) => cancelBooking(tx, quote.id, "I have no box.", now, { customer: limitsAsked })),
  );
  const wanted = await office.quote({ addresses: { fromPostal: "9100" } }, noon);
  await happens("A price is wanted where there is none at once", (now) =>
    confirmBooking(store, limitsAsked, wanted.draftId, wanted, "sandbox", now),
  );
  await happens("Somebody applies to drive for us: the desk reads", (now) => office.applied(2, {}, now));
  const names = { quoteId: quote.id, pfPaymentId: "2211334", amount: "80.62" };
  await happens("A notice of a payment was refused", (now) =>
    store.tx((tx) => alarmRefused(tx, { names, reason: "the amount is another" }, now)),
  );
  const unsigned = { body: "", network: FROM_PAYFAST, quoteId: quote.id, reason: "the signature is wrong" };
  await happens("Many notices of payments are not signed with our passphrase", (now) =>
    store.tx(async (tx) => {
      for (let n = 0; n < MANY_UNSIGNED; n += 1) await countUnsigned(tx, unsigned, now);
      await alarmUnsigned(tx, now);
    }),
  );
  const payfast = await merchantApiStub();
  const yesterday = new Date(noon.getTime() - 1 * DAYS);
  payfast.list = transactionCsv([{ at: yesterday, grossCents: 80_62, orderId: quote.id, pfPaymentId: "2211335" }]);
  await happens("PayFast's list of payments and our books differ", (now) =>
    reconcileLastDays(store, payfast.api, "sandbox", now),
  );
  payfast.status = 500;
  await happens("PayFast's list of payments can't be fetched", (now) =>
    reconcileLastDays(store, payfast.api, "sandbox", now),
  );
}

/** The same on both databases: PostgreSQL puts rows that were changed last. */
function orderOf({ channel, person, subject, emailKey }: typeof outgoingMails.$inferSelect): string {
  return [channel, person ?? "", subject.replace(/\d+/g, ""), emailKey.replace(/:.*/, "")].join(" ");
}
