import { brand } from "#app/brand";
import { day, name, type Sentence, say, time } from "../say";
import { ourPhone, plural } from "./ours";

const us = name(brand.name);
const notYou = say`If it wasn't you, ignore this email. Nothing happens unless somebody uses the link.`;
const worksOnce = (lives: Sentence) => say`The link works once, for ${lives}.`;

const byMonth = [
  say`Your bookings need no payment before collection, up to the limit below.`,
  say`On the 1st of each month you get a statement by email for the parcels collected in the month before. You pay it as a whole.`,
];
const notByMonth = say`Over the limit, or while something is overdue, new bookings are paid before collection.`;

/** Emails about an account. `lives`: how long a link works. */
export const accounts = {
  hours: (count: number) => plural(count, { one: say`${count} hour`, other: say`${count} hours` }),
  days: (count: number) => plural(count, { one: say`${count} day`, other: say`${count} days` }),
  verify: (lives: Sentence) => ({
    headline: say`Please verify your email address for ${us}`,
    opening: [say`Thank you for registering. Please confirm that this email address is yours.`],
    link: say`Verify my email address`,
    closing: [worksOnce(lives), notYou],
  }),
  registeredBefore: {
    headline: say`You already have an account with ${us}`,
    opening: [
      say`Somebody tried to register with this email address. It already has an account, and we changed nothing.`,
      say`If it was you, log in with your password. If you have forgotten it, choose “Forgot password”.`,
    ],
    link: say`Log in`,
    closing: [say`If it wasn't you, you don't need to do anything. They can't see your account.`],
  },
  newPassword: (lives: Sentence) => ({
    headline: say`Choose a new password for ${us}`,
    opening: [say`Somebody asked for a new password for this email address. We think it was you.`],
    link: say`Choose a new password`,
    closing: [
      say`${worksOnce(lives)} If you ask for another link, this one stops working.`,
      say`If it wasn't you, ignore this email. Your password stays the same.`,
    ],
  }),
  newEmail: (lives: Sentence) => ({
    headline: say`Confirm your new email address for ${us}`,
    opening: [say`You asked to use this email address for your account.`],
    link: say`Use this email address`,
    closing: [worksOnce(lives), notYou],
  }),
  emailWanted: {
    headline: say`Your email address at ${us}`,
    opening: [
      say`Somebody asked to use this email address for another account. It belongs to your account, so we changed nothing.`,
    ],
    closing: [
      say`If it was you, delete one of the two accounts first. If it wasn't you, you don't need to do anything.`,
    ],
  },
  emailChanged: (lives: Sentence) => ({
    headline: say`Your email address for ${us} was changed`,
    opening: [
      say`Your account now has a different email address. If you changed it, you don't need to do anything.`,
      say`If it wasn't you, use this link to take your account back. Then choose a new password.`,
    ],
    link: say`Take my account back`,
    closing: [worksOnce(lives)],
  }),
  /** An account whose mailbox is lost: to the new one, to the old one, and to the new one when it was stopped. */
  moves: (at: string, on: string) => ({
    headline: say`Your account with ${us} moves to this email`,
    opening: [
      say`You asked our office to move your account to this mailbox. We have told the old one too. It can stop the move until ${time(at)} on ${day(on)}.`,
    ],
    link: say`Use this email address`,
    closing: [
      say`The link works from ${time(at)} on ${day(on)}, once, for 3 days. You choose a new password with it. Everybody else is logged out.`,
      notYou,
    ],
  }),
  movesFrom: (at: string, on: string) => ({
    headline: say`Your account with ${us} moves to another email`,
    opening: [
      say`Our office was told that you can't read this mailbox any more. So we are moving your account to another one.`,
      say`Is that wrong? Stop it with this link. It works until ${time(at)} on ${day(on)}.`,
    ],
    link: say`Stop the move`,
    closing: [
      say`If you asked for it, you don't need to do anything. Do you have a question? Phone us: ${ourPhone()}.`,
    ],
  }),
  stays: () => ({
    headline: say`Your account with ${us} was not moved`,
    opening: [
      say`Somebody stopped the move in the old mailbox. The account keeps its email, and the link that we sent you doesn't work.`,
    ],
    closing: [say`If this is your account, phone us: ${ourPhone()}.`],
  }),
  passwordChanged: {
    headline: say`Your password for ${us} was changed`,
    opening: [say`Your password was changed. All your other browsers have been logged out.`],
    link: say`It wasn't me: choose a new password`,
    closing: [say`If it was you, you don't need to do anything.`],
  },
  credit: {
    allowed: { headline: say`Your account now pays by month`, opening: byMonth, closing: [notByMonth] },
    changed: {
      headline: say`Your account pays by month, on new terms`,
      opening: byMonth,
      closing: [say`What is on your account stays there. The invoices that you have are due as before.`, notByMonth],
    },
    stopped: {
      headline: say`Your account no longer pays by month`,
      opening: [
        say`New bookings are paid before collection.`,
        say`What is open on your account stays to be paid as before. Its parcels are collected and delivered as booked.`,
      ],
      closing: [],
    },
    limit: say`The most that you may owe`,
    due: say`A statement is due`,
    days: (count: number) =>
      plural(count, {
        one: say`${count} day after the end of its month`,
        other: say`${count} days after the end of its month`,
      }),
    link: say`See what is on your account`,
  },
  shopOrderOpen: {
    headline: say`An order of your shop is not booked`,
    opening: [say`Your shop on Shopify told us of an order that we could not book.`],
    link: say`Open My shop`,
    closing: [
      say`It stands there with all other such orders. Try again there, or take it off the list. There is one such email a day at most.`,
    ],
  },
  webhookOff: {
    headline: say`We have switched off one of your webhooks`,
    opening: [
      say`We have stopped sending parcel updates to your shop's program, because the address that you gave us for webhooks doesn't work.`,
    ],
    because: {
      gone: (_: number) => say`It answered 410 (Gone).`,
      failing: (days: number) =>
        plural(days, {
          one: say`It has not accepted an update for ${days} day.`,
          other: say`It has not accepted an update for ${days} days.`,
        }),
    },
    link: say`Open My shop`,
    closing: [
      say`When the address works again, press “Switch on and send again” there. Your program can ask the API for what happened meanwhile.`,
    ],
  },
};
