import { applications } from "#app/domain/drivers/applications/answer-application.server";
import { provinces } from "#app/domain/drivers/applications/provinces";
import { emailsIn, type StoredEmail } from "#app/domain/post/resend-email.server";
import { areasNowAndComing, inCodes } from "#app/domain/prices/area-changes.server";
import { boxesNowAndComing } from "#app/domain/prices/box-changes.server";
import type { Dated } from "#app/domain/prices/in-force";
import { ratesNowAndComing } from "#app/domain/prices/rate-changes.server";
import { saClock, saDay } from "#app/domain/values/sa-time";
import { officePaths } from "#app/paths";
import { list } from "../answer";
import { command } from "../command";
import { readView } from "./show.server";

export const listQuotes = command({
  name: "list quotes",
  page: { button: "Show the list", at: () => officePaths.list("manual_quotes") },
  right: "reader",
  also: "manual prices waiting, price by hand",
  summary: "customers who wait for a manual price",
  async run(_, { views }) {
    return readView(views, "manual_quotes", "Nobody is waiting for a price.");
  },
});

export const listRefunds = command({
  name: "list refunds",
  page: { button: "Show the list", at: () => officePaths.list("payments_to_refund") },
  right: "reader",
  also: "money back, owed",
  summary: "payments to refund",
  async run(_, { views }) {
    return readView(views, "payments_to_refund", "There is nothing to refund.");
  },
});

export const listApplications = command({
  name: "list applications",
  page: { button: "Show the list", at: () => officePaths.list("driver_applications") },
  right: "reader",
  also: "new drivers, owner drivers, apply",
  summary: "applications of owner drivers, the newest first",
  examples: ["list applications --unread", "list applications --province Gauteng --undecided"],
  options: {
    province: { kind: "choice", of: provinces, label: "only of those who live there" },
    unread: { kind: "flag", label: "only those that nobody has read" },
    undecided: { kind: "flag", label: "only those that wait for an answer" },
  },
  async run(wanted, { store }) {
    const found = await applications(store.read, wanted);
    const columns = ["application", "received", "name", "cell", "province", "delivers_in", "vehicle", "read", "answer"];
    const rows = found.map((each) => ({
      application: each.reference,
      received: saClock(each.createdAt),
      name: `${each.from_name} ${each.from_surname}`,
      cell: each.cell,
      province: each.currentprovince,
      delivers_in: each.delivery_location,
      vehicle: `${each.vehicle_make} ${each.vehicle_model}, ${each.vehicle_year}`,
      read: each.readAt !== null,
      answer: each.decision,
    }));
    return list(rows, "No such application.", columns);
  },
});

export const listEmails = command({
  name: "list emails",
  page: {
    button: "Show the list",
    at: ({ sent }: { sent: boolean }) => officePaths.list(sent ? "mail" : "mail_not_sent"),
  },
  right: "reader",
  also: "not sent, bounced, waiting messages, texts",
  summary: "emails that are waiting or were given up",
  examples: ["list emails", "list emails --sent"],
  options: { sent: { kind: "flag", label: "those that were sent" } },
  async run({ sent }, { store }) {
    const states: StoredEmail["state"][] = sent ? ["sent"] : ["queued", "dead"];
    const columns = ["email", "state", "to", "subject", "queued", "attempts", "last_error"];
    const rows = (await emailsIn(store.read, states)).map((each) => ({
      email: each.id,
      state: each.state === "dead" ? "given up" : each.state,
      to: each.toAddress,
      subject: each.subject,
      queued: saClock(each.queuedAt),
      attempts: each.attempts,
      last_error: each.lastError,
    }));
    return list(rows, sent ? "No email has been sent yet." : "No email is waiting, and none was given up.", columns);
  },
});

export const listRates = command({
  name: "list rates",
  page: { button: "Show the list", at: () => officePaths.list("rates") },
  right: "reader",
  also: "prices, fuel, tariffs",
  summary: "today's rates and coming changes, without VAT",
  async run(_, { store, now }) {
    const rates = await ratesNowAndComing(store.read, now);
    const rows = rates.map((rate) => ({
      kind: rate.kind,
      key: rate.rateKey,
      rand: rate.amountCents === null ? null : rate.amountCents / 100,
      percent: rate.basisPoints === null ? null : rate.basisPoints / 100,
      working_days: rate.leastDays === null ? null : `${rate.leastDays}-${rate.mostDays}`,
      ...applies(rate, now),
    }));
    return list(rows, "There are no rates.");
  },
});

export const listBoxes = command({
  name: "list boxes",
  page: { button: "Show the boxes", reads: "few rows" },
  right: "reader",
  also: "packaging, sizes",
  summary: "today's boxes and coming changes, without VAT",
  async run(_, { store, now }) {
    const boxes = await boxesNowAndComing(store.read, now);
    const rows = boxes.map((box) => ({
      box: box.id,
      name: box.name,
      size_cm: `${box.lengthCm}x${box.widthCm}x${box.heightCm}`,
      max_kg: box.maxWeightGrams / 1000,
      rand: box.costCents / 100,
      offered: box.active,
      place: box.sortOrder,
      picture: box.picture,
      example: box.example,
      ...applies(box, now),
    }));
    return list(rows, "There are no boxes.");
  },
});

export const listAreas = command({
  name: "list areas",
  page: { button: "Show the list", at: () => officePaths.list("areas") },
  right: "reader",
  also: "towns, postal codes, where we go, coverage",
  summary: "today's postal areas and coming changes",
  examples: ["list areas", "list areas --province Limpopo --csv --to limpopo.csv"],
  options: { province: { kind: "choice", of: provinces, label: "only those of this province" } },
  async run({ province }, { store, now }) {
    const areas = (await areasNowAndComing(store.read, now)).filter(
      (area) => province === undefined || area.province === province,
    );
    const rows = areas.map((area) => ({
      area: inCodes(area),
      town: area.town,
      province: area.province,
      region: area.region,
      zone: area.zone,
      served: area.served,
      ...applies(area, now),
    }));
    return list(rows, "There are no areas.");
  },
});

function applies({ validFrom }: Dated, now: Date) {
  return { from: validFrom, standing: validFrom > saDay(now) ? "to come" : "applies" };
}
