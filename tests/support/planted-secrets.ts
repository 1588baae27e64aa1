import { like } from "drizzle-orm";
import { proveAddress } from "#app/domain/accounts/accounts.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { reportMark } from "#app/domain/drivers/reported-marks.server";
import { assignStop, stopsAt } from "#app/domain/drivers/stops.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { queueText } from "#app/domain/post/queue-text.server";
import { saDay } from "#app/domain/values/sa-time";
import { DAYS } from "#app/durations";
import { users } from "#db/schema/accounts";
import { doneOnce } from "#db/schema/done-once";
import { outgoingMails } from "#db/schema/mail";
import { officeFactors, officePeople } from "#db/schema/office-people";
import { shopifyShops } from "#db/schema/shopify";
import { deliveryPins } from "#db/schema/waybills";
import { webhookAnswers, webhookEndpoints } from "#db/schema/webhooks";
import { secretColumns } from "#db/secret-columns";
import { limitsAsked } from "../../demo/limits-asked";
import { inTheFile } from "./a-guest";
import { aStopForm } from "./a-stop-form";
import type { Office } from "./an-office";

export const EMAIL = "thandi@example.co.za";
/** What stands in a secret column, and nowhere where somebody reads. */
export const canaryIn = (table: string, column: string) => `canary-${table}-${column}`;
export const CANARY = /canary-[a-z_]+-[a-z_]+/g;
/** An address of a shop's own program, which its owner reads. */
export const OWNERS = [canaryIn("webhook_endpoints", "url"), canaryIn("webhook_answers", "text")];

/** An office with a row of everything that has a secret, and a canary in each secret column. Messages wait for tomorrow. */
export async function plantSecrets(office: Office, now: Date) {
  const { account } = await office.joined(EMAIL, now);
  const { quote, waybillNo } = await office.paid({ addresses: { fromEmail: EMAIL, toEmail: EMAIL } }, now);
  const tomorrow = new Date(now.getTime() + DAYS);
  await office.store.tx(async (tx) => {
    await proveAddress(tx, account.uid, EMAIL, now);
    await tx.update(outgoingMails).set({ state: "sent", sentAt: now });
    await tx.update(users).set({ passwordHash: canaryIn("users", "password_hash") });
    const person = { id: "p", name: "Thandi Nkosi", email: EMAIL, officeRight: "clerk", addedAt: now } as const;
    await tx.insert(officePeople).values({ ...person, passwordHash: canaryIn("office_people", "password_hash") });
    const factor = { personId: "p", createdAt: now };
    const [keySealed, codeHash] = [canaryIn("office_factors", "key_sealed"), canaryIn("office_factors", "code_hash")];
    await tx.insert(officeFactors).values({ ...factor, id: "a", kind: "app", keySealed });
    await tx.insert(officeFactors).values({ ...factor, id: "r", kind: "recovery code", codeHash });
    await tx.insert(webhookEndpoints).values({
      id: "w",
      uid: account.uid,
      url: `https://shop.example/thuma/${OWNERS[0]}`,
      secret: canaryIn("webhook_endpoints", "secret"),
      previousSecret: canaryIn("webhook_endpoints", "previous_secret"),
      madeAt: now,
    });
    await tx
      .insert(webhookAnswers)
      .values({ id: "m", endpointId: "w", status: 500, text: OWNERS[1] ?? "", answeredAt: now });
    const terms = { smallestBox: "", termsVersion: "t", madeAt: now };
    const [number, signingSecret] = [canaryIn("shopify_shops", "number"), canaryIn("shopify_shops", "signing_secret")];
    await tx.insert(shopifyShops).values({ ...terms, uid: account.uid, number, signingSecret });
    const answer = { requestHash: "h", status: 201, body: { id: "w", other: canaryIn("done_once", "answer") } };
    await tx.insert(doneOnce).values({ kind: "call by key", who: account.uid, key: "k", answer, at: now });
    await tx.insert(deliveryPins).values({ waybillNo, pin: canaryIn("delivery_pins", "pin"), madeAt: now });
    const words = `SPIN Cycles: tell the driver PIN 1234 ${canaryIn("outgoing_mails", "text_body")}`;
    const text = { to: "0821234567", about: "A text", words, quoteId: quote.id, person: "receiver" } as const;
    await queueText(
      tx,
      limitsAsked,
      { ...text, key: "link by text", holds: { linkUntil: new Date("2100-01-01") } },
      now,
      tomorrow,
    );
    for (const key of ["sent PIN", "PIN tonight"])
      await queueText(tx, limitsAsked, { ...text, key, holds: "the PIN" }, now, tomorrow);
    const html = canaryIn("outgoing_mails", "html_body");
    const templateParams = { a: canaryIn("outgoing_mails", "template_params") };
    const email = { to: EMAIL, subject: "An email", text: words, html, templateParams, quoteId: quote.id } as const;
    await queueEmail(
      tx,
      limitsAsked,
      { ...email, key: "link by email", worksUntil: new Date("2100-01-01") },
      now,
      tomorrow,
    );
    await queueEmail(tx, limitsAsked, { ...email, key: "sent PIN by email", holdsPin: true }, now, tomorrow);
    await tx.update(outgoingMails).set({ state: "sent" }).where(like(outgoingMails.emailKey, "sent PIN%"));
  });
  await office.store.tx(async (tx) => {
    const { driver } = await addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, now);
    await assignStop(tx, { waybillNo, driver, day: saDay(now) }, now);
    const [stop] = await stopsAt(tx, driver.id, waybillNo, saDay(now));
    const form = aStopForm("delivered", { key: "form", pin: canaryIn("reported_marks", "pin") });
    if (stop) await reportMark(tx, { ...stop, driver }, form, { why: "The PIN is wrong", hasPhoto: false }, now);
  });
  return { account, quoteNo: quote.quoteNo, waybillNo };
}

/** The secret columns in which no canary stands. */
export function withoutCanary(site: { dataDir: string }): string[] {
  return Object.entries(secretColumns).flatMap(([table, { secret = {} }]) =>
    Object.keys(secret).flatMap((column) => {
      const found = inTheFile(
        site,
        `SELECT ${column} FROM ${table} WHERE CAST(${column} AS TEXT) LIKE '%${canaryIn(table, column)}%'`,
      );
      return found.length > 0 ? [] : [`${table}.${column}`];
    }),
  );
}
