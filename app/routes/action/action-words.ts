import type { LinkMode } from "#app/domain/accounts/link-modes";

/** The wording of an emailed link's page, by the link's purpose. `email` is masked. */
export const actionWords: Record<
  LinkMode,
  { title: string; doneTitle: string; ready: (email: string) => string; done: (email: string) => string }
> = {
  resetPassword: {
    title: "Choose a new password",
    doneTitle: "Password changed",
    ready: (email) => `This is for the account of ${email}. All browsers that are logged in to it will be logged out.`,
    done: () => "Your password was changed. Please log in with it.",
  },
  verifyEmail: {
    title: "Verify your email",
    doneTitle: "Email verified",
    ready: (email) => `Please confirm that ${email} is your email address.`,
    done: () => "Your email address is verified. Thank you.",
  },
  verifyAndChangeEmail: {
    title: "Use your new email address",
    doneTitle: "Email address changed",
    ready: (email) => `From now on ${email} is the email address of your account.`,
    done: (email) => `Your email address was changed to ${email}.`,
  },
  moveAccount: {
    title: "Take over your account",
    doneTitle: "The account has this email",
    ready: (email) => `From now on ${email} is the email address of your account. Everybody is logged out of it.`,
    done: (email) => `Your account has the email address ${email}, and the new password. Please log in with them.`,
  },
  stopMove: {
    title: "Keep your account here",
    doneTitle: "The account stays yours",
    ready: (email) => `Your account keeps its email address ${email}. Nobody can move it with the link that we sent.`,
    done: (email) => `Your account keeps its email address ${email}. We have told the other mailbox.`,
  },
  recoverEmail: {
    title: "Take your account back",
    doneTitle: "The account is yours again",
    ready: (email) => `Your account gets its email address ${email} back. Everybody is logged out of it.`,
    done: (email) =>
      `Your account has its email address ${email} back. The old password no longer works. We have emailed you a link to choose a new one.`,
  },
};
