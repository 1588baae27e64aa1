import { addressToday } from "#app/domain/messages/addresses.server";
import { resendEmail } from "#app/domain/post/resend-email.server";
import { commandNamed, say } from "#app/language/say";
import { command } from "../command";
import { act, did, each, emailNote, notDone } from "../desk.server";

export const resend = command({
  name: "resend email",
  page: "check first",
  right: "clerk",
  also: "not come, lost email, again, PIN has not come, link lost",
  summary: "send emails again: those that were given up, or that a customer has lost",
  more: say`${commandNamed("list emails")} shows their ids. A message about a booking goes to the email or phone
    that stands in the booking today. An email with a one-time link can't be sent again, because we don't keep its
    text.`,
  examples: ["list emails", "resend email q2Xb0vT7yC1n8sKfWm3e5A"],
  arguments: { email: { kind: "emails" } },
  async run({ email: ids }, desk) {
    return act(desk, async (tx) => {
      const all = await each(ids, async (id) => {
        const resent = await resendEmail(tx, id, (email) => addressToday(tx, email), desk.now);
        if (!resent.ok) return notDone(say`${id}: ${resent.why}`);
        const { subject, toAddress } = resent.email;
        const what = resent.added ? "will be sent again" : "is already waiting to be sent again";
        const record = { action: "resent email", subject: id, details: subject };
        return did(resent.added && record, say`“${subject}” to ${toAddress} ${what}.`);
      });
      return all.ok ? did(all.actions, ...all.output, emailNote) : all;
    });
  },
});
