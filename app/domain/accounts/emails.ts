import { brand } from "#app/brand";
import { signature } from "#app/contact";
import { compose, type EmailContent } from "#app/domain/post/compose";
import { salutation } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { newId } from "#app/domain/values/ids.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { paths } from "#app/paths";
import type { Account } from "./account";
import { type LinkMode, linkDays, linkLives } from "./link-modes";

const NOT_YOU = "If it wasn't you, ignore this email. Nothing happens unless somebody uses the link.";

/** The site that links lead to, and the moment that is part of an email's key. */
export type Occasion = { appUrl: string; now: Date };

/** "Is this address yours?" */
export function verifyYourEmail(account: Account, link: { code: string; next?: string }, at: Occasion): Email {
  return secretEmail("verify-email", "verifyEmail", at.now, account.uid, account.email, {
    subject: `Please verify your email address for ${brand.name}`,
    greeting: salutation(account.name),
    opening: ["Thank you for registering. Please confirm that this email address is yours."],
    action: { label: "Verify my email address", url: linkUrl("verifyEmail", link.code, at, link.next) },
    closing: [`The link works once, for ${linkDays("verifyEmail")}.`, NOT_YOU],
  });
}

/**
 * To the owner of an address when somebody registers with it again. Whoever registers isn't told that the account
 * exists.
 */
export function youHaveAnAccount(registered: Account, at: Occasion): Email {
  return {
    key: `already-registered:${registered.uid}:${at.now.toISOString()}`,
    to: registered.email,
    ...compose({
      subject: `You already have an account with ${brand.name}`,
      greeting: salutation(registered.name),
      opening: [
        "Somebody tried to register with this email address. It already has an account, and we changed nothing.",
        "If it was you, log in with your password. If you have forgotten it, choose “Forgot password”.",
      ],
      facts: [],
      action: { label: "Log in", url: `${at.appUrl}${paths.login}` },
      closing: ["If it wasn't you, you don't need to do anything. They can't see your account."],
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
  return secretEmail("reset-password", "resetPassword", at.now, account.uid, account.email, {
    subject: `Choose a new password for ${brand.name}`,
    greeting: salutation(account.name),
    opening: ["Somebody asked for a new password for this email address. We think it was you."],
    action: { label: "Choose a new password", url: linkUrl("resetPassword", link.code, at) },
    closing: [
      `The link works once, for ${linkDays("resetPassword")}. If you ask for another link, this one stops working.`,
      "If it wasn't you, ignore this email. Your password stays the same.",
    ],
  });
}

/** To the new address. The change happens when the link is used. */
export function confirmNewEmail(account: Account, email: string, link: { code: string }, at: Occasion): Email {
  return secretEmail("change-email", "verifyAndChangeEmail", at.now, account.uid, email, {
    subject: `Confirm your new email address for ${brand.name}`,
    greeting: salutation(account.name),
    opening: ["You asked to use this email address for your account."],
    action: { label: "Use this email address", url: linkUrl("verifyAndChangeEmail", link.code, at) },
    closing: [`The link works once, for ${linkDays("verifyAndChangeEmail")}.`, NOT_YOU],
  });
}

/** To the owner of an address when another account asks to change to it. */
export function somebodyWantsYourEmail(owner: Account, at: Occasion): Email {
  return {
    key: `email-wanted:${owner.uid}:${at.now.toISOString()}`,
    to: owner.email,
    ...compose({
      subject: `Your email address at ${brand.name}`,
      greeting: salutation(owner.name),
      opening: [
        "Somebody asked to use this email address for another account. It belongs to your account, so we changed nothing.",
      ],
      facts: [],
      closing: [
        "If it was you, delete one of the two accounts first. If it wasn't you, you don't need to do anything.",
      ],
      signature: signature(),
    }),
  };
}

/** To the old address after the change, with a link to undo it in case somebody else made it. */
export function yourEmailWasChanged(account: Account, oldEmail: string, link: { code: string }, at: Occasion): Email {
  return secretEmail("recover-email", "recoverEmail", at.now, account.uid, oldEmail, {
    subject: `Your email address for ${brand.name} was changed`,
    greeting: salutation(account.name),
    opening: [
      "Your account now has a different email address. If you changed it, you don't need to do anything.",
      "If it wasn't you, use this link to take your account back. Then choose a new password.",
    ],
    action: { label: "Take my account back", url: linkUrl("recoverEmail", link.code, at) },
    closing: [`The link works once, for ${linkDays("recoverEmail")}.`],
  });
}

/** Sent after every change of password, because somebody else may have made it. */
export function yourPasswordWasChanged(account: Account, at: Occasion): Email {
  return {
    key: `password-changed:${account.uid}:${at.now.toISOString()}`,
    to: account.email,
    ...compose({
      subject: `Your password for ${brand.name} was changed`,
      greeting: salutation(account.name),
      opening: ["Your password was changed. All your other browsers have been logged out."],
      facts: [["When", saDateTime(at.now)]],
      action: { label: "It wasn't me: choose a new password", url: at.appUrl + paths.loginWith({ tab: "forgot" }) },
      closing: ["If it was you, you don't need to do anything."],
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

function linkUrl(mode: LinkMode, oobCode: string, { appUrl }: Occasion, next?: string): string {
  return appUrl + paths.action({ mode, oobCode, continueUrl: next ?? paths.dashboard });
}
