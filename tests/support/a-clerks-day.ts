import { proveAddress } from "#app/domain/accounts/accounts.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { reportMark } from "#app/domain/drivers/reported-marks.server";
import { stopsAt } from "#app/domain/drivers/stops.server";
import { noticeLateParcels } from "#app/domain/messages/late-parcels.server";
import { tellDelays } from "#app/domain/messages/tell-delays.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { SUNDAY, weekdayOf } from "#app/domain/values/calendar-day";
import { amountFromCents } from "#app/domain/values/money";
import { workingDayAfter } from "#app/domain/values/working-days";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import type { Answers } from "../../demo/a-draft";
import { aParcel } from "../../demo/a-parcel";
import type { Clerk } from "./a-clerks-browser";
import { aLine, aList } from "./a-list";
import { aStopForm } from "./a-stop-form";
import { ago, dayFromNow, type Office } from "./an-office";
import { openedCase } from "./opened-case";

type Filled = Record<string, string>;

/** What somebody calls the office for, what the clerk does about it, and what is said then. */
export type Call = {
  asked: string;
  /** What goes into the box that is on every page; or the line of Today whose verb is followed. */
  find?: string | (() => Promise<string>);
  today?: string | (() => Promise<string>);
  /** What is filled in before Check; and before Check and Do it. */
  check?: Filled;
  do?: Filled;
  /** What is done then, or instead of all that: it may end with what a file says. */
  does?(): Promise<unknown>;
  /** On the last page. */
  says: RegExp;
  /** In messages to those whom it is about. */
  told?: RegExp;
  /** On the tracking page of the last parcel that was made. */
  tracking?: RegExp;
};

const noon = (daysAgo: number) => new Date(`${dayFromNow(-daysAgo)}T12:00:00+02:00`);
const sunday = [1, 2, 3, 4, 5, 6, 7].map(dayFromNow).find((day) => weekdayOf(day) === SUNDAY) ?? "";
/** Neither a Sunday nor a holiday: nobody is asked whether that is meant. */
const soon = workingDayAfter(dayFromNow(1), 1, new Set());
const amountOf = ({ grandTotalCents }: Quote) => amountFromCents(grandTotalCents ?? 0);

/** A day's calls in their order, and the waybill number of the parcel that was made last. */
export async function aClerksDay(office: Office, clerk: Clerk): Promise<{ calls: Call[]; last: () => string }> {
  const { world, store } = office;
  let last = "";
  const made = (parcel: { waybillNo: string }) => {
    last = parcel.waybillNo;
    return last;
  };
  const paid = async (addresses: Answers["addresses"] = {}, parcel: Answers["parcel"] = {}) =>
    made(await office.paid({ addresses, parcel }));
  const collected = async (addresses: Answers["addresses"] = {}) =>
    made(await aParcel({ addresses }).collected().in(world, ago(MINUTES)));
  const delivered = async () =>
    made(
      await aParcel()
        .at(ago(3 * HOURS))
        .collected()
        .after(HOURS)
        .delivered()
        .in(world),
    );
  const drives = async (name: string, phone: string) =>
    (await store.tx((tx) => addDriver(tx, { name, phone }, ago(DAYS)))).driver;
  const farm = (email: string, at = new Date()) =>
    office.booked({ addresses: { toPostal: "9100", fromEmail: email } }, at);

  const anna = await drives("Anna Mokoena", "+27831234568");
  await drives("Sipho Nkosi", "+27831234567");
  const late = await aParcel({ addresses: { toCell: "083 111 2222" } })
    .at(noon(20))
    .collected()
    .in(world);
  for (let day = 15; day >= 8; day -= 1) await noticeLateParcels(store, noon(day));
  const unpriced = await farm("farm@example.com", noon(8));
  const broken = await aParcel().at(noon(10)).collected().after(HOURS).delivered().in(world);
  const report = { kind: "damaged", words: "The box is open", contact: "zoe@example.com" } as const;
  await openedCase(office, broken.waybillNo, report, { now: noon(9) });
  const owed = await aParcel().at(noon(25)).cancelled().in(world);
  const unfetched = aParcel().at(noon(30)).collected().after(HOURS).marked("at_depot").wished({ kind: "depot" });
  await unfetched.after(HOURS).marked("at_depot").in(world);

  const waiting: Call[] = [
    {
      asked: "What is promised, and what is overdue?",
      does: () => clerk.open("/office"),
      says: /promises are overdue.*Late: tell both people/,
    },
    {
      asked: "Where is my parcel? You said Wednesday, 12:00",
      find: late.waybillNo,
      says: /Late since.*Both were told: news by .* That time is over/,
    },
    {
      asked: "Tell those who were promised news",
      today: "Late: tell both people by the promised time",
      do: { words: "It is in Bloemfontein.", until: soon },
      says: /Done.*both are told. They will hear again by 17:00/,
      told: /It is in Bloemfontein/,
    },
    {
      asked: "I should have had a price by Friday",
      find: unpriced.quoteNo,
      says: /The customer was told: the price by .* That time is over/,
    },
    {
      asked: "Give the price that is late",
      today: "Price to work out",
      do: { amount: "350,00" },
      says: /Done.*R.350,00/,
      told: /R.350,00/,
    },
    {
      asked: "You said you answer in one day",
      today: "Case to answer",
      do: { words: "We have found the rest." },
      says: /is answered\. Messages go within/,
      told: /We have found the rest/,
    },
    {
      asked: "You said I have my money by Tuesday",
      find: owed.waybillNo,
      says: /The customer was told: paid back by .* That time is over/,
    },
    {
      asked: "Here it is",
      find: `paid back ${owed.waybillNo}`,
      do: { amount: amountOf(owed.quote), reference: "2211331" },
      says: /refunded .*2211331/,
      told: /We have sent your refund/,
    },
    {
      asked: "Nobody has fetched this one",
      today: "Nobody fetched it at the depot",
      do: { driver: "Anna Mokoena" },
      says: /Done.*return, .*Anna Mokoena/,
    },
  ];

  const lookingUp: Call[] = [
    {
      asked: "My phone ends with 0025",
      find: async () => {
        await paid({ fromName: "Zoë Khumalo", fromPhone: "083 000 0025", fromEmail: "zoe@example.com" });
        return "0025";
      },
      says: /Zoë Khumalo/,
    },
    { asked: "I am Zoë from Katlehong", find: "zoë katlehong", says: /Zoë Khumalo/ },
    {
      asked: "PayFast says 2000001",
      find: async () => {
        await office.tell(await office.booked({ addresses: { fromName: "Peter Paid" } }), { pfPaymentId: "2000001" });
        return "2000001";
      },
      says: /Peter Paid/,
    },
    {
      asked: "Here is a parcel without a slip, with drums in it",
      find: async () => {
        await paid({ toName: "Dumisani Drums" }, { parcelDesc: "Djembe drums" });
        return "djembe drums";
      },
      says: /Dumisani Drums/,
    },
    {
      asked: "The police: who took it, and when?",
      find: async () => {
        await aParcel(await collected())
          .by("Anna Mokoena")
          .delivered(undefined, { takenBy: "Mrs Zulu" })
          .in(world);
        return last;
      },
      says: /Delivered at \d\d:\d\d.*Mrs Zulu/,
    },
    { asked: "What did you write to us?", find: () => paid(), says: /Booking confirmed.*is sending you a parcel/ },
    {
      asked: "And what do I see?",
      find: () => collected(),
      does: () => clerk.clickLink("What the customer sees"),
      says: /Collected/,
    },
    { asked: "What VAT do we owe?", find: "show vat", says: /VAT/ },
    {
      asked: "What do you know of me?",
      find: "their data zoe@example.com",
      does: () => clerk.given("Download the copy"),
      says: /083 000 0025|\+27830000025/,
    },
    {
      asked: "Print its slip",
      find: async () => `label ${await paid()}`,
      does: () => clerk.given("Open the slips"),
      says: /^%PDF/,
    },
  ];

  const changing: Call[] = [
    {
      asked: "The street is wrong",
      find: async () => `wrong street ${await paid()}`,
      do: { "to-street": "9 Vilakazi Street" },
      says: /Done.*changed Receiver address/,
      told: /9 Vilakazi Street/,
    },
    {
      asked: "I have a new phone and another street (or is it fraud?)",
      find: async () => `new phone ${await paid()}`,
      check: { "to-street": "1 New Road", "to-phone": "083 999 0000" },
      says: /Phone them back on the old number first: 073.555.0101/,
    },
    {
      asked: "My place is 9C3W9QCJ+2VX",
      find: async () => `wrong address ${await paid()}`,
      check: { "to-landmark": "9C3W9QCJ+2VX" },
      says: /Nothing was done/,
    },
    {
      asked: "Here is a short link to a map",
      find: async () => `wrong address ${await paid()}`,
      check: { "to-landmark": "https://maps.app.goo.gl/abcdef" },
      says: /Nothing was done.*link/,
    },
    {
      asked: "I send two of the three",
      find: async () => `pieces ${await paid({}, { quantity: 3 })}`,
      do: { pieces: "2" },
      says: /2 pieces, before: 3/,
    },
    {
      asked: "My email was misspelt",
      find: async () => {
        await paid({ fromEmail: "ntombi@gmial.com" });
        return "correct customer ntombi@gmial.com";
      },
      do: { email: "ntombi@gmail.com" },
      says: /Done/,
    },
    {
      asked: "Then send it again",
      find: async () => last,
      does: () => clerk.sendAgain("ntombi@gmail.com"),
      says: /” to ntombi@gmail\.com will be sent again/,
    },
    {
      asked: "My PIN has not come",
      find: async () => {
        await aParcel(await collected({ toCell: "083 111 3333" }))
          .outForDelivery()
          .in(world);
        return last;
      },
      does: () => clerk.sendAgain("+27831113333"),
      says: /Done/,
    },
    {
      asked: "(Two clerks change it at once)",
      find: async () => `wrong street ${await paid()}`,
      check: { "to-street": "9 Vilakazi Street" },
      async does() {
        const other = clerk.anotherTab();
        await other.open(`/office/do/change-booking?number=${last}`);
        await other.press("Check", { "to-street": "2 Newer Road" });
        await other.press("Do it");
        await clerk.press("Do it");
      },
      says: /Somebody has changed this meanwhile, to “2 Newer Road”\. Nothing was done/,
    },
    {
      asked: "The gate code is 1234",
      find: async () => `gate code ${await paid()}`,
      do: { words: "Gate code 1234" },
      says: /noted/,
    },
    { asked: "No more emails", find: "unsubscribe nomore@example.com", does: () => clerk.press("Do it"), says: /Done/ },
  ];

  const visits: Call[] = [
    {
      asked: "Come on another day",
      find: async () => `another day ${await paid()}`,
      do: { day: soon, from: "09:00", to: "12:00" },
      says: /will be collected on .*09:00 to 12:00.*It has no driver/,
      told: /09:00 to 12:00/,
      tracking: /09:00 to 12:00/,
    },
    {
      asked: "Come on Sunday",
      find: async () => `another day ${await paid()}`,
      check: { day: sunday },
      says: /is .*\. If you really agreed on it, press “Do it”/,
    },
    {
      asked: "Who drives there?",
      find: async () => `give to a driver ${await paid()}`,
      do: { driver: "Sipho Nkosi" },
      says: /Done.*collection, .*Sipho Nkosi/,
    },
    {
      asked: "His car has broken down",
      find: "vehicle broke down",
      do: { "all-of": "Sipho Nkosi", driver: "Anna Mokoena" },
      says: /Done.*instead of Sipho Nkosi/,
    },
    {
      asked: "And nobody drives this one",
      find: async () => `take from a driver ${last}`,
      do: {},
      says: /no longer/,
    },
    {
      asked: "His phone was stolen",
      find: "Sipho Nkosi",
      async does() {
        await clerk.clickLink("Block driver");
        await clerk.press("Do it");
      },
      says: /Sipho Nkosi is blocked/,
    },
    {
      asked: "My neighbour takes it",
      find: async () => `neighbour ${await collected()}`,
      do: { neighbour: "Mrs Zulu", at: "number 9" },
      says: /the driver reads “.*Mrs Zulu/,
      told: /Mrs Zulu/,
    },
    {
      asked: "I fetch it",
      find: async () => `fetch at the depot ${await collected({ toCell: "083 111 4444" })}`,
      do: { depot: "on" },
      says: /The receiver gets the PIN/,
      told: /PIN/,
      tracking: /depot/,
    },
    {
      asked: "Here I am, and my phone is lost",
      find: async () => `picked up ${last}`,
      do: { name: "Sipho Dlamini", because: "phone lost" },
      says: /: fetched at the depot/,
      tracking: /Delivered/,
    },
    {
      asked: "Will it come today?",
      find: async () => `late ${await collected()}`,
      do: { words: "It comes on the next truck.", until: soon },
      says: /both are told/,
      told: /next truck/,
      tracking: /next truck/,
    },
    {
      asked: "Our shop has two on the way",
      find: async () => `tell ${await collected()} ${await collected()}`,
      do: { words: "Both are in Durban.", until: soon },
      says: /(both are told.*){2}/,
      told: /Both are in Durban/,
    },
    {
      asked: "Nobody was at home",
      today: async () => {
        await aParcel(await collected())
          .missed()
          .in(world);
        return "Delivery failed";
      },
      do: { day: soon },
      says: /will be delivered on/,
      told: /We have agreed/,
    },
    {
      asked: "The gate was closed",
      today: async () => {
        await aParcel(await paid())
          .by("Anna Mokoena")
          .notCollected()
          .in(world);
        return "Collection failed";
      },
      do: { day: soon },
      says: /will be collected on/,
      told: /We have agreed/,
    },
    {
      asked: "I did collect it, the page didn't believe me",
      today: async () => {
        await aParcel(await paid())
          .given("Anna Mokoena")
          .in(world);
        await store.tx(async (tx) => {
          const [stop] = await stopsAt(tx, anna.id, last, dayFromNow(0));
          const form = aStopForm("collected", { key: last });
          if (stop) await reportMark(tx, { ...stop, driver: anna }, form, { why: "", hasPhoto: false }, new Date());
        });
        return "Mark to believe or drop";
      },
      do: {},
      says: /It counts now/,
      told: /We have collected your parcel/,
    },
  ];

  const wrong: Call[] = [
    {
      asked: "Somebody else has my parcel",
      find: async () => `wrong receiver ${await delivered()}`,
      do: { driver: "Anna Mokoena", visit: "collection", from: "receiver" },
      says: /from its receiver/,
    },
    {
      asked: "It says delivered, and it isn't",
      async find() {
        const parcel = await aParcel()
          .at(ago(3 * HOURS))
          .collected()
          .at(ago(HOURS))
          .delivered()
          .in(world);
        await office.postman(new Date());
        return `delivered by mistake ${made(parcel)}`;
      },
      does: () => clerk.press("Do it"),
      says: /is no longer delivered/,
      told: /hasn't been delivered|not been delivered|mistake/,
      tracking: /Collected/,
    },
    {
      asked: "Bring it back to me",
      find: async () => `bring it back ${await collected()}`,
      do: { driver: "Anna Mokoena", visit: "return" },
      says: /Done.*return, /,
      tracking: /back to the sender/i,
    },
    {
      asked: "We can't find it any more",
      find: async () => `lost ${await collected()}`,
      do: { mark: "ended", because: "lost" },
      says: /Done/,
      told: /can't find it/,
      tracking: /can't find it/,
    },
    {
      asked: "The police have it",
      find: async () => `police ${await collected()}`,
      do: { mark: "ended", because: "police" },
      says: /Done/,
      told: /will not arrive/,
      tracking: /^(?!.*police).*will not arrive/i,
    },
    {
      asked: "It came broken",
      async find() {
        const { caseNo } = await openedCase(office, await paid(), report);
        return `complaint ${caseNo}`;
      },
      do: { words: "We pay you back.", close: "on" },
      says: /answered.*closed/,
      told: /We pay you back/,
    },
    {
      asked: "What I reported is solved",
      find: `complaint solved ${broken.waybillNo}`,
      does: () => clerk.press("Do it"),
      says: /closed/,
    },
  ];

  const agreed = "Nomsa, by phone, 14:20";
  const money: Call[] = [
    {
      asked: "(It weighs more than they said)",
      find: async () => `heavier ${await collected()}`,
      do: { weight: "12", because: "It weighs 12 kg.", agreed },
      says: /more is asked for, 12 kg/,
      told: /Please pay R.[\d,]+ more/,
      tracking: /This parcel waits for its sender/,
    },
    {
      asked: "I don't pay that",
      find: async () => `undo charge ${last}`,
      do: { refused: "on" },
      says: /is refused\. The parcel goes back to its sender/,
      told: /bring your parcel back to you/,
    },
    {
      asked: "It has to go to Cape Town",
      find: async () => `another town ${await paid()}`,
      do: { "to-postal": "8001", because: "You asked for Cape Town.", agreed },
      says: /more is asked for, to 8001.*Its address stays in/,
      told: /Please pay R.[\d,]+ more/,
    },
    {
      asked: "There are three, I booked one",
      find: async () => `a piece more ${await paid()}`,
      do: { pieces: "3", because: "There are three pieces.", agreed },
      says: /more is asked for, 3 pieces/,
      told: /Please pay R.[\d,]+ more/,
    },
    {
      asked: "There is only one after all",
      find: async () => `wrong charge ${last}`,
      do: {},
      says: /is asked for no more/,
      tracking: /^(?!.*waits for its sender)/,
    },
    {
      asked: "I have booked, and my data ran out: where do I pay?",
      find: async () => `where do I pay ${(await office.booked()).quoteNo}`,
      do: {},
      says: /the link to pay goes to \S+@/,
      told: /Here is the page on which you pay/,
    },
    {
      asked: "And by text?",
      find: async () => `link to pay ${(await office.booked({ addresses: { fromPhone: "083 000 0026" } })).quoteNo}`,
      do: { text: "on" },
      says: /the link to pay goes to \+27830000026/,
      told: /here you pay for your parcel/,
    },
    {
      asked: "Here is the money",
      find: async () => `cash ${(await office.booked()).quoteNo}`,
      do: { cash: "on", amount: "80,62" },
      says: /cash.* is settled\. It is booked and has its waybill/,
      told: /Booking confirmed/,
    },
    {
      asked: "It is in your bank account",
      find: async () => `EFT ${(await office.booked()).quoteNo}`,
      do: { bank: "ABSA 4711", amount: "80,62" },
      says: /bank reference ABSA 4711.* is settled/,
      told: /Booking confirmed/,
    },
    {
      asked: "What I paid was for my other parcel",
      find: async () => `meant for another ${(await office.paid()).quote.quoteNo}`,
      does: async () => clerk.do({ other: (await office.booked()).quoteNo }),
      says: /: moved from Q\d+ to Q\d+/,
      told: /We have moved your payment/,
    },
    { asked: "What is in the drawer?", find: "show takings", says: /Left.*Cash/ },
    {
      asked: "(A bank took a payment back)",
      find: async () => `chargeback ${await collected()}`,
      do: { amount: "80,62" },
      says: /was taken back by the customer's bank\. Nobody is told/,
    },
    {
      asked: "(And gave it back)",
      find: async () => `chargeback ${last}`,
      does: () => clerk.press("Do it"),
      says: /the chargeback of R.80,62 is taken back/,
    },
    {
      asked: "What you lost cost R 850",
      find: async () => {
        await aParcel(await collected())
          .ended("lost")
          .in(world);
        return `claim ${last}`;
      },
      do: { amount: "850,00", reference: "CLAIM 850" },
      says: /paid R.850,00.*Our terms give back the price too/,
      told: /We have paid you for what was in it/,
    },
    {
      asked: "And what I paid you?",
      find: async () => `paid back ${last}`,
      do: { amount: "80,62", reference: "2211400", goodwill: "on" },
      says: /refunded R.80,62/,
      told: /We have sent your refund/,
    },
    {
      asked: "(That claim was another customer's)",
      find: async () => `claim ${last}`,
      does: () => clerk.press("Do it"),
      says: /the claim of R.850,00.* is taken back/,
    },
    {
      asked: "You broke it",
      find: async () => {
        await openedCase(office, await delivered(), report);
        return `claim ${last}`;
      },
      do: { amount: "100,00", reference: "CLAIM 851" },
      says: /paid R.100,00/,
      told: /We have paid you for what was in it/,
    },
    {
      asked: "(Nobody wants it, for ever)",
      find: async () => `ended ${await collected()}`,
      do: { mark: "ended", because: "unclaimed" },
      says: /ended, unclaimed/,
      told: /will not arrive/,
      tracking: /will not arrive/i,
    },
    {
      asked: "You have had it for 40 days: I cancel",
      find: async () => `call off ${made(await aParcel().at(noon(45)).collected().in(world))}`,
      do: { because: "It did not arrive." },
      says: /is cancelled.*is to be paid back/,
      told: /It did not arrive/,
    },
    {
      asked: "Send me my invoice: I read its number to you",
      find: () => paid(),
      does: () => clerk.clickLink(clerk.page?.text.match(/INV-[A-Z]+-\d+/)?.[0] ?? ""),
      says: /Total, paid/,
    },
    {
      asked: "I need all invoices of this month",
      find: "account statement thandi@example.co.za",
      does: () => clerk.given("Open as PDF", { month: dayFromNow(0).slice(0, 7) }),
      says: /^%PDF/,
    },
    {
      asked: "And for our books?",
      find: "account statement thandi@example.co.za",
      does: () => clerk.given("As CSV", { month: dayFromNow(0).slice(0, 7) }),
      says: /INV-/,
    },
    {
      asked: "May we pay by month?",
      async find() {
        const { account } = await office.joined("monthly@example.com");
        await store.tx((tx) => proveAddress(tx, account.uid, "monthly@example.com", new Date()));
        return "pay by month monthly@example.com";
      },
      do: { limit: "5000", days: "30" },
      says: /pays by month: up to R.5.000,00, 30 days/,
    },
    { asked: "Who owes us what?", find: "show credit", says: /5.000,00/ },
  ];

  const booking: Call[] = [
    {
      asked: "I don't send it",
      find: async () => `not needed any more ${await paid({ fromEmail: "dan@example.com" })}`,
      do: { because: "You asked us to." },
      says: /is cancelled.*is to be paid back/,
      told: /You asked us to/,
      tracking: /cancelled/i,
    },
    {
      asked: "He has died: forget him",
      find: "deceased dan@example.com",
      check: {},
      says: /Nothing was done.*still to be paid back/,
    },
    {
      asked: "What does it cost to our farm?",
      find: async () => `manual price ${(await farm("farm2@example.com")).quoteNo}`,
      do: { amount: "250,00" },
      says: /R.250,00/,
      told: /R.250,00/,
    },
    {
      asked: "I have paid, and nothing comes",
      find: async () => `payment missing ${(await office.booked()).quoteNo}`,
      do: { payfast: "1000001", amount: "80,62" },
      says: /Done/,
      told: /Booking confirmed/,
    },
    {
      asked: "Here is a list of five",
      async find() {
        const { account } = await office.joined("shop@example.com");
        await store.tx((tx) => proveAddress(tx, account.uid, "shop@example.com", new Date()));
        return "spreadsheet";
      },
      do: {
        "file-pasted": aList(...["A", "B", "C", "D", "E"].map((name) => aLine(`Zodwa ${name}`))),
        account: "shop@example.com",
      },
      says: /Booked 5 parcels/,
      told: /Your 5 parcels are ready to pay/,
    },
    {
      asked: "Put our company on the invoice",
      find: async () => `change booking ${(await office.booked()).quoteNo}`,
      check: { "vat-number": "4123456789" },
      says: /Only an invoice of more than R.5.000 names its buyer/,
    },
    { asked: "Delete me", find: "erase farm@example.com", do: {}, says: /Deleted/ },
    {
      asked: "I have lost my mailbox",
      find: "lost mailbox",
      do: { from: "shop@example.com", to: "shop.new@example.com", proof: "ID seen, old phone answered" },
      says: /can be taken over/,
      told: /moves to this email/,
    },
    {
      asked: "She books and cancels all day",
      find: "fraud farm2@example.com",
      do: { because: "Fifty bookings" },
      says: /can't book/,
    },
  ];

  const manager: Call[] = [
    {
      asked: "We have a new colleague",
      find: "new colleague",
      do: { name: "Lindiwe Radebe", email: "lindiwe@example.com", right: "clerk" },
      says: /gets access as a clerk/,
      told: /Somebody was added to the office/,
    },
    { asked: "She has left", find: "colleague has left", do: { name: "lindiwe@example.com" }, says: /Done/ },
    {
      asked: "Katlehong is flooded",
      async find() {
        await paid();
        return "flood";
      },
      do: { area: "1431-1432", until: soon, because: "flood" },
      async does() {
        await tellDelays(store, new Date());
      },
      says: /can't collect or deliver in Katlehong before .*: flood/,
      told: /can't collect it in Katlehong before .*: flood/,
      tracking: /flood/,
    },
    {
      asked: "The water is gone",
      find: "flood",
      do: { area: "1431-1432", end: "on" },
      says: /no longer delayed/,
      tracking: /^(?!.*flood)/,
    },
    {
      asked: "All drivers are on strike",
      find: "strike",
      do: { all: "on", until: soon, because: "a strike" },
      async does() {
        await tellDelays(store, new Date());
      },
      says: /can't collect or deliver .*a strike/,
      told: /before .*: a strike/,
      tracking: /a strike/,
    },
    {
      asked: "They drive again",
      find: "strike",
      do: { all: "on", end: "on" },
      says: /no longer delayed/,
      tracking: /^(?!.*strike)/,
    },
    {
      asked: "We go there no more",
      find: "change area",
      do: { key: "1431-1432", served: "no", from: dayFromNow(1) },
      says: /Done.*planned there.*Nobody is told. To tell them: “Delay”/,
    },
    {
      asked: "That day is a holiday now",
      find: "proclaimed",
      do: { day: soon, name: "Mourning day" },
      says: /Mourning day.*planned there.*Nobody is told. To tell them: “Delay”/,
    },
    {
      asked: "All prices, for a spreadsheet",
      find: "list prices",
      does: () => clerk.given("As CSV"),
      says: /zone;metro;/,
    },
    {
      asked: "All prices go up by 6,5 %",
      find: "change prices",
      do: { by: "6,5", from: dayFromNow(3) },
      says: /^(?!.*And \d+ more).*What customers pay from .* for one parcel.*without VAT: \d+ prices/,
    },
    {
      asked: "Not yet",
      find: "withdraw prices",
      do: { from: dayFromNow(3) },
      says: /Withdrawn for .*\d+ prices/,
    },
  ];

  return {
    calls: [...waiting, ...lookingUp, ...changing, ...visits, ...wrong, ...money, ...booking, ...manager],
    last: () => last,
  };
}
