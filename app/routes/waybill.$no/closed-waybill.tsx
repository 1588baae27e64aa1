import { catalogue } from "#app/language/language";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "../../ui/forms/button";
import { shown } from "../../ui/words";

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
      <h1>{shown(waybill(shownNo), { number: (value) => <small className="nowrap">{value}</small> })}</h1>
      <p>{shown(closed.why)}</p>
      <ul>
        <li>
          {shown(closed.byEmail)} <a href={paths.lost()}>{shown(closed.sendAgain)}</a>
        </li>
        <li>{shown(closed.asGuest)}</li>
        <li>{shown(isSignedIn ? closed.otherAccount : closed.byAccount)}</li>
        <li>{shown(closed.byNumber)}</li>
      </ul>
      <ButtonRow>
        {isSignedIn ? null : (
          <ButtonLink href={paths.loginWith({ next: paths.waybill(waybillNo) })}>{shown(closed.login)}</ButtonLink>
        )}
        <ButtonLink plain href={trackingHref}>
          {shown(catalogue().waybill.track)}
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
