import { expect, test } from "vitest";
import { hashPassword } from "#app/domain/accounts/password.server";
import { register } from "#app/domain/accounts/register.server";
import { askForNewPassword } from "#app/domain/accounts/reset-password.server";
import { accountByPassword } from "#app/domain/accounts/sign-in.server";
import { readImport } from "#app/domain/bookings/import-list.server";
import { Asked } from "#app/domain/limits/cause";
import { LeaveToBook, leaveToBook } from "#app/domain/parcels/quotes/leave-to-book.server";
import { markBooked } from "#app/domain/parcels/quotes/saved-quotes.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { queueText } from "#app/domain/post/queue-text.server";
import { allow, byStranger } from "#app/http/limits/rate-limit.server";

type From<Function extends (...args: never[]) => unknown, At extends number> = Parameters<Function>[At];
type Email = From<typeof queueEmail, 2>;
type Text = From<typeof queueText, 2>;
type Form = From<typeof register, 2>;

const now = new Date("2026-11-23T08:00:00Z");
const context = {} as From<typeof allow, 0>;
const tx = {} as From<typeof queueEmail, 0>;
const [letter, text, form] = [{} as Email, {} as Text, {} as Form];
const listPriced = Asked.after("listChecks");
const turnToHash = Asked.after("passwords");
const ofNetwork = Asked.after("emailsFromNetwork");
const forLetters = Asked.after("acknowledgements");
const ofMailbox = Asked.after("messagesByStrangers");

test("nothing that a limit guards compiles without its proof, or with another act's", () => {
  const refused = [
    // @ts-expect-error without a cause
    () => queueEmail(tx, letter, now),
    // @ts-expect-error with a reason that isn't in the list
    () => queueEmail(tx, "a page", letter, now),
    // @ts-expect-error with a list's proof
    () => queueEmail(tx, listPriced, letter, now),
    // @ts-expect-error with a proof of nothing
    async () => queueEmail(tx, await proofOfNothing(), letter, now),
    // @ts-expect-error without a cause
    () => queueText(tx, text, now),
    // @ts-expect-error with a letter's proof: texts have limits of their own
    () => queueText(tx, forLetters, text, now),
    // @ts-expect-error with a network's proof: what goes to one mailbox is counted by that
    () => queueEmail(tx, ofNetwork, letter, now),
    // @ts-expect-error with a mailbox's proof: its network was not counted
    () => askForNewPassword(tx, ofMailbox, "thandi@example.co.za", { appUrl: "", now }),
    // @ts-expect-error without saying whose doing it is
    () => leaveToBook(tx, null, 1, now),
    // @ts-expect-error with a list's proof: booking it is another act
    () => leaveToBook(tx, listPriced, null, 1, now),
    // @ts-expect-error with a reason of messages
    () => leaveToBook(tx, "a payment", null, 1, now),
    // @ts-expect-error with the proof, but without leave
    () => markBooked(tx, Asked.after("bookingsFromNetwork"), "id", { mode: "live", termsVersion: null }, now),
    // @ts-expect-error without the proof that its account's lists were counted
    () => readImport(tx, turnToHash, {} as From<typeof readImport, 2>, {} as From<typeof readImport, 3>, "", now),
    // @ts-expect-error without a turn
    () => hashPassword("geheim-woord"),
    // @ts-expect-error with a turn, but without counting the guess
    () => accountByPassword(tx, turnToHash, turnToHash, "thandi@example.co.za", "geheim-woord"),
    // @ts-expect-error with a turn, but without counting the registration
    () => register(tx, turnToHash, form, now),
    // @ts-expect-error a proof that nobody counted for
    () => new Asked<"a letter">(),
    // @ts-expect-error something that only looks like one
    (): Asked<"a letter"> => ({ lets: () => undefined }),
  ];
  expect(refused.length).toBeGreaterThan(0);
});

test("counting gives the proof of what was counted", () => {
  const taken = [
    async () => queueEmail(tx, await proofOf(byStranger("thandi@example.co.za")), letter, now),
    async () => queueText(tx, await proofOf(byStranger("+27821234567")), text, now),
    () => leaveToBook(tx, "the office", null, 1, now),
    () => markBooked(tx, new LeaveToBook(null, 1), "id", { mode: "live", termsVersion: null }, now),
  ];
  expect(taken.length).toBeGreaterThan(0);
});

async function proofOf(one: ReturnType<typeof byStranger>) {
  const allowance = await allow(context, now, one);
  if (!allowance.ok) throw new Error(allowance.why);
  return allowance.asked;
}

async function proofOfNothing() {
  const allowance = await allow(context, now);
  if (!allowance.ok) throw new Error(allowance.why);
  return allowance.asked;
}
