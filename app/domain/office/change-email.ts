import { signature } from "#app/contact";
import { compose } from "../post/compose";
import { salutation, withoutLinks } from "../post/customer-words";
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

const subjects: Record<OfficeChange["what"], string> = {
  added: "Somebody was added to the office",
  "right changed": "Somebody has another right in the office",
  "new link": "Somebody has a new link into the office",
  blocked: "Somebody was blocked in the office",
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
      subject: subjects[what],
      greeting: salutation(manager.name),
      opening: [`${subjects[what]}. Every manager gets this email.`],
      facts: [
        ["Name", withoutLinks(person.name)],
        ["Email", person.email],
        ["Right", right],
        ["Done by", by.replace(/^[^<]+/, withoutLinks)],
        ["Done at", saDateTime(now)],
      ],
      closing: [
        "If nobody meant this, block that person at once, and whoever did it: block person, in the office or in the terminal.",
      ],
      signature: signature(),
    }),
  };
}
