import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { alsoAt } from "#app/domain/drivers/gate";
import { noteSeen } from "#app/domain/drivers/looks.server";
import { whyNoPin } from "#app/domain/drivers/proof-at-stop.server";
import { stopOf, stopsInOrder } from "#app/domain/drivers/stop-views.server";
import { markToTakeBack, wasTakenBack } from "#app/domain/drivers/take-back.server";
import { choicesAt, whyLeftOut } from "#app/domain/parcels/reports";
import { visits } from "#app/domain/parcels/visits";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { newId } from "#app/domain/values/ids.server";
import { numberIn } from "#app/domain/values/reference-number";
import { MARK_SAVED, signedAlso, signedOffer, signedStop } from "#app/http/forms/stop-form.server";
import { takeMark } from "#app/http/forms/take-mark.server";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { privately } from "#app/http/pages/private-page.server";
import { driverHere } from "#app/http/sign-in/driver.server";
import { paths } from "#app/paths";
import { PhotoForm } from "#app/routes/drive.stop.$waybillNo.($visit)/photo-form";
import { StopForms } from "#app/routes/drive.stop.$waybillNo.($visit)/stop-forms";
import { DriveShell } from "#app/ui/drivers/drive-shell";
import { headingOf, piecesInWords, StopCard } from "#app/ui/drivers/stop-card";
import { TakeBack } from "#app/ui/drivers/take-back";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { ErrorSummary } from "#app/ui/forms/error-summary";
import { blankForm } from "#app/ui/forms/field-state";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const handle = { enhance: "drive" };
export const headers: HeadersFunction = ({ actionHeaders }) => (actionHeaders.has("Mark-Saved") ? MARK_SAVED : {});
export const meta: MetaFunction = ({ params }) =>
  privatePageMeta(`Stop ${spokenWaybillNumber(params.waybillNo ?? "")}`);

/**
 * One visit, for its driver on its day and the day before; without a visit in the address the one that is open. Whoever has
 * no such visit is sent on to the one that they have, or to the tracking page.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const waybillNo = numberIn(params.waybillNo ?? "", "waybill");
  const visit = visits.find((known) => known === params.visit);
  if (!waybillNo || (params.visit && !visit)) throw new Response("Not Found", { status: 404 });
  const signedInDriver = await driverHere(request, context);
  const { store } = context.services;
  const now = new Date();
  const stop = signedInDriver && (await stopOf(store.read, signedInDriver.driver, waybillNo, now, visit));
  if (!signedInDriver || !stop) throw redirect(paths.tracking(waybillNo));
  const also = alsoAt(
    stop,
    stop.nothingLeft ? [] : await stopsInOrder(store.read, signedInDriver.driver, stop.day, now),
  );
  noteSeen(signedInDriver.driver, [stop, ...also], now);
  const isPinAsked = [stop, ...also].some(({ canBeTold }) => canBeTold);
  const choices = {
    delivered: whyNoPin(isPinAsked),
    collected: choicesAt("collected"),
    nobody_there: choicesAt("nobody_there"),
    something_wrong: choicesAt("something_wrong"),
    left_out: whyLeftOut(),
  };
  const takenBack = typedQuery(request).get("takenBack");
  const page = {
    stop,
    // For the page that follows, and only if it is true.
    isTakenBack: takenBack !== null && (await wasTakenBack(store.read, takenBack, now)),
    toTakeBack: await markToTakeBack(store.read, signedInDriver.driver, waybillNo, now),
    choices,
    isPinAsked,
    hidden: {
      key: newId(),
      token: signedInDriver.formToken,
      signed: signedStop(context.settings, stop.id),
      driver: signedInDriver.driver.name,
    },
    beside: signedOffer(
      context.settings,
      stop.id,
      also.map(({ id }) => id),
    ),
    also: also.map((other) => ({
      value: signedAlso(context.settings, stop.id, other.id),
      words: `${other.shownNo}, ${piecesInWords(other.pieces)}`,
    })),
  };
  return json(page, privately());
}

/** Saves the driver's mark once, and redirects to the page that leads to the next stop. */
export const action = ({ request, params, context }: ActionFunctionArgs) =>
  takeMark(request, context, numberIn(params.waybillNo ?? "", "waybill"));

export default function DriverStop() {
  const {
    stop,
    choices,
    isPinAsked,
    hidden: hiddenBefore,
    also,
    beside,
    toTakeBack,
    isTakenBack,
  } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>() ?? { ...blankForm, savedKey: "" };
  // Sent again after our answer was lost or a refusal, it is the same form.
  const hidden = { ...hiddenBefore, key: state.values.key || hiddenBefore.key };
  if (state.savedKey) {
    return (
      <DriveShell>
        <PhotoForm shownNo={stop.shownNo} hidden={{ ...hidden, key: state.savedKey }} state={state} />
      </DriveShell>
    );
  }
  // What was done and when. Whoever was visited isn't named any more.
  const overBy = stop.nothingLeft ? stop.lastMark : null;
  return (
    <DriveShell>
      {isTakenBack && !state.values.mark ? (
        <Notice tone="good">The mark is taken back. Press what is right.</Notice>
      ) : null}
      {stop.nothingLeft ? <ErrorSummary errors={{ "": Object.values<string[]>(state.errors).flat() }} /> : null}
      <h1>{overBy ?? headingOf(stop)}</h1>
      {stop.lastMark && !overBy ? <p>{stop.lastMark}</p> : null}
      {stop.nothingLeft ? (
        <>
          <p>{overBy ? <span className="nowrap">{stop.shownNo}.</span> : null} This stop is done.</p>
          <ButtonRow>
            <ButtonLink href={paths.drive}>My stops</ButtonLink>
          </ButtonRow>
        </>
      ) : null}
      {stop.lastMark ? <TakeBack mark={toTakeBack} waybillNo={stop.waybillNo} token={hidden.token} /> : null}
      <StopCard stop={stop}>
        {stop.nothingLeft
          ? null
          : [
              <a key="nobody" href="#nobody_there">
                Nobody there?
              </a>,
              <a key="wrong" href="#something_wrong">
                Another problem?
              </a>,
            ]}
      </StopCard>
      {stop.nothingLeft ? null : <StopForms {...{ stop, choices, isPinAsked, also, beside, hidden, state }} />}
    </DriveShell>
  );
}
