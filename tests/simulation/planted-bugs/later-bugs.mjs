/**
 * A second list that was written before anybody looked what is found, of kinds that neither `bugs.mjs` nor `fresh-bugs.mjs`
 * has: `node tests/simulation/planted-bugs/run.mjs --list later`. `docs/testing.md` has the score.
 */
export const laterBugs = [
  {
    what: "percentages are rounded down",
    file: "app/domain/values/money.ts",
    find: "return roundHalfUp(cents * basisPoints, BASIS_POINTS_IN_WHOLE);",
    replace: "return Math.floor((cents * basisPoints) / BASIS_POINTS_IN_WHOLE);",
  },
  {
    what: "a rate of a new day applies a day late",
    file: "app/domain/prices/in-force.ts",
    find: "if (row.validFrom <= day &&",
    replace: "if (row.validFrom < day &&",
  },
  {
    what: "an invoice's lines needn't add up to what was paid",
    file: "app/domain/money/invoice.ts",
    find: "if (netOfLines + vatOfLines === grossCents)",
    replace: "if (netOfLines > 0)",
  },
  {
    what: "a refund is taken from a payment that hasn't enough left",
    file: "app/domain/money/refunds.server.ts",
    find: "=== amountCents) ?? enough[0];",
    replace: "=== amountCents) ?? money[0];",
  },
  {
    what: "a payment that is taken back leaves its parcel in the plan",
    file: "app/domain/bookings/payments/undo-payment.server.ts",
    find: "await withdrawWaybill(tx, quote, now);\n      await",
    replace: "await",
  },
  {
    what: "programs aren't told that a mark was undone",
    file: "app/domain/parcels/raise-event.server.ts",
    find: "if (told.length > 0) await parcelChanged(",
    replace: "if (told.length > 9) await parcelChanged(",
  },
  {
    what: "programs aren't told that a booking is unpaid again",
    file: "app/domain/parcels/state-changes.ts",
    find: '"payment undone": "booking.unpaid",',
    replace: '"payment undone": silentBecause("nobody asks"),',
  },
  {
    what: "an endpoint is called while a mark can still be taken back",
    file: "app/domain/parcels/raise-event.server.ts",
    find: "await queueCall(tx, endpoint.id, payload, event.cause ?? newId(), now, notBefore);",
    replace: "await queueCall(tx, endpoint.id, payload, event.cause ?? newId(), now);",
  },
  {
    what: "a receiver changes their wish as often as they like",
    file: "app/domain/drivers/wishes.server.ts",
    find: "return wishes.length + wishes.filter(",
    replace: "return wishes.filter(",
  },
  {
    what: "the office's day leaves the receiver's wish standing",
    file: "app/domain/bookings/agree-visit.server.ts",
    find: 'await endWishes(tx, waybillNo, ["day", "depot"], "the office", now);',
    replace: 'await endWishes(tx, waybillNo, ["depot"], "the office", now);',
  },
  {
    what: "what is told in the evening says today, and arrives in the morning",
    file: "app/domain/post/quiet-hours.ts",
    find: "return end > ready ? end : new Date(end.getTime() + 1 * DAYS);",
    replace: "return end > ready ? end : ready;",
  },
  {
    what: "messages about a mark aren't held",
    file: "app/domain/messages/mark-and-notify.server.ts",
    find: "const notBefore = new Date(now.getTime() + HOLD_MS);",
    replace: "const notBefore = new Date(now.getTime() + 0 * HOLD_MS);",
  },
  {
    what: "a letter goes when it isn't true any more",
    file: "app/domain/post/claims.server.ts",
    find: "const isOver = ({ trueUntil }: QueuedEmail, now: Date) => trueUntil !== null && trueUntil <= now;",
    replace:
      "const isOver = ({ trueUntil, isSecret }: QueuedEmail, now: Date) => isSecret && trueUntil !== null && trueUntil <= now;",
  },
  {
    what: "what waits to be told of a parcel goes on after its cancellation",
    file: "app/domain/bookings/cancel-booking.server.ts",
    find: 'await withdrawOvertaken(tx, quoteId, { by: "cancelled" }, now);',
    replace: "",
  },
  {
    what: "a one-time link works for any purpose",
    file: "app/domain/accounts/action-links.server.ts",
    find: "return and(eq(actionLinks.codeHash, sha256(code)), eq(actionLinks.purpose, purpose));",
    replace:
      "return and(eq(actionLinks.codeHash, sha256(code)), purpose ? undefined : eq(actionLinks.purpose, purpose));",
  },
  {
    what: "a changed email leaves the links for a new password to the old one",
    file: "app/domain/accounts/change-email.server.ts",
    find: 'await revokeLinks(tx, account.uid, ["resetPassword"], at.now);',
    replace: "",
  },
  {
    what: "a parcel's PIN changes when its receiver fetches it",
    file: "app/domain/parcels/delivery-pin.server.ts",
    find: ".onConflictDoNothing();\n  const kept",
    replace: ".onConflictDoUpdate({ target: deliveryPins.waybillNo, set: { pin: random(DIGITS) } });\n  const kept",
  },
  {
    what: "the right PIN is refused after a single wrong one",
    file: "app/domain/parcels/delivery-pin.server.ts",
    find: "if (kept.wrongTries >= WRONG_PINS_ALLOWED) return",
    replace: "if (kept.wrongTries >= 1) return",
  },
  {
    what: "the first piece that is delivered counts as all of them",
    file: "app/domain/parcels/pieces.ts",
    find: "Math.min(of, count[kind] + (pieces ?? of))",
    replace: "Math.min(of, count[kind] + of)",
  },
  {
    what: "what programs were answered is forgotten the next night",
    file: "app/domain/limits/done-once.server.ts",
    find: '"call by key": 7,',
    replace: '"call by key": 1,',
  },
  {
    what: "a deleted account can still sign in",
    file: "app/domain/accounts/accounts.server.ts",
    find: '  await endSessions(tx, "customer", uid);\n  await tx.delete(creditTerms).where(eq(creditTerms.uid, uid));\n  await tx.delete(users).where(eq(users.uid, uid));',
    replace: "",
  },
  {
    what: "of a deleted account only the first few bookings lose their names",
    file: "app/domain/people/deleted-accounts.server.ts",
    find: "if (some < left.rows) break;",
    replace: "if (some <= left.rows) break;",
  },
  {
    what: "a list is booked without its last line",
    file: "app/domain/bookings/import-list.server.ts",
    find: "for (const { number, fields } of lines) {",
    replace: "for (const { number, fields } of lines.length > 3 ? lines.slice(0, -1) : lines) {",
  },
  {
    what: "a driver may mark a stop that was given to another",
    file: "app/domain/drivers/stop-views.server.ts",
    find: "if (stops.length > 0) return true;\n  }",
    replace: "if (stops.length > -1) return true;\n  }",
  },
];
