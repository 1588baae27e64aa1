import { compose } from "#app/domain/post/compose";
import { salutation, signatureWithPhone } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { messagesCatalogue } from "#app/language/messages.server";
import { moment, number, say } from "#app/language/say";
import type { StoredApplication } from "./application.server";
import { spokenApplicationNumber } from "./reference";

/** The beginning of the keys of confirmation emails. */
export const acknowledgedOccasion = "application-acknowledged";

/** To the applicant: we have it. It repeats nothing that was typed, because an applicant can give anybody's address. */
export function applicationAcknowledged(
  application: Pick<StoredApplication, "reference" | "from_email" | "createdAt" | "answeredAt">,
): Email {
  const { reference, from_email, createdAt, answeredAt } = application;
  const shown = spokenApplicationNumber(reference);
  const { facts, goodDay } = messagesCatalogue().emails;
  return {
    key: `${acknowledgedOccasion}:${reference}:${answeredAt.toISOString()}`,
    to: from_email,
    ...compose({
      ...messagesCatalogue().letters.applied(shown, answeredAt > createdAt),
      greeting: goodDay,
      facts: [
        [facts.application, say`${number(shown)}`],
        [facts.received, say`${moment(answeredAt)}`],
      ],
      signature: signatureWithPhone(),
    }),
  };
}

/** To the applicant: staff's decision, and their own words if they added any. */
export function answerToApplicant(
  application: Pick<StoredApplication, "id" | "reference" | "from_name" | "from_email">,
  { decision, note }: { decision: "accepted" | "declined" | null; note: string },
  now: Date,
): Email {
  const shown = spokenApplicationNumber(application.reference);
  const { headline, opening } = messagesCatalogue().letters.applicationAnswered(shown);
  return {
    key: `application-answered:${application.id}:${now.toISOString()}`,
    to: application.from_email,
    ...compose({
      headline,
      greeting: salutation(application.from_name),
      opening: [opening[decision ?? "note"], ...(note ? [say`${note}`] : [])],
      facts: [[messagesCatalogue().emails.facts.application, say`${number(shown)}`]],
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}
