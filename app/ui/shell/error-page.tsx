import { contact } from "#app/contact";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { ForShow } from "./this-page";

/** Specification section 2, "Not-found". */
export function NotFoundPage() {
  return (
    <section className="lost">
      <ForShow>
        <Signpost />
      </ForShow>
      <h1>You took a wrong turn</h1>
      <p>There is no page at this address. Part of the link may be missing.</p>
      <ButtonRow>
        <ButtonLink href={paths.home}>Back to Home</ButtonLink>
        <ButtonLink href={paths.track} plain>
          Track a parcel
        </ButtonLink>
      </ButtonRow>
    </section>
  );
}

/** For an error of ours. The log has the same reference, so that support can find the cause. */
export function FaultPage({ reference }: { reference: string | undefined }) {
  return (
    <section className="lost">
      <h1>Unexpected Application Error!</h1>
      <p>
        Something went wrong on our side. Go back and try again: nothing is booked or charged twice. We have kept your
        answers up to the last step you finished.
      </p>
      {reference ? (
        <p>
          If it keeps happening, give us this reference: <b className="nowrap">{reference}</b>
        </p>
      ) : null}
      <ButtonRow>
        <ButtonLink href={paths.home}>Back to Home</ButtonLink>
        <ButtonLink href={`mailto:${contact().email.contact}${reference ? `?subject=Error%20${reference}` : ""}`} plain>
          Email {contact().email.contact}
        </ButtonLink>
      </ButtonRow>
    </section>
  );
}

/** The database can't be read now. A form that could not be saved has a page of its own (`server/sent-form.ts`). */
export function UnwritablePage() {
  return (
    <section className="lost">
      <h1>We can't save anything just now</h1>
      <p>This page needs our database, which doesn't answer. Please open it again in a minute.</p>
      <ButtonRow>
        <ButtonLink href={paths.home}>Back to Home</ButtonLink>
      </ButtonRow>
    </section>
  );
}

/** A refusal by the server: the first sentence of its reason is the heading. */
export function RefusalPage({ words }: { words: string }) {
  const [what, ...more] = words.split(/(?<=\.) /);
  return (
    <section className="lost">
      <h1>{what}</h1>
      {more.length > 0 ? <p>{more.join(" ")}</p> : null}
      <ButtonRow>
        <ButtonLink href={paths.home}>Back to Home</ButtonLink>
      </ButtonRow>
    </section>
  );
}

function Signpost() {
  return (
    <svg className="picture" width="220" height="140" viewBox="0 0 220 140" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round">
        <path d="M4 132h212" />
        <path d="M108 132V8h8v124" fill="none" />
        <path className="sun" d="M40 22h128l20 16-20 16H40z" fill="#ffb612" />
        <path className="paper" d="M180 66H58L38 82l20 16h122z" fill="#fffdf8" />
      </g>
      <path d="M62 38h72m0 0-9-7m9 7-9 7M150 82H86m0 0 9-7m-9 7 9 7" fill="none" stroke="#1d1410" strokeWidth="4" />
    </svg>
  );
}
