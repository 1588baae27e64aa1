import { type MailTransport, writeMessage } from "./transport.server";

/** Writes text messages to files, for sites without a provider: `To: +27…`, a blank line, the text. */
export function fileTexts(folder: string): MailTransport {
  return {
    channel: "sms",
    async send(envelope, attempt) {
      attempt.textLeaves();
      await writeMessage(folder, envelope, "sms", `To: ${envelope.to}\n\n${envelope.text}\n`);
    },
  };
}
