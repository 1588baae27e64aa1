import { applicationByReference } from "#app/domain/drivers/applications/answer-application.server";
import { spokenApplicationNumber } from "#app/domain/drivers/applications/reference";
import { driverCalled } from "#app/domain/drivers/drivers.server";
import { stopsInOrder } from "#app/domain/drivers/stop-views.server";
import { partOf } from "#app/domain/drivers/to-do";
import { invoiceNumberIn } from "#app/domain/money/invoice";
import { findInvoice } from "#app/domain/money/invoices.server";
import type { Look } from "#app/domain/office/looks.server";
import { caseByNumber } from "#app/domain/parcels/cases.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { isEmail, normaliseEmail } from "#app/domain/values/email";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { numberIn } from "#app/domain/values/reference-number";
import { saDay, saWeekday } from "#app/domain/values/sa-time";
import { officePaths } from "#app/paths";
import type { OnePage } from "#app/ui/office/one-page";
import type { Row } from "../answer";
import { quoteOf } from "../commands/bookings.server";
import { readApplication } from "../commands/drivers.server";
import { find } from "../commands/find.server";
import { history } from "../commands/history.server";
import type { Desk } from "../desk.server";
import { run } from "./check-and-do.server";
import { actionsFor, rowsOf } from "./office-actions.server";
import { usableOn } from "./office-desk.server";
import { parcelPage } from "./parcel-page.server";
import { emailsLast } from "./search.server";
import { factsOf, tableOf } from "./shown";

/** `look`: how the record names it. An email, a phone or a name isn't written there. */
type Shown = { page: OnePage; look: Pick<Look, "number" | "view"> };

/** The page of whatever has this number of ours; null if nothing has it. */
export async function pageOfNumber(typed: string, desk: Desk): Promise<Shown | { leadsTo: string } | null> {
  const { read } = desk.store;
  const caseNo = /^c/i.test(typed) ? numberIn(typed, "case") : null;
  const found = caseNo && (await caseByNumber(read, caseNo));
  if (found) return { leadsTo: officePaths.one(found.waybillNo) };
  const applicationNo = /^d/i.test(typed) ? numberIn(typed, "application") : null;
  if (applicationNo) return applicationPage(applicationNo, desk);
  const number = numberIn(typed, "waybill") ?? numberIn(typed, "quote");
  const quote = number && (await quoteOf(read, number));
  if (quote) {
    const page = await parcelPage(quote, desk);
    return { page, look: { number: page.number ?? page.title } };
  }
  const invoice = await findInvoice(read, invoiceNumberIn(typed) ?? "");
  const billed = invoice && (await quoteById(read, invoice.quoteId));
  return billed ? { leadsTo: officePaths.one(billed.quoteNo) } : null;
}

/** The page of a customer or a driver, by a whole email, phone or driver's name; null if nobody has it. */
export function pageOfPerson(typed: string, desk: Desk): Promise<Shown | null> {
  return isEmail(typed) || normalisePhone(typed) ? customerPage(typed, desk) : driverPage(typed, desk);
}

async function applicationPage(reference: string, desk: Desk): Promise<Shown | null> {
  if (!(await applicationByReference(desk.store.read, reference))) return null;
  const readable = usableOn(desk, readApplication);
  const dry = { ...desk, isDryRun: true };
  const answer = readable && (await run(readable, { application: reference }, dry, false));
  const facts = answer?.kind === "done" && answer.fields ? factsOf(answer.fields, desk.now) : [];
  const page = {
    title: `Application ${spokenApplicationNumber(reference)}`,
    state: "",
    sections: [
      ...(facts.length > 0 ? [{ title: "What they wrote", facts }] : []),
      {
        title: "History",
        table: tableOf(["at", "who", "what"], await rowsOf(history, { number: reference }, desk), desk.now),
      },
    ],
    actions: actionsFor(desk, ["read application", "answer application", "add driver"], { application: reference }),
    photo: null,
  };
  return { page, look: { number: reference } };
}

async function customerPage(typed: string, desk: Desk): Promise<Shown | null> {
  const person = isEmail(typed) ? normaliseEmail(typed) : typed;
  const rows = emailsLast(await rowsOf(find, { words: person, first: "100" }, desk));
  if (rows.length === 0) return null;
  const phone = normalisePhone(typed);
  const page = {
    title: phone ? phoneAsShown(phone) : person,
    state: "",
    sections: [{ title: "What we know of them", table: tableOf(Object.keys(rows[0] ?? {}), rows, desk.now) }],
    actions: actionsFor(
      desk,
      [
        "statement",
        "note statement",
        "correct customer",
        "stop messages",
        "allow messages",
        "export customer",
        "block customer",
        "forget customer",
      ],
      { person },
    ),
    photo: null,
  };
  return { page, look: { view: "a customer" } };
}

async function driverPage(name: string, desk: Desk): Promise<Shown | null> {
  const driver = await driverCalled(desk.store.read, name);
  if (!driver) return null;
  const day = saDay(desk.now);
  const stops = await stopsInOrder(desk.store.read, driver, day, desk.now);
  const rows: Row[] = stops.map((stop) => ({
    waybill_no: stop.waybillNo,
    visit: stop.visit,
    pieces: stop.pieces.of,
    at: stop.person?.lines.join(", ") ?? "",
    agreed: stop.agreed,
    state: stop.lastMark ?? { "to do": "To do", done: "Over", "another day": "Not today" }[partOf(stop)],
  }));
  // Somebody else may have the same name.
  const others = emailsLast(await rowsOf(find, { words: name }, desk));
  const page = {
    title: driver.name,
    state: driver.blockedAt ? "Blocked" : "Drives for us",
    sections: [
      { title: "Phone", facts: [{ label: "Phone", text: phoneAsShown(driver.phone), href: `tel:${driver.phone}` }] },
      { title: `Stops, ${saWeekday(day)}`, table: tableOf(Object.keys(rows[0] ?? {}), rows, desk.now) },
      ...(others.length > 0
        ? [{ title: "Others with this name", table: tableOf(Object.keys(others[0] ?? {}), others, desk.now) }]
        : []),
    ],
    actions: actionsFor(desk, ["plan", "print run-sheet", "unassign", "add driver", "block driver"], {
      ...{ driver: driver.name, "all-of": driver.name, name: driver.name },
    }),
    photo: null,
  };
  return { page, look: { view: "a driver" } };
}
