import type { ReactNode } from "react";
import { catalogue } from "#app/language/language";
import { Apart } from "../apart";
import { shown } from "../words";

// What follows a button or a link separates two of them where there is no CSS.

/** Submits the form around it. `busyLabel` is its text while the form is being sent, where scripts run. */
export function Button(props: {
  children: ReactNode;
  name?: string;
  value?: string;
  busyLabel?: string;
  plain?: boolean;
  /** Looks like a link, beside links. */
  quiet?: boolean;
  /** It can't be undone. */
  danger?: boolean;
  formNoValidate?: boolean;
  /** Use only with a visible reason to wait: a button that stays disabled helps nobody. */
  disabled?: boolean;
}) {
  const { busyLabel, plain, quiet, danger, ...button } = props;
  const kind = plain ? " plain" : danger ? " danger" : "";
  return (
    <>
      <button
        type="submit"
        {...button}
        className={quiet ? "quiet" : `button${kind}`}
        data-busy-label={busyLabel}
      />{" "}
    </>
  );
}

/** How a link opens: another site's page in a new tab, so that ours stays. */
export function tabFor(href: string): { target?: string; rel?: string } {
  return /^https?:/.test(href) ? { target: "_blank", rel: "noopener" } : {};
}

/**
 * A link that looks like a button. With `staysHere` it leads to a file that the browser saves; a driver's phone keeps the
 * page of one that `isKept`.
 */
export function ButtonLink(props: {
  href: string;
  children: ReactNode;
  plain?: boolean;
  staysHere?: boolean;
  isKept?: boolean;
}) {
  const { href, children, plain, staysHere, isKept } = props;
  return (
    <>
      <a
        className={plain ? "button plain" : "button"}
        href={href}
        {...(staysHere ? {} : tabFor(href))}
        data-stays={staysHere || undefined}
        data-keep={isKept}
      >
        {children}
      </a>
      <Apart />
    </>
  );
}

/** Opens the print dialogue; without scripts it says how to print. The print styles do the rest. */
export function PrintButton({ children, plain }: { children: ReactNode; plain?: boolean }) {
  return (
    <>
      <a className={plain ? "button plain" : "button"} href="#how-to-print" data-print>
        {children}
      </a>
      <Apart />
      <span className="on-target" id="how-to-print">
        {shown(catalogue().forms.howToPrint)}
      </span>{" "}
    </>
  );
}

/** Buttons side by side where there is room; `beside` the page's main part on a wide screen. */
export function ButtonRow({ children, beside }: { children: ReactNode; beside?: boolean }) {
  return <div className={beside ? "buttons beside" : "buttons"}>{children}</div>;
}
