/**
 * Mistakes of kinds that `bugs.mjs` doesn't have, across the whole site, chosen before anybody looked whether the simulation
 * could find them: `node tests/simulation/planted-bugs/run.mjs --list fresh` prints how many it finds. `docs/testing.md`
 * has the score.
 */
export const freshBugs = [
  // Bookings
  {
    what: "a shop's reference is booked as often as it is sent",
    file: "app/domain/bookings/book-by-key.server.ts",
    find: "if (sameReference) {",
    replace: 'if (sameReference?.reference === "") {',
  },
  {
    what: "a program books at a price that its customer never saw",
    file: "app/domain/bookings/book-by-key.server.ts",
    find: "if (grandTotalCents !== agreedCents) {",
    replace: "if (grandTotalCents < agreedCents / 10) {",
  },
  {
    what: "a parcel that is on its way can still be cancelled",
    file: "app/domain/bookings/cancel-booking.server.ts",
    find: "return wasCollected(history) ?",
    replace: "return wasCollected(history) && quote.quantity > 9 ?",
  },
  {
    what: "a change of the receiver's phone isn't kept in the form",
    file: "app/domain/bookings/change-details.server.ts",
    find: "const formSnapshot = { ...saved, addresses: { ...saved.addresses, ...values } };",
    replace: "const formSnapshot = { ...saved, addresses: { ...values, ...saved.addresses } };",
  },
  {
    what: "unpaid bookings of programs are cancelled while they can still be paid",
    file: "app/domain/bookings/open-lists.server.ts",
    find: "new Date(now.getTime() - KEPT_AFTER_PRICE_MS)",
    replace: "new Date(now.getTime() + KEPT_AFTER_PRICE_MS)",
  },
  // Lists
  {
    what: "two shops with the same list share one order",
    file: "app/domain/bookings/imported-bookings.server.ts",
    find: "sha256(JSON.stringify([uid, content.trim()]))",
    replace: "sha256(JSON.stringify([uid.slice(0, 0), content.trim()]))",
  },
  {
    what: "a list's second line has the packaging of its first",
    file: "app/domain/bookings/import-list.server.ts",
    find: "if (read.ok) priced.push(read.priced);",
    replace: "if (read.ok) priced.push({ ...read.priced, boxId: priced[0]?.boxId ?? read.priced.boxId });",
  },
  {
    what: "each booking of a list carries PayFast's fee for all before it too",
    file: "app/domain/bookings/payments/in-shares.ts",
    find: "feeUpTo(sharedCents) - feeUpTo(sharedBefore);",
    replace: "feeUpTo(sharedCents);",
  },
  // Settling, refunds, invoices
  {
    what: "a second credit note reverses the VAT of the first once more",
    file: "app/domain/money/invoice.ts",
    find: "invoice.grossCents) -\n    creditedBefore.vatCents;",
    replace: "invoice.grossCents);",
  },
  {
    what: "VAT is taken as a share of the price with VAT",
    file: "app/domain/money/invoice.ts",
    find: "return roundHalfUp(grossCents * basisPoints, BASIS_POINTS_IN_WHOLE + basisPoints);",
    replace: "return roundHalfUp(grossCents * basisPoints, BASIS_POINTS_IN_WHOLE);",
  },
  {
    what: "the invoice of a payment that was taken back stays",
    file: "app/domain/bookings/payments/undo-payment.server.ts",
    find: "await creditUndone(tx, payment, now);\n    const others",
    replace: "if (quote.cancelledAt) await creditUndone(tx, payment, now);\n    const others",
  },
  {
    what: "a refund that is taken back leaves its credit notes",
    file: "app/domain/bookings/payments/undo-payment.server.ts",
    find: "for (const { quote } of quotes) await takeBackCreditNotes(",
    replace: "for (const { quote } of quotes.slice(1)) await takeBackCreditNotes(",
  },
  {
    what: "credit notes are numbered among the invoices",
    file: "app/domain/money/invoices.server.ts",
    find: ".where(and(eq(invoices.mode, mode), eq(invoices.kind, kind)))",
    replace: ".where(eq(invoices.mode, mode))",
  },
  {
    what: "the view of revenue leaves out the VAT that was paid back",
    file: "db/staff-views/payments.sql",
    find: "sum(CASE kind WHEN 'credit_note' THEN vat_cents ELSE 0 END) AS back_vat_cents",
    replace: "0 AS back_vat_cents",
  },
  // Wishes
  {
    what: "what is fetched at the depot stays on its driver's day",
    file: "app/domain/drivers/take-wish.server.ts",
    find: 'if (wish.kind !== "neighbour") {',
    replace: 'if (wish.kind === "day") {',
  },
  {
    what: "a parcel for the neighbour still waits at the depot",
    file: "app/domain/drivers/take-wish.server.ts",
    find: '["day", "neighbour", "depot"] : [asked.kind, "depot"];',
    replace: '["day", "neighbour", "depot"] : [asked.kind];',
  },
  {
    what: "a wish that ended stays among the driver's notes",
    file: "app/domain/drivers/wishes.server.ts",
    find: "await dropNote(tx, id);",
    replace: 'if (kind === "depot") await dropNote(tx, id);',
  },
  {
    what: "a wish is taken for a parcel that is out for delivery",
    file: "app/domain/drivers/wishes.server.ts",
    find: '"at_depot",\n  "failed_attempt",\n];',
    replace: '"at_depot",\n  "failed_attempt",\n  "out_for_delivery",\n];',
  },
  // Rounds and drivers
  {
    what: "a cancelled parcel can be given to a driver",
    file: "app/domain/drivers/stops.server.ts",
    find: "if (!nextVisit && !fromReceiver) return {",
    replace: 'if (overall === "delivered" || !(wish ?? nextVisit)) return {',
  },
  {
    what: "wrong PINs aren't counted",
    file: "app/domain/parcels/delivery-pin.server.ts",
    find: "+ 1` })",
    replace: "+ 0` })",
  },
  {
    what: "two of a driver's stops have the same place in the order",
    file: "app/domain/drivers/stops.server.ts",
    find: "const position = await nextPosition(tx, driver, day);",
    replace: "const position = Math.max(1, (await nextPosition(tx, driver, day)) - 1);",
  },
  {
    what: "a driver's new phone leaves the old one signed in",
    file: "app/domain/drivers/driver-sessions.server.ts",
    find: 'await endSessions(tx, "driver", driver.id);',
    replace: 'await endSessions(tx, "driver", driver.id, "");',
  },
  // Outbox, texts
  {
    what: "the tidying deletes messages that still wait",
    file: "app/domain/post/old-emails.server.ts",
    find: 'inArray(state, ["sent", "dead", "skipped"])',
    replace: 'inArray(state, ["sent", "dead", "skipped", "queued"])',
  },
  {
    what: "one number gets as many texts in a day as there are occasions",
    file: "app/domain/post/queue-text.server.ts",
    find: "(!isInOne && texts.size >= limits.textsToNumber.points) || ofBooking >= limits.textsAboutBooking.points;",
    replace: "(!isInOne && texts.size >= 100 * limits.textsToNumber.points) || ofBooking < 0;",
  },
  {
    what: "messages go on to an address that wants none",
    file: "app/domain/messages/opt-out.server.ts",
    find: "return stop?.stoppedAt ?? null;",
    replace: "return quoteId ? (stop?.stoppedAt ?? null) : null;",
  },
  {
    what: "letters to a corrected address go to the one before",
    file: "app/domain/messages/addresses.server.ts",
    find: "if (to === email.toAddress) continue;",
    replace: "if (to !== null) continue;",
  },
  // Webhooks
  {
    what: "every shop is called about every other shop's parcels",
    file: "app/domain/parcels/raise-event.server.ts",
    find: "eq(webhookEndpoints.uid, quotes.uid))",
    replace: "eq(webhookEndpoints.uid, webhookEndpoints.uid))",
  },
  {
    what: "an endpoint is called about what it didn't ask for",
    file: "app/domain/parcels/raise-event.server.ts",
    find: "if (endpoint.events && !endpoint.events.includes(type)) continue;",
    replace: "",
  },
  {
    what: "a call that is tried again has another id",
    file: "app/domain/post/webhooks/webhook-transport.server.ts",
    find: "...signedHeaders(id, text, secretsOf(endpoint, now), now),",
    replace: "...signedHeaders(id + now.getTime(), text, secretsOf(endpoint, now), now),",
  },
  // Keys and kept answers
  {
    what: "a key that was revoked goes on working",
    file: "app/domain/accounts/keys.server.ts",
    find: ".where(and(eq(apiKeys.keyHash, sha256(key)), isNull(apiKeys.revokedAt)));",
    replace: ".where(eq(apiKeys.keyHash, sha256(key)));",
  },
  {
    what: "one Idempotency-Key answers any request",
    file: "app/domain/accounts/once.server.ts",
    find: "if (kept.requestHash !== hash)",
    replace: 'if (kept.requestHash === "")',
  },
  {
    what: "the second page of a shop's bookings leaves one out",
    file: "app/domain/bookings/book-by-key.server.ts",
    find: "(page.at(-1)?.id ?? null)",
    replace: "(found.at(-1)?.id ?? null)",
  },
  {
    what: "a shop reads another shop's booking by its id",
    file: "app/domain/bookings/book-by-key.server.ts",
    find: "return quote?.uid === uid && quote.bookedAt ? quote : null;",
    replace: "return quote?.uid !== undefined && uid && quote.bookedAt ? quote : null;",
  },
  // Prices
  {
    what: "of a rate's days the first counts, not the latest",
    file: "app/domain/prices/in-force.ts",
    find: "rival.validFrom < row.validFrom)",
    replace: "rival.validFrom > row.validFrom)",
  },
  {
    what: "fuel is added to packaging too",
    file: "app/domain/prices/rate-engine.ts",
    find: "fuel: percentOf(transport, card.fuelBasisPoints),",
    replace: "fuel: percentOf(transport + parcels.boxCostCents, card.fuelBasisPoints),",
  },
  {
    what: "a booked parcel's price moves when a rate does",
    file: "app/domain/bookings/payments/renew-price.server.ts",
    find: 'if (quote.expiresAt > now) return { kind: "holds" };',
    replace: 'if (quote.expiresAt < now) return { kind: "holds" };',
  },
  // The office
  {
    what: "an office session never ends by idling",
    file: "app/domain/accounts/sessions.server.ts",
    find: 'kind === "office" ? gt(sessions.lastSeenAt, idleSince(now)) : undefined',
    replace: "undefined",
  },
  {
    what: "a code of the office's app works twice",
    file: "app/domain/office/factors.server.ts",
    find: "lt(lastStep, step), gt",
    replace: "lt(lastStep, step + 1), gt",
  },
  {
    what: "who is blocked in the office stays signed in",
    file: "app/domain/office/sessions.server.ts",
    find: "  mayComeIn: isNull(officePeople.blockedAt),\n",
    replace: "",
  },
  // Limits, links, erasure
  {
    what: "a limit's window, once full, stays full",
    file: "app/domain/limits/counted-tries.server.ts",
    find: "\u0024{more} ELSE \u0024{more} END`",
    replace: "\u0024{more} ELSE \u0024{rateLimits.points} + \u0024{more} END`",
  },
  {
    what: "whoever has the link to one booking can open another's",
    file: "app/domain/values/link-signature.server.ts",
    find: "function wordsOf(path: string, { person, number }: Holder): string {",
    replace: "function wordsOf(whole: string, { person, number }: Holder): string {\n  const path = whole.slice(0, 6);",
  },
  {
    what: "an erased booking keeps its sender's email",
    file: "app/domain/parcels/quotes/old-quotes.server.ts",
    find: 'email: "", cancelReason: null,',
    replace: "cancelReason: null,",
  },
];
