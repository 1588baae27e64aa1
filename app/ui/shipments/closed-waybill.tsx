import { catalogue } from "#app/language/language";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../forms/button";
import { Words } from "../words";

/** For people who may not see a waybill's names and streets. The same whether or not the waybill exists. */
export function ClosedWaybill(props: {
  waybillNo: string;
  shownNo: string;
  trackingHref: string;
  isSignedIn: boolean;
}) {
  const { waybillNo, shownNo, trackingHref, isSignedIn } = props;
  const { waybill, closed } = catalogue().tracking;
  return (
    <>
      <h1>
        <Words of={waybill(shownNo)} as={{ number: (value) => <small className="nowrap">{value}</small> }} />
      </h1>
      <p>
        <Words of={closed.why} />
      </p>
      <ul>
        <li>
          <Words of={closed.byEmail} />{" "}
          <a href={paths.lost()}>
            <Words of={closed.sendAgain} />
          </a>
        </li>
        <li>
          <Words of={closed.asGuest} />
        </li>
        <li>
          <Words of={isSignedIn ? closed.otherAccount : closed.byAccount} />
        </li>
        <li>
          <Words of={closed.byNumber} />
        </li>
      </ul>
      <ButtonRow>
        {isSignedIn ? null : (
          <ButtonLink href={paths.loginWith({ next: paths.waybill(waybillNo) })}>
            <Words of={closed.login} />
          </ButtonLink>
        )}
        <ButtonLink plain href={trackingHref}>
          <Words of={closed.track} />
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
