import { DAYS, HOURS } from "#app/durations";

/** The kinds of emailed links (specification section 2, `/action`, and those with which an account is moved), and how long each works. */
export const linkLives = {
  resetPassword: 1 * HOURS,
  verifyEmail: 3 * DAYS,
  verifyAndChangeEmail: 3 * DAYS,
  recoverEmail: 30 * DAYS,
  moveAccount: 4 * DAYS,
  stopMove: 1 * DAYS,
} as const;

export type LinkMode = keyof typeof linkLives;

/** A link that works only after a while. */
const waits: Partial<Record<LinkMode, number>> = { moveAccount: linkLives.stopMove };

/** From when on a link works. */
export function opensAt(mode: LinkMode, issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + (waits[mode] ?? 0));
}

/** Whether its page asks for a new password. */
export const choosesPassword = (mode: LinkMode) => mode === "resetPassword" || mode === "moveAccount";

export function isLinkMode(mode: string): mode is LinkMode {
  return Object.hasOwn(linkLives, mode);
}
