import type { CreditTerms } from "#app/domain/money/give-credit.server";
import { compose, type EmailContent, type Fact, type Link } from "#app/domain/post/compose";
import { salutation, signature } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { newId } from "#app/domain/values/ids.server";
import { dayAndTime, saClock } from "#app/domain/values/sa-time";
import { DAYS, HOURS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { amount, moment, type Sentence, say } from "#app/language/say";
import { accountPaths, paths } from "#app/paths";
import type { Account } from "./account";
import { type LinkMode, linkLives, opensAt } from "./link-modes";

/** The site that links lead to, and the moment that is part of an email's key. */
export type Occasion = { appUrl: string; now: Date };

/** "Is this address yours?" */
export function verifyYourEmail(account: Account, link: { code: string; next?: string }, at: Occasion): Email {
  const words = messagesCatalogue().accounts.verify(linkDays("verifyEmail"));
  return secretEmail("verify-email", "verifyEmail", at.now, account.uid, account.email, {
    ...words,
    greeting: salutation(account.name),
    action: linkTo(words.link, "verifyEmail", link.code, at, link.next),
  });
}

/**
 * To the owner of an address when somebody registers with it again. Whoever registers isn't told that the account
 * exists.
 */
export function youHaveAnAccount(registered: Account, at: Occasion): Email {
  const words = messagesCatalogue().accounts.registeredBefore;
  return {
    key: `already-registered:${registered.uid}:${at.now.toISOString()}`,
    to: registered.email,
    ...compose({
      ...words,
      greeting: salutation(registered.name),
      facts: [],
      action: { label: words.link, url: `${at.appUrl}${paths.login}` },
      signature: signature(),
    }),
  };
}

/** "Choose a new password." */
export function chooseNewPassword(
  account: Pick<Account, "uid" | "email" | "name">,
  link: { code: string },
  at: Occasion,
): Email {
  const words = messagesCatalogue().accounts.newPassword(linkDays("resetPassword"));
  return secretEmail("reset-password", "resetPassword", at.now, account.uid, account.email, {
    ...words,
    greeting: salutation(account.name),
    action: linkTo(words.link, "resetPassword", link.code, at),
  });
}

/** To the new address. The change happens when the link is used. */
export function confirmNewEmail(account: Account, email: string, link: { code: string }, at: Occasion): Email {
  const words = messagesCatalogue().accounts.newEmail(linkDays("verifyAndChangeEmail"));
  return secretEmail("change-email", "verifyAndChangeEmail", at.now, account.uid, email, {
    ...words,
    greeting: salutation(account.name),
    action: linkTo(words.link, "verifyAndChangeEmail", link.code, at),
  });
}

/** To the owner of an address when another account asks to change to it. */
export function somebodyWantsYourEmail(owner: Account, at: Occasion): Email {
  return {
    key: `email-wanted:${owner.uid}:${at.now.toISOString()}`,
    to: owner.email,
    ...compose({
      ...messagesCatalogue().accounts.emailWanted,
      greeting: salutation(owner.name),
      facts: [],
      signature: signature(),
    }),
  };
}

/** To the old address after the change, with a link to undo it in case somebody else made it. */
export function yourEmailWasChanged(account: Account, oldEmail: string, link: { code: string }, at: Occasion): Email {
  const words = messagesCatalogue().accounts.emailChanged(linkDays("recoverEmail"));
  return secretEmail("recover-email", "recoverEmail", at.now, account.uid, oldEmail, {
    ...words,
    greeting: salutation(account.name),
    action: linkTo(words.link, "recoverEmail", link.code, at),
  });
}

/** To the new mailbox of an account that the office moves. The link works once the old one had a day to stop it. */
export function accountMoves(account: Account, to: string, link: { code: string }, at: Occasion): Email {
  const words = messagesCatalogue().accounts.moves(...whenOpen(at.now));
  return secretEmail("account-moves", "moveAccount", at.now, account.uid, to, {
    ...words,
    greeting: salutation(account.name),
    action: linkTo(words.link, "moveAccount", link.code, at),
  });
}

/** To the old one, with a link that stops it. */
export function yourAccountMoves(account: Account, link: { code: string }, at: Occasion): Email {
  const words = messagesCatalogue().accounts.movesFrom(...whenOpen(at.now));
  return secretEmail("account-move", "stopMove", at.now, account.uid, account.email, {
    ...words,
    greeting: salutation(account.name),
    action: linkTo(words.link, "stopMove", link.code, at),
  });
}

/** To the new one, once the old one has stopped it. */
export function accountStays(account: Account, to: string, at: Occasion): Email {
  return {
    key: `account-stays:${account.uid}:${at.now.toISOString()}`,
    to,
    ...compose({
      ...messagesCatalogue().accounts.stays(),
      greeting: salutation(account.name),
      facts: [],
      signature: signature(),
    }),
  };
}

/** The clock and the day from which an account that is moved now opens. */
function whenOpen(now: Date): [at: string, on: string] {
  const { day, time } = dayAndTime(saClock(opensAt("moveAccount", now)));
  return [time, day];
}

/** Sent after every change of password, because somebody else may have made it. */
export function yourPasswordWasChanged(account: Account, at: Occasion): Email {
  const words = messagesCatalogue().accounts.passwordChanged;
  return {
    key: `password-changed:${account.uid}:${at.now.toISOString()}`,
    to: account.email,
    ...compose({
      ...words,
      greeting: salutation(account.name),
      facts: [[messagesCatalogue().emails.facts.when, say`${moment(at.now)}`]],
      action: { label: words.link, url: at.appUrl + paths.loginWith({ tab: "forgot" }) },
      signature: signature(),
    }),
  };
}

/** What is new of an account that pays by month. */
export type CreditNews = ({ is: "allowed" | "changed" } & CreditTerms) | { is: "stopped" };

/** Whether and on what terms an account pays by month from now on. The newest takes the place of what waits to be sent. */
export function yourCredit(
  { uid, name, email }: Pick<Account, "uid" | "name" | "email">,
  news: CreditNews,
  at: Occasion,
): Email {
  const words = messagesCatalogue().accounts.credit;
  const terms: Fact[] =
    news.is === "stopped"
      ? []
      : [
          [words.limit, say`${amount(news.limitCents)}`],
          [words.due, words.days(news.days)],
        ];
  return {
    key: `credit-changed:${uid}:${at.now.toISOString()}`,
    to: email,
    replaces: `credit-changed:${uid}`,
    ...compose({
      ...words[news.is],
      greeting: salutation(name),
      facts: terms,
      action: { label: words.link, url: at.appUrl + accountPaths.overview },
      signature: signature(),
    }),
  };
}

type SecretContent = Omit<EmailContent, "facts" | "signature">;

/** Each holds a link of its own, which ends the link before: none may be taken for another of the same millisecond. */
function secretEmail(
  occasion: string,
  mode: LinkMode,
  now: Date,
  uid: string,
  to: string,
  content: SecretContent,
): Email {
  return {
    key: `${occasion}:${uid}:${newId()}`,
    to,
    worksUntil: new Date(now.getTime() + linkLives[mode]),
    // Each address that an account had has its own way back.
    replaces: mode === "recoverEmail" ? undefined : `${occasion}:${uid}`,
    ...compose({ ...content, facts: [], signature: signature() }),
  };
}

function linkTo(label: Sentence, mode: LinkMode, oobCode: string, { appUrl }: Occasion, next?: string): Link {
  return { label, url: appUrl + paths.action({ mode, oobCode, continueUrl: next ?? paths.dashboard }) };
}

/** "1 hour", "3 days". */
export function linkDays(mode: LinkMode): Sentence {
  const lives = linkLives[mode];
  return lives < DAYS
    ? messagesCatalogue().accounts.hours(lives / HOURS)
    : messagesCatalogue().accounts.days(lives / DAYS);
}
