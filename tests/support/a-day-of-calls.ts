import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { amountFromCents } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { MINUTES } from "#app/durations";
import { bookedTogether, sumOf } from "./a-list";
import { ago, dayFromNow, type Office } from "./an-office";
import { openedCase } from "./opened-case";

/** One thing that somebody asks for: the question, what the clerk types, and what the answer has in it. */
export type OfficeCall = [question: string, typed: string[], answer: RegExp];

/** The calls of one day, in their order: each is about what the ones before it have changed. */
export async function aDayOfCalls(office: Office): Promise<OfficeCall[]> {
  const folder = path.dirname(office.file);
  const sender = { fromName: "Zoë Khumalo", fromEmail: "zoe@example.com", fromPhone: "083 000 0025" };
  const paid = (addresses = {}, parcel = {}) => office.paid({ addresses, parcel });
  const [zoe, moved, cancelled, twice, kind, lost, odd, many] = [
    ...[await paid(sender), await paid(), await paid(), await paid(), await paid(), await paid(), await paid()],
    await paid({}, { quantity: 3, collectionDay: saDay(new Date()) }),
  ] as const;
  const abroad = await office.booked({ addresses: { toPostal: "9100", fromEmail: "manual@example.com" } });
  const [unpaid, part, slip, tested] = [
    ...[await office.booked(), await office.booked(), await office.booked(), await office.booked()],
  ] as const;
  await office.tell(twice.quote, { pfPaymentId: "2000001" });
  await office.tell(tested, { pfPaymentId: "3000001", cents: 1 });
  const { booked, orderId } = await bookedTogether(office, "nomsa@example.com", ago(5 * MINUTES));
  await office.tell({ ...(booked[0] as Quote), id: orderId }, { pfPaymentId: "4000001", cents: sumOf(booked) });
  const report = { kind: "damaged", words: "The box is open", contact: "zoe@example.com" } as const;
  const { caseNo } = await openedCase(office, lost.waybillNo, report);
  writeFileSync(path.join(folder, "scanned.txt"), [moved.waybillNo, "TH0000000001", zoe.waybillNo].join("\n"));
  const price = (quote: Quote) => amountFromCents(quote.grandTotalCents ?? 0);
  const tomorrow = dayFromNow(1);
  const today = saDay(new Date());
  const sunday = dayFromNow(7 - new Date(`${today}T12:00:00Z`).getUTCDay());

  const no = ({ waybillNo }: { waybillNo: string }) => new RegExp(waybillNo);
  return [
    ["What is there to do today?", ["today"], /Collect today/],
    ["Where is Zoe's parcel?", ["find", "zoe", "khumalo"], no(zoe)],
    ["My phone is 083 000 0025.", ["find", "083 000 0025"], no(zoe)],
    ["It ends with 0025.", ["find", "0025"], no(zoe)],
    ["My number is TH 470 …", ["find", zoe.waybillNo.replace(/(TH)(\d{3})/, "$1 $2 ")], no(zoe)],
    ["And what happened to it?", ["history", zoe.waybillNo], /Booked\./],
    [
      "The street is wrong.",
      ["change", "booking", moved.waybillNo, "--to-street", "9 Vilakazi Street"],
      /changed Receiver/,
    ],
    [
      "I haven't paid yet, and the phone is wrong.",
      ["change", "booking", unpaid.quoteNo, "--to-phone", "0831112222"],
      /changed/,
    ],
    [
      "It goes to Cape Town.",
      ["change", "booking", moved.waybillNo, "--to-postal", "7784", "--to-city", "Cape Town"],
      /it would cost/,
    ],
    [
      "I pay the difference.",
      ["change", "booking", moved.waybillNo, "--to-postal", "7784", "--to-city", "Cape Town", "--note-difference"],
      /more than/,
    ],
    ["I send two of the three.", ["change", "booking", many.waybillNo, "--pieces", "2"], /2 pieces, before: 3/],
    [
      "Come tomorrow.",
      ["agree", zoe.waybillNo, "--day", tomorrow, "--from", "09:00", "--to", "12:00", "--yes"],
      /09:00/,
    ],
    ["Come on Sunday.", ["agree", zoe.waybillNo, "--day", sunday], /--yes/],
    ["Phone me after five.", ["note", "booking", zoe.waybillNo, "call after 5"], /noted/],
    ["What does it cost to our farm?", ["price", "quote", abroad.quoteNo, "4,00"], /refused/],
    ["And now?", ["price", "quote", abroad.quoteNo, "350,00"], /R.350,00/],
    ["That was a slip.", ["price", "quote", abroad.quoteNo, "10350,00"], /--yes/],
    ["It is more than I said.", ["price", "quote", abroad.quoteNo, "6000,00"], /before: R.350,00/],
    [
      "Put our VAT number on the invoice.",
      ["change", "booking", abroad.quoteNo, "--vat-number", "4123456789"],
      /the invoice will have the buyer's VAT number/,
    ],
    [
      "I have paid, and nothing comes.",
      ["note", "payment", unpaid.quoteNo, "--payfast", "1000001", "--amount", price(unpaid)],
      /done/,
    ],
    [
      "I paid twice.",
      ["note", "payment", kind.quote.quoteNo, "--payfast", "1000002", "--amount", price(kind.quote)],
      /--again/,
    ],
    ["I really paid twice.", ["list", "refunds"], new RegExp(twice.quote.quoteNo)],
    [
      "Here is the second one back.",
      ["note", "refund", twice.quote.quoteNo, price(twice.quote), "--reference", "2211331"],
      /2211331/,
    ],
    ["I noted the wrong refund.", ["undo", "refund", twice.quote.quoteNo], /done/],
    [
      "I typed the wrong number.",
      ["note", "payment", slip.quoteNo, "--payfast", "1000003", "--amount", price(slip)],
      /done/,
    ],
    ["It was another booking's.", ["undo", "payment", slip.quoteNo], /done/],
    [
      "I paid R 70,00 only.",
      ["note", "payment", part.quoteNo, "--payfast", "1000004", "--amount", "70,00"],
      /--as-part/,
    ],
    [
      "I pay the rest.",
      ["note", "payment", part.quoteNo, "--payfast", "1000004", "--amount", "70,00", "--as-part"],
      /done/,
    ],
    ["Somebody tested with one cent.", ["close", "payment", tested.quoteNo, "--because", "A test"], /closed/],
    [
      "I don't send it.",
      ["cancel", "booking", cancelled.waybillNo, "--because", "You asked us to."],
      /is to be paid back/,
    ],
    [
      "The money is back.",
      ["note", "refund", cancelled.quote.quoteNo, price(cancelled.quote), "--reference", "2211332"],
      /2211332/,
    ],
    [
      "The box was wet.",
      ["note", "refund", kind.quote.quoteNo, "10,00", "--reference", "2211333", "--goodwill"],
      /2211333/,
    ],
    ["Our list is off.", ["cancel", "booking", booked[0]?.quoteNo ?? "", "--because", "Off."], /is to be paid back/],
    ["All of it.", ["cancel", "booking", booked[1]?.quoteNo ?? "", "--because", "Off."], /is to be paid back/],
    [
      "One refund for both.",
      ["note", "refund", orderId, amountFromCents(sumOf(booked)), "--reference", "2211334"],
      /2211334/,
    ],
    ["My parcel isn't there.", ["answer", "case", caseNo, "We found it.", "--close"], /answered/],
    ["Who drives?", ["add", "driver", "Sipho Nkosi", "--phone", "083 123 4567"], /drives for us/],
    ["And with him?", ["add", "driver", "Anna Mokoena", "--phone", "083 123 4568"], /drives for us/],
    ["What goes where?", ["plan", "--driver", "Sipho Nkosi"], /more stops/],
    ["This one first.", ["plan", "--driver", "Sipho Nkosi", "--order", odd.waybillNo], /first TH/],
    ["His car is broken.", ["assign", "--all-of", "Sipho Nkosi", "--driver", "Anna Mokoena"], /instead of Sipho/],
    ["Not this one.", ["unassign", odd.waybillNo], /no longer/],
    ["What does she drive?", ["show", "run_sheet"], /Anna Mokoena/],
    ["These are in the depot.", ["mark", "collected", "--file", "scanned.txt"], /1 of 3 not done/],
    ["It is delivered.", ["mark", "delivered", zoe.waybillNo], /delivered/],
    ["Who took it?", ["proof", zoe.waybillNo], /"kind":"list"/],
    ["What do you know of me?", ["export", "customer", "zoe@example.com"], /call after 5/],
    ["My name is Zoë Zwane.", ["correct", "customer", "zoe@example.com", "--name", "Zoë Zwane"], /done/],
    ["Delete me.", ["forget", "customer", "zoe@example.com", "--yes"], /done/],
    [
      "She books and cancels all day.",
      ["block", "customer", "manual@example.com", "--because", "Fifty bookings"],
      /can't book/,
    ],
    ["The 3rd is an election.", ["change", "holiday", "2027-11-03", "Local elections"], /Local elections/],
    ["What VAT do we owe?", ["show", "vat"], /"kind":"list".*vat/],
  ];
}
