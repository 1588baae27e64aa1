import { brand } from "#app/brand";
import { HOURS } from "#app/durations";
import { say } from "#app/language/say";
import { compose } from "../post/compose";
import { salutation, signature } from "../post/customer-words";
import type { Email } from "../post/email";

/** To somebody who comes in to the office: the link with which they choose a password. */
export function comeIntoTheOffice(
  person: { id: string; name: string; email: string },
  link: { url: string; hours: number },
  now: Date,
): Email {
  return {
    key: `office-join:${person.id}:${now.toISOString()}`,
    to: person.email,
    worksUntil: new Date(now.getTime() + link.hours * HOURS),
    replaces: `office-join:${person.id}`,
    ...compose({
      headline: say`Your way into the office of ${brand.name}`,
      greeting: salutation(person.name),
      opening: [
        say`You get access to our office in a browser. Open the link and choose a password.`,
        say`You also need an app on your phone that shows codes, such as Google Authenticator, Aegis or 2FAS.`,
      ],
      facts: [],
      action: { label: say`Choose a password`, url: link.url },
      closing: [
        say`The link works once, for ${link.hours} hours. A newer one ends it.`,
        say`If you don't work for us, ignore this email, and tell us.`,
      ],
      signature: signature(),
    }),
  };
}
