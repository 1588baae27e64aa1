import { brand } from "#app/brand";
import { Notice } from "../notice";

/** What became of an application that was just sent; the first sentences are those of spec section 8. */
export function ApplicationOutcome({ reference, isSent }: { reference: string; isSent: boolean }) {
  return (
    <Notice tone={isSent ? "good" : "info"}>
      <p>
        {isSent
          ? "Your application has been submitted successfully."
          : "Your application has been submitted for review - All routes are currently filled - A team leader will reach out at the end of the month to confirm status of the application."}
      </p>
      <p>
        Your reference number: <b className="nowrap">{reference}</b>. Write it down, and say it when you ask about your
        application: <a href={`mailto:${brand.email.contact}`}>{brand.email.contact}</a>.
      </p>
    </Notice>
  );
}
