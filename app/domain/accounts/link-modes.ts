import { DAYS, HOURS } from "#app/durations";

/** The kinds of emailed links (specification section 2, `/action`), and how long each works. */
export const linkLives = {
  resetPassword: 1 * HOURS,
  verifyEmail: 3 * DAYS,
  verifyAndChangeEmail: 3 * DAYS,
  recoverEmail: 30 * DAYS,
} as const;

export type LinkMode = keyof typeof linkLives;

export function isLinkMode(mode: string): mode is LinkMode {
  return Object.hasOwn(linkLives, mode);
}
