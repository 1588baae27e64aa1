import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as accountEmails from "#app/domain/accounts/emails";
import { visitAgreed } from "#app/domain/bookings/agree-visit.server";
import * as cancellationEmails from "#app/domain/bookings/cancel-booking.server";
import { bookingChanged } from "#app/domain/bookings/change-details.server";
import * as chargeEmails from "#app/domain/bookings/charges/charge-emails";
import { bookingsImported } from "#app/domain/bookings/imported-bookings.server";
import { linksAgain } from "#app/domain/bookings/links-again.server";
import { openListWaits } from "#app/domain/bookings/open-lists.server";
import { invoiceToSender } from "#app/domain/bookings/payments/invoice-of-booking.server";
import {
  bookingConfirmed,
  bookingsConfirmed,
  parcelsAnnounced,
} from "#app/domain/bookings/payments/list-confirmed-emails";
import * as refundEmails from "#app/domain/bookings/payments/refund-emails";
import { manualPriceReady, manualQuoteReceived } from "#app/domain/bookings/price-manually.server";
import { statementPaid, statementReady } from "#app/domain/bookings/statements/tell-of-statement.server";
import * as applicantEmails from "#app/domain/drivers/applications/answer-emails";
import { wishEnded, wishTaken, wishToSender } from "#app/domain/drivers/wish-messages.server";
import type { Wish } from "#app/domain/drivers/wishes.server";
import { markCorrected } from "#app/domain/messages/correct.server";
import { newLinks } from "#app/domain/messages/new-links.server";
import type { ParcelEmailData } from "#app/domain/messages/parcel-email";
import * as receiverEmails from "#app/domain/messages/receiver-emails";
import * as senderEmails from "#app/domain/messages/sender-emails";
import { whoIsNotified } from "#app/domain/messages/who-is-notified";
import { comeIntoTheOffice } from "#app/domain/office/invitations.server";
import { answerToPerson } from "#app/domain/parcels/cases.server";
import { endings } from "#app/domain/parcels/endings";
import { type caseForDesk, caseReceived } from "#app/domain/parcels/open-case.server";
import { draftToContinue } from "#app/domain/parcels/quotes/sent-drafts.server";
import { consequences, type Fewer, fewerPieces, reportChoices } from "#app/domain/parcels/reports";
import { visits } from "#app/domain/parcels/visits";
import type { Email } from "#app/domain/post/email";
import { catalogue } from "#app/language/language";
import { messagesCatalogue } from "#app/language/messages.server";
import { say } from "#app/language/say";
import { aBooking } from "../support/a-booking";
import { aStore } from "../support/a-store";
import { sentencesOfText } from "./sentences";
import { CUSTOMERS_GRADE, tooHard } from "./too-hard";

/** Read by our own staff. */
const toTheCompany = [
  "refundWanted",
  "numberCorrected",
  "applicationReceived",
  "manualQuoteWanted",
  "caseForDesk",
  "officeChanged",
];

test("every email to a customer is easy to read", async () => {
  const emails = await everyEmail();
  const faults = Object.entries(emails).flatMap(([name, versions]) =>
    versions.flatMap(({ text }) => tooHard(name, sentencesOfText(text), CUSTOMERS_GRADE)),
  );
  expect(faults).toEqual([]);
});

test("every email to a customer stays below 12 KB, at which some mail programs ask before they show the rest", async () => {
  const sizes = Object.values(await everyEmail()).flatMap((versions) =>
    versions.map(({ html }) => Buffer.byteLength(html)),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(1_000);
  expect(Math.max(...sizes)).toBeLessThan(12_000);
});

test("no email is left out", async () => {
  const sources = readdirSync("app/domain", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const written = sources.flatMap((file) => {
    const source = readFileSync(`app/domain/${file}`, "utf8");
    const functions = source.split(/^export function /m).slice(1);
    return functions
      .filter((text) => text.split("\n}\n")[0]?.includes("): Email {"))
      .map((text) => /^\w+/.exec(text)?.[0] ?? "");
  });
  const read = Object.keys(await everyEmail());
  expect(written.length).toBeGreaterThan(10);
  expect(written.filter((name) => !toTheCompany.includes(name)).sort()).toEqual(read.sort());
});

/** Each email to a customer under the name of the function that writes it, in each of its wordings. */
async function everyEmail(): Promise<Record<string, Email[]>> {
  const now = new Date("2026-12-01T08:00:00Z");
  const appUrl = "https://thuma.example";
  const at = { appUrl, now };
  const wish = { waybillNo: "TH4701569556", part: null, insteadOf: null, wishedAt: now, endedAt: null, endedBy: null };
  const wishes: Wish[] = [
    ...(["day", "neighbour", "depot"] as const).map((kind) => ({ ...wish, id: kind, kind, day: "2026-12-01" })),
    { ...wish, id: "uncollected", kind: "depot", day: null },
  ];
  const visit = { day: "2026-12-02", fromTime: "09:00", untilTime: "12:00" };
  const agreedBefore = { ...visit, waybillNo: wish.waybillNo, stop: "delivery", agreedAt: now } as const;
  const quote = { ...(await aBooking(await aStore(), now)), grandTotalCents: 8062 };
  const paid = { person: "sender", waybillNo: "TH4701569556", money: { is: "paid", cents: 8062 }, links: [] } as const;
  const owed = { ...paid, money: { is: "on account", cents: 8062, days: 30 } } as const;
  const { bookingCancelled } = cancellationEmails;
  const { amountDue, amountOnAccount, amountPaid, amountRefused, amountWithdrawn, parcelGoesOn, parcelWaits } =
    chargeEmails;
  const charge = { amountCents: 5692, because: "It weighs 12 kg.", agreed: "Nomsa, by phone", payBy: "2026-11-30" };
  const whereabouts = ["not collected", "with us", "delivered"] as const;
  const goingOn = whereabouts.flatMap((where) => [[], [charge]].map((left) => ({ where, left, link: null })));
  const { moneyToPayBack, refundPaid, partReceived, paymentUndone, paymentMoved, refundUndone } = refundEmails;
  const { claimPaid, claimUndone } = refundEmails;
  const { takenOffAccount, putBackOnAccount } = refundEmails;
  const owing = { uid: "u", name: "Nomsa Dlamini", email: "nomsa@example.com" };
  const claim = { amountCents: 850_00, reference: "CLAIM 850" };
  const changed = { to: quote.email, changes: [[say`Receiver phone`, say`082 123 4567`] as const] };
  const refundedBy = "2026-12-10";
  const supplier = { name: "", address: [], vatNumber: null, registrationNumber: null };
  const anInvoice = {
    kind: "invoice" as const,
    isOnAccount: false,
    invoiceNo: "INV-000042",
    issuedAt: now,
    grossCents: 8062,
    supplier,
  };
  const quoteNo = { is: "quote", shown: "Q-1", order: null } as const;
  const because = "We can't reach the address.";
  const account: Parameters<typeof accountEmails.verifyYourEmail>[0] = {
    uid: "nomsa",
    name: "Nomsa Dlamini",
    email: "nomsa@example.co.za",
    phone: "+27821234567",
    role: "customer",
    createdAt: now,
    lastLoginAt: now,
    emailVerifiedAt: now,
    verificationSentAt: null,
    updatedAt: now,
  };
  const link = { code: "code" };
  const application = { id: "1", reference: "4701569556", from_name: "Sipho Nkosi", from_email: "sipho@example.co.za" };
  const answers = (["accepted", "declined", null] as const).map((decision) => ({ decision, note: "" }));
  const links = {
    tracking: { label: say`Track your parcel`, url: appUrl },
    receiversTracking: { label: say`Track your parcel`, url: appUrl },
    waybill: null,
    findMe: null,
    wrong: { label: say`Something is wrong`, url: appUrl },
  };
  const arrival = { first: "2026-12-02", last: "2026-12-04" };
  const data: ParcelEmailData = {
    ...{
      occasion: "",
      person: "sender",
      to: quote.email,
      quote,
      waybillNo: paid.waybillNo,
      arrival,
      happenedAt: now,
      now,
    },
    links: { ...links, stop: { sender: null, receiver: null, account: null } },
  };
  const { parcelComes, parcelReady, parcelEnded, deliveryMissed, parcelGoesBack, ...receiver } = receiverEmails;
  const {
    fewerCollected,
    parcelLate,
    parcelNews,
    parcelNewsOverdue,
    parcelDelayed,
    parcelDelayOver,
    sentParcelEnded,
    deliveryFailed,
    collectionFailed,
    parcelComesBack,
    returnMissed,
    notAsWeSaid,
    ...sender
  } = senderEmails;
  const whyBack = [
    undefined,
    "unpaid" as const,
    ...Object.values(reportChoices).map(({ back }) => back && messagesCatalogue().parcel.back[back]),
  ];
  const reasons = Object.values(consequences).flatMap(({ delivery }) => delivery.told ?? []);
  const mark = (write: (parcel: ParcelEmailData) => Email) => [write(data)];
  const report: Parameters<typeof caseForDesk>[0] = {
    ...{ caseNo: "C48210934", waybillNo: paid.waybillNo, kind: "not_there", words: "", contact: account.email },
    ...{ formKey: "", openedAt: now, answer: null, answeredAt: null, closedAt: null },
  };
  const parcel = {
    ...{ waybillNo: paid.waybillNo, from: "Soweto", to: "Germiston" },
    ...{ waybillUrl: null, dueUrl: appUrl, findMeUrl: appUrl, trackingUrl: appUrl },
  };
  return {
    ...Object.fromEntries(Object.entries({ ...sender, ...receiver }).map(([name, write]) => [name, mark(write)])),
    fewerCollected: (Object.keys(fewerPieces) as Fewer[]).map((fewer) =>
      fewerCollected(data, fewer, { collected: 2, booked: 3 }),
    ),
    parcelNews: [parcelNews(data, 3, "It is in Bloemfontein and comes on Thursday.", "2026-12-10 17:00")],
    parcelNewsOverdue: [parcelNewsOverdue(data, 3, "2026-12-10 17:00")],
    parcelComes: [parcelComes(data, "1234", true)],
    parcelReady: [parcelReady(data, "1234", "2026-12-04")],
    parcelEnded: endings.map((because) => parcelEnded(data, because)),
    sentParcelEnded: endings.map((because) => sentParcelEnded(data, because)),
    deliveryMissed: [undefined, ...reasons].map((missed) => deliveryMissed(data, "1234", missed)),
    deliveryFailed: [undefined, ...reasons].map((missed) => deliveryFailed(data, missed)),
    collectionFailed: reasons.map((missed) => collectionFailed(data, missed)),
    parcelGoesBack: whyBack.map((why) => parcelGoesBack(data, why)),
    parcelComesBack: whyBack.map((why) => parcelComesBack(data, why)),
    notAsWeSaid: visits.map((visit) => notAsWeSaid(data, visit)),
    returnMissed: [undefined, ...reasons].map((missed) => returnMissed(data, missed)),
    parcelLate: [
      parcelLate(
        data,
        2,
        say`It should have been there by Friday 20 November. You will hear from us by 12:00 on Tuesday 24 November.`,
      ),
    ],
    parcelDelayed: visits.map((visit) =>
      parcelDelayed(
        data,
        catalogue().delays.visit[visit]({ where: "Katlehong", resumes: "2026-12-02", days: null, because: "flood" }),
      ),
    ),
    parcelDelayOver: [null, "2026-12-02"].map((on) => parcelDelayOver(data, "flood", on)),
    markCorrected: Object.values(whoIsNotified).flatMap(({ corrected }) =>
      corrected ? [markCorrected(data, corrected)] : [],
    ),
    draftToContinue: [draftToContinue({ id: "1", contact: account.email }, appUrl, now)],
    caseReceived: [caseReceived(report, account.email, { appUrl, now, isCorrection: false })],
    answerToPerson: [answerToPerson(report, account.email, "We found it.", now)],
    linksAgain: [[parcel], [parcel, parcel]].map((parcels) => linksAgain("1", account.email, parcels)),
    bookingChanged: [
      bookingChanged(
        quote,
        { ...changed, waybillNo: paid.waybillNo, link: { label: say`Your waybill`, url: appUrl } },
        now,
      ),
      bookingChanged(quote, { ...changed, waybillNo: undefined, link: null }, now),
    ],
    newLinks: (["sender", "receiver"] as const).map((person) =>
      newLinks(quote, { person, to: quote.email, waybillNo: paid.waybillNo, links: [], appUrl }, now),
    ),
    invoiceToSender: [invoiceToSender(quote, anInvoice, null, now)],
    bookingsImported: [
      bookingsImported(account, { orderId: "list-1", booked: [quote, { ...quote, quoteNo: "Q48210934" }] }, appUrl),
    ],
    openListWaits: [
      openListWaits(
        { uid: "u", name: account.name, email: account.email },
        { bookings: 3, totalCents: 241_86, heldUntil: now, orders: ["#1000", "#1001"] },
        appUrl,
        now,
      ),
    ],
    bookingsConfirmed: [paid, owed].map((each) =>
      bookingsConfirmed(
        { person: "sender", to: "", pdf: null, trackingUrl: "https://track.example/" },
        [
          { ...each, quote },
          { ...each, quote },
        ],
        appUrl,
        now,
      ),
    ),
    parcelsAnnounced: [parcelsAnnounced(data, [data, data])],
    wishTaken: wishes.map((wish) =>
      wishTaken(quote, {
        wish,
        neighbour: wish.kind === "neighbour" ? { name: "Gogo", house: "number 9" } : null,
        pin: null,
        isByPhone: false,
        depot: "",
        links: { notMe: null, findMe: null, tracking: data.links.tracking },
        to: "",
      }),
    ),
    wishEnded: wishes.flatMap((wish) =>
      [agreedBefore, null].map((agreed) => wishEnded(quote, wish, { agreed, to: "" })),
    ),
    wishToSender: wishes.flatMap((wish) =>
      (["made", "ended"] as const).flatMap((what) =>
        [agreedBefore, null].map((agreed) => wishToSender(quote, wish, { what, agreed, person: "sender", to: "" })),
      ),
    ),
    visitAgreed: visits.flatMap((stop) =>
      (["whom we visit", "the sender of a delivery"] as const).flatMap((reader) =>
        [visit, null].map((agreed) => {
          const email = { waybillNo: paid.waybillNo, stop, agreed, reader, tracking: links.tracking, to: quote.email };
          return visitAgreed(quote, email, now);
        }),
      ),
    ),
    bookingConfirmed: [paid, owed].map((each) => bookingConfirmed(quote, each, appUrl, now)),
    manualQuoteReceived: [manualQuoteReceived(quote, { time: "17:00", day: "2026-11-27" })],
    manualPriceReady: [null, 8062, 9000].map((before) => manualPriceReady(quote, before, appUrl, now)),
    bookingCancelled: [
      bookingCancelled(quote, {
        person: "sender",
        waybillNo: paid.waybillNo,
        because,
        owedCents: 8062,
        back: "notCharged",
        refundedBy,
        by: "staff",
        links: [],
      }),
      ...(["takenOffAccount", "takenByBank", "refundedBefore", "notCharged"] as const).map((back) =>
        bookingCancelled(quote, {
          ...{ person: "account", waybillNo: undefined, because, owedCents: 0 },
          ...{ back, refundedBy, by: "staff", links: [] },
        }),
      ),
    ],
    moneyToPayBack: (["cancelled", "waybill_created", "pending_payment"] as const).map((status) =>
      moneyToPayBack(
        { ...quote, status },
        {
          ...{ pfPaymentId: "1089250", amountGrossCents: 8062, numbers: [quoteNo] },
          pay: status === "pending_payment" ? { url: appUrl } : null,
          isForCharge: false,
          isOnAccount: false,
        },
        [],
      ),
    ),
    amountOnAccount: [amountOnAccount(data, charge)],
    amountDue: whereabouts.flatMap((where) =>
      [true, false].flatMap((isAgain) =>
        [[charge], [charge, charge]].map((charges) =>
          amountDue(data, { charges, where, link: null, isAgain, isOnAccount: isAgain }),
        ),
      ),
    ),
    parcelWaits: [parcelWaits(data, "2026-11-30")],
    amountPaid: goingOn.map((goesOn) => amountPaid(data, { paidCents: 5692, goesOn, invoice: null })),
    amountWithdrawn: goingOn.map((goesOn) => amountWithdrawn(data, charge, goesOn)),
    parcelGoesOn: [parcelGoesOn(data)],
    amountRefused: [true, false].map((isOnAccount) =>
      amountRefused(data, { amountCents: 5692, owedCents: 8062, refundedBy, isOnAccount }),
    ),
    partReceived: [
      partReceived(quote, {
        pfPaymentId: "1089250",
        partCents: 3000,
        restCents: 5062,
        pay: { url: appUrl },
        terms: [],
      }),
    ],
    paymentUndone: ([{ url: appUrl }, "at the bank", null] as const).map((pay) =>
      paymentUndone(quote, {
        amountCents: 8062,
        numbers: [quoteNo, { is: "waybill", shown: "TH 482 109 375 3", order: null }],
        pay,
        at: now,
      }),
    ),
    paymentMoved: ([{ url: appUrl }, "at the bank", null] as const).map((pay) =>
      paymentMoved(quote, { amountCents: 8062, numbers: [quoteNo], to: pay ? quoteNo : null, pay, at: now }),
    ),
    claimPaid: [true, false].map((isLost) => claimPaid(quote, { ...claim, numbers: [quoteNo], isLost, terms: [] })),
    claimUndone: [claimUndone(quote, { ...claim, numbers: [quoteNo], at: now })],
    takenOffAccount: [
      takenOffAccount(quote, { reference: "account:1", amountCents: 8062, numbers: [quoteNo], creditNote: null }),
    ],
    putBackOnAccount: [putBackOnAccount(quote, { amountCents: 8062, numbers: [quoteNo], at: now })],
    yourCredit: [
      ...(["allowed", "changed"] as const).map((is) => ({ is, limitCents: 5_000_00, days: 30 })),
      { is: "stopped" } as const,
    ].map((news) => accountEmails.yourCredit(owing, news, at)),
    statementReady: [
      statementReady(owing, { uid: "u", month: "2026-11", openCents: 8062, payBy: "2026-12-30" }, appUrl),
    ],
    statementPaid: [statementPaid(owing, [{ charge: { invoicedAt: now }, paidCents: 8062 }], now)],
    refundUndone: [true, false].map((isOwed) =>
      refundUndone(quote, { reference: "1", amountCents: 8062, numbers: [quoteNo], isOwed, at: now }),
    ),
    refundPaid: ["1089250", "cash:1", "bank:ABSA 4711"].map((reference) =>
      refundPaid(quote, { reference, amountCents: 8062, creditNotes: [], numbers: [quoteNo], terms: [] }),
    ),
    comeIntoTheOffice: [comeIntoTheOffice({ ...account, id: "o" }, { url: "https://courier.example", hours: 24 }, now)],
    verifyYourEmail: [accountEmails.verifyYourEmail(account, link, at)],
    youHaveAnAccount: [accountEmails.youHaveAnAccount(account, at)],
    chooseNewPassword: [accountEmails.chooseNewPassword(account, link, at)],
    confirmNewEmail: [accountEmails.confirmNewEmail(account, account.email, link, at)],
    somebodyWantsYourEmail: [accountEmails.somebodyWantsYourEmail(account, at)],
    yourEmailWasChanged: [accountEmails.yourEmailWasChanged(account, account.email, link, at)],
    accountMoves: [accountEmails.accountMoves(account, account.email, link, at)],
    yourAccountMoves: [accountEmails.yourAccountMoves(account, link, at)],
    accountStays: [accountEmails.accountStays(account, account.email, at)],
    yourPasswordWasChanged: [accountEmails.yourPasswordWasChanged(account, at)],
    applicationAcknowledged: [now, new Date(0)].map((createdAt) =>
      applicantEmails.applicationAcknowledged({ ...application, createdAt, answeredAt: now }),
    ),
    answerToApplicant: answers.map((answer) => applicantEmails.answerToApplicant(application, answer, now)),
  };
}
