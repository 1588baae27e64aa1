import { contact } from "#app/contact";
import { paths } from "#app/paths";
import { MailLink } from "../../ui/email-address";
import { ButtonLink, ButtonRow } from "../../ui/forms/button";
import { Notice } from "../../ui/notice";

/** The result of sending an application; the first sentences are those of specification section 8. */
export function ApplicationOutcome(props: { reference: string; isSent: boolean; isCorrection: boolean }) {
  const { reference, isSent, isCorrection } = props;
  return (
    <>
      <h1>We have your application</h1>
      <Notice tone={isSent ? "good" : "info"}>
        <p>
          {isSent
            ? "Your application has been submitted successfully."
            : "Your application has been submitted for review - All routes are currently filled - A team leader will reach out at the end of the month to confirm status of the application."}
        </p>
        <p>
          Your reference number: <b className="nowrap">{reference}</b>
        </p>
        {isCorrection ? <p>You sent it again. What you sent last counts.</p> : null}
      </Notice>
      <h2>What happens now</h2>
      <ol>
        <li>We email you this number. Give it when you ask about your application.</li>
        <li>A team leader reads your answers and reaches out to you by the end of the month.</li>
        <li>If we need a driver where you want to work, we phone you to agree on the next steps.</li>
      </ol>
      <p>
        You never pay us to apply. Questions? Write to <MailLink to={contact().email.contact} />.
      </p>
      <ButtonRow>
        <ButtonLink plain href={paths.join}>
          Apply for somebody else
        </ButtonLink>
        <ButtonLink plain href={paths.home}>
          Back to Home
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
