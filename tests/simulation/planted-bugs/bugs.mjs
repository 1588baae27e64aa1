/**
 * Possible mistakes, each as one change of the sources. `find` occurs exactly once in `file`. The simulation has to
 * find every one of them (`node tests/simulation/planted-bugs/run.mjs`).
 */
export const bugs = [
  // What is on the disk
  {
    what: "sync left out: commits are acknowledged before they are on the disk",
    file: "db/connection.server.ts",
    find: 'pragma("synchronous = FULL")',
    replace: 'pragma("synchronous = OFF")',
  },
  {
    what: "synchronous = NORMAL, better-sqlite3's own choice for WAL",
    file: "db/connection.server.ts",
    find: 'pragma("synchronous = FULL")',
    replace: 'pragma("synchronous = NORMAL")',
  },
  {
    what: "transactions don't queue: the next begins inside the last",
    file: "db/write-queue.ts",
    find: "isTaken = true;\n        first.go();",
    replace: "first.go();",
  },
  {
    what: "a transaction inside a transaction",
    file: "app/domain/bookings/confirm-booking.server.ts",
    find: "await markBooked(tx, leave, quote.id, { mode, termsVersion: TERMS_VERSION }, now);",
    replace:
      "await store.tx((inner) => markBooked(inner, leave, quote.id, { mode, termsVersion: TERMS_VERSION }, now));",
  },
  // Payments
  {
    what: "status compared wrongly: a late FAILED takes a payment back",
    file: "app/domain/money/payment-state.ts",
    find: 'const isFinal = isPaid(booking.status) || booking.status === "cancelled";',
    replace: 'const isFinal = booking.status === "paid" || booking.status === "cancelled";',
  },
  {
    what: "a failed payment puts a booking up again that its customer gave up",
    file: "app/domain/money/payment-state.ts",
    find: 'const isFinal = isPaid(booking.status) || booking.status === "cancelled";',
    replace: "const isFinal = isPaid(booking.status);",
  },
  {
    what: "an attempt that brought money forgets it when FAILED comes after",
    file: "app/domain/money/payment-state.ts",
    find: "if (broughtMoney(stateBefore)) return stateBefore;",
    replace: "",
  },
  {
    what: "a second payment counts as the first told again: nobody refunds it",
    file: "app/domain/money/payment-state.ts",
    find: 'return { kind: "duplicate", refund: true };',
    replace: 'return { kind: "repeat" };',
  },
  {
    what: "a notice that comes again counts as a second payment",
    file: "app/domain/money/payment-state.ts",
    find: 'if (stateBefore && broughtMoney(stateBefore)) return { kind: "repeat" };',
    replace: "",
  },
  {
    what: "money for a booking that staff cancelled issues a waybill",
    file: "app/domain/money/payment-state.ts",
    find: "const takesMoney = !isPaid(booking.status) && !booking.takesNoMoney;",
    replace: "const takesMoney = !isPaid(booking.status);",
  },
  {
    what: "the amount of a notice isn't compared",
    file: "app/domain/money/payfast-notice.server.ts",
    find: "return Math.abs(amountGrossCents - amountCents) <= TOLERATED_CENTS;",
    replace: "return Number.isFinite(amountGrossCents - amountCents);",
  },
  {
    what: "the merchant of a notice isn't compared",
    file: "app/domain/money/payfast-notice.server.ts",
    find: "if (notice.merchantId !== ours.merchantId)",
    replace: "if (notice.merchantId === ours.merchantId.slice(1))",
  },
  {
    what: "a notice's signature isn't checked",
    file: "app/domain/bookings/payments/take-notice.server.ts",
    find: "if (!signed.ok) return {",
    replace: 'if (!signed.ok && signed.reason === "") return {',
  },
  {
    what: "anybody's address may send notices",
    file: "app/domain/bookings/payments/take-notice.server.ts",
    find: "if (!senderChecks.isSender(clientAddress))",
    replace: 'if (clientAddress === "")',
  },
  {
    what: "PayFast's INVALID is taken for a yes",
    file: "app/domain/bookings/payments/take-notice.server.ts",
    find: 'if (word !== "valid")',
    replace: 'if (word === "unanswered")',
  },
  {
    what: "a payment for another quote pays for this one",
    // Asked twice: before PayFast is asked, and in the transaction.
    file: "app/domain/money/attempts.server.ts",
    find: 'payment.state !== "replaced" && !shares.some',
    replace: 'payment.state === "replaced" && !shares.some',
  },
  {
    what: "an attempt to pay is opened again at each look",
    file: "app/domain/money/attempts.server.ts",
    find: "if (!waiting) {",
    replace: "if (!waiting || now.getTime() > 0) {",
  },
  {
    what: "coming back by the link of an earlier attempt reopens a failed payment",
    file: "app/domain/bookings/payments/return-from-payment.server.ts",
    find: "(await answeredAttempts({ read: tx }, quoteId)) !== answered) return;",
    replace: "answered < 0) return;",
  },
  {
    what: "a paid booking can be given up",
    file: "app/domain/bookings/change-booking.server.ts",
    find: "if (isPaid(quote.status)) return false;",
    replace: 'if (quote.status === "paid") return false;',
  },
  {
    what: "a refund that is typed twice is refused with a fault",
    file: "app/domain/bookings/payments/note-refund.server.ts",
    find: "const isThis = sumOf(noted) === amountCents && noted.some((each) => areOf([each], money));",
    replace: "const isThis = noted.length === 0 && noted.some((each) => areOf([each], money));",
  },
  // Quotes and bookings
  {
    what: "whoever presses the button of an old page books at the price of today",
    file: "app/domain/bookings/confirm-booking.server.ts",
    find: "if (!asked || !sameDetails || !samePrice || quote.expiresAt <= now)",
    replace: "if (!asked || quote.expiresAt <= now)",
  },
  {
    what: "a price that has run out can be booked",
    file: "app/domain/bookings/confirm-booking.server.ts",
    find: "if (!asked || !sameDetails || !samePrice || quote.expiresAt <= now)",
    replace: "if (!asked || !sameDetails || !samePrice)",
  },
  {
    what: "a step sent again makes a second quote of one draft",
    file: "app/http/wizard/save-step.server.ts",
    find: "const answered: Draft = { ...draft, [name]: answers };",
    replace: "const answered: Draft = { ...draft, id: crypto.randomUUID(), [name]: answers };",
  },
  {
    what: "another owner's quote is resumed",
    file: "app/domain/parcels/quotes/owned-quotes.server.ts",
    find: ".where(and(eq(quotes.id, id), eq(quotes.uid, uid)));\n  return quote ?? null;",
    replace: ".where(and(eq(quotes.id, id), eq(quotes.id, id)));\n  return quote ?? null;",
  },
  {
    what: "a draft on a shared phone is shown to whoever signs in next",
    file: "app/http/wizard/draft-cookies.server.ts",
    find: "if (!addresses || addresses[1] !== owner) return null;",
    replace: 'if (!addresses || (addresses[1] === "") !== (owner === "")) return null;',
  },
  {
    what: "the tidying deletes bookings that nobody paid",
    file: "app/domain/parcels/quotes/old-quotes.server.ts",
    find: "isNull(quotes.bookedAt), lt(quotes.expiresAt, before),",
    replace: "lt(quotes.expiresAt, before),",
  },
  // Emails and applications
  {
    what: "claim left out: whoever looks sends what is due",
    file: "app/domain/post/claims.server.ts",
    find: "nextAttemptAt: turn, scheduledAt: now, claimedAt: now };",
    replace: "nextAttemptAt: now, scheduledAt: now, claimedAt: null };",
  },
  {
    what: "a process that starts takes over the emails that another has in hand",
    file: "app/domain/post/run-outbox.server.ts",
    find: "if (!lock) return;",
    replace: "",
  },
  {
    what: "an email that could not be noted as sent goes again",
    file: "app/domain/post/sending.server.ts",
    find: "while (!hasStopped) {",
    replace: "for (let once = true; once; once = false) {",
  },
  {
    what: "emails in hand are dropped by a stop, and sent again at the start",
    file: "app/domain/post/sending.server.ts",
    find: "await Promise.race([Promise.all([...inHand].map(({ sent }) => sent)), clock.pause(STOP_PATIENCE_MS)]);",
    replace: "",
  },
  {
    what: "an email counts as sent when it failed",
    file: "app/domain/post/claims.server.ts",
    find: 'if (outcome.kind === "sent") {',
    replace: 'if (outcome.kind !== "released") {',
  },
  {
    what: "a sent email keeps its one-time link",
    file: "app/domain/post/claims.server.ts",
    find: "return isSecret ?",
    replace: "return isSecret === null ?",
  },
  {
    what: "an email that failed is never due again",
    file: "app/domain/post/claims.server.ts",
    find: "if (turn) return { lastError, nextAttemptAt: turn, refusals, waitsForChannel",
    replace: 'if (turn) return { state: "dead", lastError, waitsForChannel',
  },
  {
    what: "one application from two forms is kept twice",
    file: "app/domain/drivers/applications/applications.server.ts",
    find: 'if (known) return { kind: "received", reference: known, isCorrection: false };',
    replace: "",
  },
  // Accounts
  {
    what: "signing out forgets the cookie and keeps the session",
    file: "app/routes/logout.tsx",
    find: 'await store.tx((tx) => endSession(tx, "customer", customer.account.uid, customer.session.id));',
    replace: "await store.tx(async (tx) => void tx && endSession);",
  },
  {
    what: "a new password by email leaves the old sessions open",
    file: "app/domain/accounts/reset-password.server.ts",
    find: 'await endSessions(tx, "customer", account.uid);',
    replace: "",
  },
  {
    what: "a changed password leaves the other phones signed in",
    file: "app/domain/accounts/reset-password.server.ts",
    find: 'await endSessions(tx, "customer", uid);',
    replace: "",
  },
  {
    what: "sessions never run out",
    file: "app/domain/accounts/sessions.server.ts",
    find: "now.getTime() + lasts[kind].longestMs)",
    replace: "now.getTime() + lasts[kind].longestMs * 100)",
  },
  {
    what: "one-time links work for ever",
    file: "app/domain/accounts/action-links.server.ts",
    find: "expiresAt: new Date(now.getTime() + livesMs) });",
    replace: "expiresAt: new Date(now.getTime() + livesMs * 1000) });",
  },
  {
    what: "using a one-time link doesn't use it up",
    file: "app/domain/accounts/action-links.server.ts",
    find: ".set({ usedAt: now })",
    replace: ".set({ usedAt: null })",
  },
  {
    what: "a registration sent again makes a second account",
    file: "app/domain/accounts/register.server.ts",
    find: "if (registered) return { account: asAccount(registered), isNew: false };",
    replace: "if (registered) form.registrationKey = newId();",
  },
  {
    what: "the limit of guesses holds nobody",
    file: "app/http/limits/rate-limit.server.ts",
    find: 'return typeof points === "string" ? settings[points] : points;',
    replace: 'return 10 * (typeof points === "string" ? settings[points] : points);',
  },
  {
    what: "the limit of guesses lifts after hours, not minutes",
    file: "app/domain/limits/limits.ts",
    find: "guessesAtAccount: {\n    ...inWindow(10, 15 * MINUTES)",
    replace: "guessesAtAccount: {\n    ...inWindow(10, 15 * HOURS)",
  },
  {
    what: "a newer link for a new password leaves the older ones valid",
    file: "app/domain/accounts/reset-password.server.ts",
    find: 'await revokeLinks(tx, owner.uid, ["resetPassword"], at.now);',
    replace: "",
  },
  // Money and papers
  {
    what: "a PENDING notice fails a booking",
    file: "app/domain/money/payment-state.ts",
    find: 'if (notice.status === "PENDING" || isPending(others)) return',
    replace: "if (isPending(others)) return",
  },
  {
    what: "a price that was replaced is taken for ever",
    file: "app/domain/bookings/payments/asked-amount.ts",
    find: "attempt.heldUntil > now;",
    replace: "attempt.heldUntil < now || true;",
  },
  {
    what: "an invoice is one rand too high",
    file: "app/domain/parcels/issue-invoice.server.ts",
    find: "takenApart(payment.paidCents,",
    replace: "takenApart(payment.paidCents + 100,",
  },
  {
    what: "a refund gets no credit note",
    file: "app/domain/bookings/payments/note-refund.server.ts",
    find: "const creditNote = await issueCreditNote(tx, refunded, now);",
    replace: "const creditNote = refunded.amountCents < 0 ? await issueCreditNote(tx, refunded, now) : null;",
  },
  {
    what: "the money of a cancelled booking isn't owed back",
    file: "app/domain/money/refunds.server.ts",
    find: "=> isAllOwed || payment.state",
    replace: "=> (isAllOwed && false) || payment.state",
  },
  {
    what: "whoever has paid a part of the price is asked for all of it again",
    file: "app/routes/payfast.start.$quoteId/route.tsx",
    find: "const amountCents = part?.restCents ?? priceCents;",
    replace: "const amountCents = part ? priceCents : priceCents;",
  },
  {
    what: "an invoice leaves out the part of the price that came first",
    file: "app/domain/bookings/payments/settle-payment.server.ts",
    find: "reported.amountGrossCents + (isRest ? totalLeftCents(parts) : 0);",
    replace: "reported.amountGrossCents;",
  },
  {
    what: "a part of a price is owed back as soon as it comes",
    file: "app/domain/money/refunds.server.ts",
    find: "settledAt.getTime() > REST_COMES_WITHIN_MS;",
    replace: "settledAt.getTime() >= 0 * REST_COMES_WITHIN_MS;",
  },
  {
    what: "of a refund for a list, one booking's share is noted",
    file: "app/domain/bookings/payments/note-refund.server.ts",
    find: "await record(tx, refund, shares, now);\n  return { ok: true, added: true };",
    replace: "await record(tx, refund, shares.slice(0, 1), now);\n  return { ok: true, added: true };",
  },
  {
    what: "the link to an invoice is signed for another address",
    file: "app/domain/bookings/payments/invoice-of-booking.server.ts",
    find: "paths.invoice(paper.invoiceNo), appUrl);",
    replace: "paths.invoice(paper.quoteId), appUrl);",
  },
  {
    what: "of a list that is paid at once, one booking is settled",
    file: "app/domain/bookings/payments/take-notice.server.ts",
    find: "await settlePayment(tx, shares, {",
    replace: "await settlePayment(tx, shares.slice(0, 1), {",
  },
  {
    what: "a list that is sent again is booked again",
    file: "app/domain/bookings/imported-bookings.server.ts",
    find: "const draftId = `${orderId}-${at}`;",
    replace: "const draftId = `${orderId}-${at}-${now.getTime()}`;",
  },
  {
    what: "a customer's own cancellation isn't recorded",
    file: "app/domain/bookings/cancel-booking.server.ts",
    find: "await markCancelled(",
    replace: 'if (by === "staff") await markCancelled(',
  },
  // Parcels, and the people who are told
  {
    what: "a receiver is never told of a parcel",
    file: "app/domain/messages/who-is-notified.ts",
    find: "booked: { sender: email, receiver: email, account: email,",
    replace: "booked: { sender: email, receiver: none, account: email,",
  },
  {
    what: "a message that was withdrawn still goes",
    file: "app/domain/post/outbox.server.ts",
    find: "await withdrawUntried(tx, occasion);",
    replace: "if (now) return [];",
  },
  {
    what: "a mark that is undone stays in the history",
    file: "app/domain/parcels/mark-parcel.server.ts",
    find: "await removeEvent(tx, last, now);",
    replace: "",
  },
  {
    what: "a driver's form that is sent again counts twice",
    file: "app/domain/drivers/stop-answers.server.ts",
    find: "return formKeyOf([driver.id, waybillNo,",
    replace: "return formKeyOf([String(performance.now()), driver.id, waybillNo,",
  },
  {
    what: "a driver's mark is confirmed and not written",
    file: "app/domain/drivers/mark-at-stop.server.ts",
    find: "await tx.insert(driverMarks)",
    replace: 'if (form.key === "") await tx.insert(driverMarks)',
  },
  {
    what: "a driver's link signs in a second phone",
    file: "app/domain/drivers/driver-sessions.server.ts",
    find: "const link = await redeemLink(tx, PURPOSE, code, now);",
    replace:
      'const state = await inspectLink(tx, PURPOSE, code, now);\n  const link = state.kind === "unknown" ? null : state.link;',
  },
  {
    what: "each time that a parcel goes out it has another PIN",
    file: "app/domain/parcels/delivery-pin.server.ts",
    find: ".onConflictDoNothing();",
    replace: ".onConflictDoUpdate({ target: deliveryPins.waybillNo, set: { pin: random(DIGITS) } });",
  },
  {
    what: "a report of a problem that is sent again isn't recognised",
    file: "app/domain/parcels/open-case.server.ts",
    find: "if (sent && isSame(sent)) return sent;",
    replace: "if (sent) return null;",
  },
  {
    what: "a receiver's answer is confirmed and not written",
    file: "app/domain/bookings/receivers-place.server.ts",
    find: "addresses: { ...addresses, toLandmark: landmark }",
    replace: "addresses: { ...addresses }",
  },
  {
    what: "what a transaction did before it was rolled back is believed when it runs again",
    file: "app/domain/drivers/driver-sessions.server.ts",
    find: "if (await findSession(tx, driversAtWork, token, now)) return true;",
    replace:
      "const before = signInDriver as unknown as { codes?: Set<string> };\n  before.codes ??= new Set();\n  if (before.codes.has(code)) return true;\n  before.codes.add(code);",
  },
  // As strangers planted them
  {
    what: "a failed letter waits for its second gap first, and its last try is never made",
    file: "app/domain/post/channels.ts",
    find: "gapsMs[attempts - 1];",
    replace: "gapsMs[attempts];",
  },
  {
    what: "a stop that is given to another driver stays with the first",
    file: "app/domain/drivers/stops.server.ts",
    find: "await removeStops(tx, [...moved, ...over], now);",
    replace: "await removeStops(tx, over, now);",
  },
  {
    what: "the VAT of a month's last hours counts in the month before",
    file: "db/staff-views/invoices.sql",
    find: "substr(strftime('%Y-%m-%d %H:%M', issued_at, '+2 hours'), 1, 7) AS month,",
    replace: "substr(issued_at, 1, 7) AS month,",
  },
  {
    what: "each booking of a list gets another's share",
    file: "app/domain/bookings/payments/in-shares.ts",
    find: "return parts.map(({ quoteId, chargeId, amountCents }, at) => {",
    replace:
      'return parts.map(({ chargeId, amountCents }, at) => {\n    const quoteId = parts[(at + 1) % parts.length]?.quoteId ?? "";',
  },
  {
    what: "one refund of a list is split evenly",
    file: "app/domain/bookings/payments/note-refund.server.ts",
    find: "const owedCents = sumOf(shares);",
    replace:
      "const owedCents = sumOf(shares);\n  for (const share of shares) share.amountCents = Math.round(owedCents / shares.length);",
  },
  {
    what: "one receiver's wish takes every parcel from its driver",
    file: "app/domain/drivers/stops.server.ts",
    find: "const isOfVisit = and(eq(stops.waybillNo, waybillNo), eq(stops.visit, visit));",
    replace: "const isOfVisit = waybillNo ? eq(stops.visit, visit) : undefined;",
  },
  {
    what: "a program that is told of a payment reads that the booking is still unpaid",
    file: "app/domain/parcels/quotes/saved-quotes.server.ts",
    find: "await tx.update(quotes).set({ status, updatedAt: now }).where(eq(quotes.id, quoteId));\n  await bookingChanged(tx, quoteId, { status, how }, now);",
    replace:
      "await bookingChanged(tx, quoteId, { status, how }, now);\n  await tx.update(quotes).set({ status, updatedAt: now }).where(eq(quotes.id, quoteId));",
  },
  {
    what: "a planned price doesn't start at midnight",
    file: "app/domain/prices/price-tables.server.ts",
    find: "held.mark !== mark || held.day !== day)",
    replace: "held.mark !== mark)",
  },
  {
    what: "taking a wish back overwrites the day on which the office agreed since",
    file: "app/domain/bookings/agree-visit.server.ts",
    find: 'if (stop === "delivery") await endWishes(tx, waybillNo, ["day", "depot"], "the office", now);',
    replace: 'if (stop === "delivery") await endWishes(tx, waybillNo, ["depot"], "the office", now);',
  },
  {
    what: "a key answers with another shop's booking",
    file: "app/domain/limits/done-once.server.ts",
    find: "eq(doneOnce.kind, kind), eq(doneOnce.who, who), eq(doneOnce.key, key)",
    replace: "eq(doneOnce.kind, kind), who ? eq(doneOnce.key, key) : undefined",
  },
  {
    what: "an endpoint that is busy is never called again",
    file: "app/domain/post/claims.server.ts",
    find: 'const turn = next === "give up" ? undefined',
    replace: "const turn = next !== undefined ? undefined",
  },
  {
    what: "all parcels of a process share one PIN",
    file: "app/domain/parcels/delivery-pin.server.ts",
    find: ".values({ waybillNo, pin: random(DIGITS), madeAt: now })",
    replace: ".values({ waybillNo, pin: ((makePin as { one?: string }).one ??= random(DIGITS)), madeAt: now })",
  },
  {
    what: "texts wait a day too long after midnight",
    file: "app/domain/post/quiet-hours.ts",
    find: "return end > ready ? end : new Date(",
    replace: "return end > ready && hours.from < hours.until ? end : new Date(",
  },
];
