import type { ReactNode } from "react";
import { brand } from "#app/brand";
import { contact } from "#app/contact";
import { catalogue } from "#app/language/language";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { inBold, shown } from "../words";
import { ForShow } from "./this-page";

/** Specification section 2, "Not-found". */
export function NotFoundPage() {
  const { notFound } = catalogue().shell.errors;
  return (
    <ErrorPage
      title={shown(notFound.title)}
      picture={<Signpost />}
      more={
        <ButtonLink href={paths.track} plain>
          {shown(catalogue().tracking.title)}
        </ButtonLink>
      }
    >
      {shown(notFound.why)}
    </ErrorPage>
  );
}

/** For an error of ours. The log has the same reference, so that support can find the cause. */
export function FaultPage({ reference }: { reference: string | undefined }) {
  const { fault, email } = catalogue().shell.errors;
  const address = contact().email.contact;
  return (
    <ErrorPage
      title={shown(fault.title)}
      also={reference ? shown(fault.reference(reference), inBold) : null}
      more={
        <ButtonLink href={`mailto:${address}${reference ? `?subject=Error%20${reference}` : ""}`} plain>
          {shown(email(address))}
        </ButtonLink>
      }
    >
      {shown(fault.why)}
    </ErrorPage>
  );
}

/** The database can't be read now. A form that could not be saved has a page of its own (`server/sent-form.ts`). */
export function UnwritablePage() {
  const { title, why } = catalogue().shell.errors.unwritable;
  return <ErrorPage title={shown(title)}>{shown(why)}</ErrorPage>;
}

/** A refusal by the server: the first sentence of its reason is the heading. */
export function RefusalPage({ words }: { words: string }) {
  const [what, ...more] = words.split(/(?<=\.) /);
  return <ErrorPage title={what}>{more.join(" ")}</ErrorPage>;
}

/** What went wrong, and ways on: home, and `more`. */
function ErrorPage(props: {
  title: ReactNode;
  picture?: ReactNode;
  /** Why. */
  children?: ReactNode;
  also?: ReactNode;
  more?: ReactNode;
}) {
  return (
    <section className="lost">
      <ForShow>{props.picture}</ForShow>
      <h1>{props.title}</h1>
      {props.children ? <p>{props.children}</p> : null}
      {props.also ? <p>{props.also}</p> : null}
      <ButtonRow>
        <ButtonLink href={paths.home}>{shown(catalogue().shell.errors.backToHome)}</ButtonLink>
        {props.more}
      </ButtonRow>
    </section>
  );
}

function Signpost() {
  const { sun, pale } = brand.colours.light;
  return (
    <svg className="picture" width="220" height="140" viewBox="0 0 220 140" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="3" strokeLinejoin="round" strokeLinecap="round">
        <path d="M4 132h212" />
        <path d="M108 132V8h8v124" fill="none" />
        <path d="M40 22h128l20 16-20 16H40z" fill={sun} />
        <path d="M180 66H58L38 82l20 16h122z" fill={pale} />
      </g>
      <path
        d="M62 38h72m0 0-9-7m9 7-9 7M150 82H86m0 0 9-7m-9 7 9 7"
        fill="none"
        stroke={brand.colours.light["on-sun"]}
        strokeWidth="4"
      />
    </svg>
  );
}
