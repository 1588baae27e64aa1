import { brand } from "#app/brand";
import { compose } from "#app/domain/mail/compose";
import { salutation } from "#app/domain/mail/customer-words";
import type { Email } from "#app/domain/mail/email";
import type { StoredApplication } from "./applications.server";
import { spokenApplicationNumber } from "./reference";

const openings = {
  accepted: "Good news: we would like you to drive for us. We will phone you to agree on the next steps.",
  declined: "Thank you for wanting to drive for us. We can't offer you work at the moment.",
  note: "We are writing about your wish to drive for us.",
} as const;

/** To the applicant: what staff decided, and what they add in their own words. */
export function answerToApplicant(
  application: Pick<StoredApplication, "id" | "reference" | "from_name" | "from_email">,
  { decision, note }: { decision: "accepted" | "declined" | null; note: string },
  now: Date,
): Email {
  const number = spokenApplicationNumber(application.reference);
  return {
    key: `application-answered:${application.id}:${now.toISOString()}`,
    to: application.from_email,
    subject: `Your application ${number}`,
    ...compose({
      greeting: salutation(application.from_name),
      opening: [openings[decision ?? "note"], note].filter(Boolean),
      facts: [["Application", number]],
      closing: [],
      signature: [brand.name, `Questions? ${brand.email.contact} or ${brand.phone.supportShown}`],
    }),
  };
}
