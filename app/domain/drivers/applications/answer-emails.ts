import { signatureWithPhone } from "#app/contact";
import { compose } from "#app/domain/post/compose";
import { salutation } from "#app/domain/post/customer-words";
import type { Email } from "#app/domain/post/email";
import { saDateTime } from "#app/domain/values/sa-time";
import type { StoredApplication } from "./application.server";
import { spokenApplicationNumber } from "./reference";

const openings = {
  accepted: "Good news: we would like you to drive for us. We will phone you to agree on the next steps.",
  declined: "Thank you for wanting to drive for us. We can't offer you work at the moment.",
  note: "We are writing about your wish to drive for us.",
} as const;

/** The beginning of the keys of confirmation emails. */
export const acknowledgedOccasion = "application-acknowledged";

/** To the applicant: we have it. It repeats nothing that was typed, because an applicant can give anybody's address. */
export function applicationAcknowledged(
  application: Pick<StoredApplication, "reference" | "from_email" | "createdAt" | "answeredAt">,
): Email {
  const { reference, from_email, createdAt, answeredAt } = application;
  const number = spokenApplicationNumber(reference);
  const isCorrected = answeredAt > createdAt;
  return {
    key: `${acknowledgedOccasion}:${reference}:${answeredAt.toISOString()}`,
    to: from_email,
    ...compose({
      subject: `We have your application ${number}${isCorrected ? ", corrected" : ""}`,
      greeting: "Good day,",
      opening: [
        isCorrected
          ? "We have the new answers to your application to drive for us. They replace the earlier ones."
          : "Thank you for wanting to drive for us. We have your application.",
        "A team leader reads it, and reaches out to you by the end of the month.",
      ],
      facts: [
        ["Application", number],
        ["Received", saDateTime(answeredAt)],
      ],
      closing: ["You never pay us to apply. Did you not apply? Tell us, and we delete it."],
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
  const number = spokenApplicationNumber(application.reference);
  return {
    key: `application-answered:${application.id}:${now.toISOString()}`,
    to: application.from_email,
    ...compose({
      subject: `Your application ${number}`,
      greeting: salutation(application.from_name),
      opening: [openings[decision ?? "note"], note].filter(Boolean),
      facts: [["Application", number]],
      closing: [],
      signature: signatureWithPhone(),
    }),
  };
}
