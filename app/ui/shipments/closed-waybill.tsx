import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";

/** For people who may not see a waybill's names and streets. The same whether or not the waybill exists. */
export function ClosedWaybill(props: {
  waybillNo: string;
  shownNo: string;
  trackingHref: string;
  isSignedIn: boolean;
}) {
  const { waybillNo, shownNo, trackingHref, isSignedIn } = props;
  return (
    <>
      <h1>
        Waybill <small className="nowrap">{shownNo}</small>
      </h1>
      <p>
        This page shows names and addresses, so it opens only for the person who booked, or with the link in our email.
      </p>
      <ul>
        <li>
          Did you get our email about this booking? Open the link to the waybill in it, on any phone. Lost it?{" "}
          <a href={paths.lost()}>We send it again.</a>
        </li>
        <li>Did you book without an account? Open this page on the phone that you booked with.</li>
        <li>
          {isSignedIn
            ? "Did you book with an account? This account did not book it. Log out, and log in with the other one."
            : "Did you book with an account? Log in, and the waybill opens."}
        </li>
        <li>Do you want to know where the parcel is? You can track it with its waybill number.</li>
      </ul>
      <ButtonRow>
        {isSignedIn ? null : (
          <ButtonLink href={paths.loginWith({ next: paths.waybill(waybillNo) })}>Log in and open it</ButtonLink>
        )}
        <ButtonLink plain href={trackingHref}>
          Track this parcel
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
