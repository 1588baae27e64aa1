import { moveAccount as move } from "#app/domain/accounts/move-account.server";
import { personWithEmail } from "#app/domain/office/people.server";
import { isValidEmail, normaliseEmail } from "#app/domain/values/email";
import { saDateTime } from "#app/domain/values/sa-time";
import { UsageError } from "#app/domain/values/usage-error";
import { commandNamed, field, say } from "#app/language/say";
import { command } from "../command";
import { act, did, emailNote, notDone } from "../desk.server";

export const moveAccount = command({
  name: "move account",
  page: "check first",
  right: "manager",
  also: "lost mailbox, lost email, new email, locked out of an account",
  summary: "give an account another email, because its owner has lost the mailbox",
  more: say`Whoever can still read the old mailbox, or log in, changes the email on the site. Check who it is: see
    an ID, and phone the number that the account had before. Write down how in ${field("proof")}; it stays on record.
    Both mailboxes are told at once. After 24 hours a link in the new one works: its owner chooses a password, and
    everybody else is logged out. Until then a link in the old one stops it. Never for our own people:
    ${commandNamed("add person")} does that.`,
  examples: [
    'move account nomsa@example.com nomsa.zwane@example.com --proof "ID seen at the counter, 082 123 4567 answered"',
  ],
  arguments: {
    from: {
      kind: "word",
      label: "the email that the account has",
      required: "Which account? Give its email.",
      read: email,
    },
    to: { kind: "word", label: "the new email", required: "Where to? Give the new email.", read: email },
  },
  options: {
    proof: {
      kind: "why",
      label: "how you checked who it is",
      above: "Proof",
      required: say`How did you check who it is? Use ${field("proof")}.`,
    },
  },
  async run({ from, to, proof }, desk) {
    return act(desk, async (tx) => {
      for (const each of [from, to])
        if (await personWithEmail(tx, each))
          return notDone(say`${each} is one of our own people. Nothing was changed.`);
      const moved = await move(tx, from, to, { appUrl: desk.site.appUrl, now: desk.now });
      if (!moved.ok) return notDone(say`${moved.why}`);
      return did(
        // The record doesn't name them: it is kept for longer than the account.
        { action: "moved account", subject: moved.account.uid, details: proof },
        say`The account of ${from} can be taken over by ${to} from ${saDateTime(moved.opensAt)}.`,
        "Both mailboxes are told now. The old one can stop it until then.",
        emailNote,
      );
    });
  },
});

function email(typed: string): string {
  if (!isValidEmail(typed)) throw new UsageError(say`"${typed}" isn't an email address.`);
  return normaliseEmail(typed);
}
