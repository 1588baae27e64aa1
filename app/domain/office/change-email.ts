import { type Sentence, say } from "#app/language/say";
import { compose } from "../post/compose";
import { salutation, signature, withoutLinks } from "../post/customer-words";
import type { Email } from "../post/email";
import { saDateTime } from "../values/sa-time";

/** What somebody has done to another person's way into the office. */
export type OfficeChange = {
  what: "added" | "right changed" | "new link" | "blocked";
  person: { id: string; name: string; email: string };
  /** In words: "clerk", or "clerk, before: reader". */
  right: string;
  /** Who did it, as the record names them. */
  by: string;
};

const subjects: Record<OfficeChange["what"], Sentence> = {
  added: say`Somebody was added to the office`,
  "right changed": say`Somebody has another right in the office`,
  "new link": say`Somebody has a new link into the office`,
  blocked: say`Somebody was blocked in the office`,
};

/** To a manager: who may come in to the office has changed. */
export function officeChanged(
  manager: { id: string; name: string; email: string },
  { what, person, right, by }: OfficeChange,
  now: Date,
): Email {
  return {
    key: `office-changed:${person.id}:${now.toISOString()}:${manager.id}`,
    to: manager.email,
    ...compose({
      headline: subjects[what],
      greeting: salutation(manager.name),
      opening: [say`${subjects[what]}. Every manager gets this email.`],
      facts: [
        [say`Name`, say`${withoutLinks(person.name)}`],
        [say`Email`, say`${person.email}`],
        [say`Right`, say`${right}`],
        [say`Done by`, say`${by.replace(/^[^<]+/, withoutLinks)}`],
        [say`Done at`, say`${saDateTime(now)}`],
      ],
      closing: [
        say`If nobody meant this, block that person at once, and whoever did it: block person, in the office or in the terminal.`,
      ],
      signature: signature(),
    }),
  };
}
