import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { markedBy } from "#app/domain/drivers/driver-marks.server";
import { gatesOf } from "#app/domain/drivers/gate";
import { noteSeen } from "#app/domain/drivers/looks.server";
import { dayOf, putOff, type StopView, stopOf } from "#app/domain/drivers/stop-views.server";
import { moveStop } from "#app/domain/drivers/stops.server";
import { markToTakeBack } from "#app/domain/drivers/take-back.server";
import { isToDo, partOf } from "#app/domain/drivers/to-do";
import { firstNameOf } from "#app/domain/drivers/who-brings.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { dayAfter } from "#app/domain/values/calendar-day";
import { numberIn, readNumbers } from "#app/domain/values/reference-number";
import { saDay, saWeekday } from "#app/domain/values/sa-time";
import { typedValues } from "#app/http/forms/forms.server";
import { refuseForeignForm } from "#app/http/forms/same-site.server";
import { FIRST_PHOTO } from "#app/http/forms/take-mark.server";
import { typedForm, typedQuery } from "#app/http/forms/typed-form.server";
import { onward, privately } from "#app/http/pages/private-page.server";
import { driverHere } from "#app/http/sign-in/driver.server";
import { paths } from "#app/paths";
import { AnotherDay } from "#app/routes/drive._index/another-day";
import { AfterMark } from "#app/routes/drive._index/next-stop";
import { Round } from "#app/routes/drive._index/round";
import { EachApart } from "#app/ui/apart";
import { DriveShell } from "#app/ui/drivers/drive-shell";
import { TakeBack } from "#app/ui/drivers/take-back";
import { Button } from "#app/ui/forms/button";
import { Notice } from "#app/ui/notice";
import { OurPhone } from "#app/ui/our-phone";
import { privatePageMeta } from "#app/ui/shell/page-meta";

const LONGEST_TYPED = 40;
const MOST_AT_A_GATE = 100;

export const handle = { enhance: "drive" };
export const meta: MetaFunction = () => privatePageMeta("My stops");

/**
 * A driver's stops today, or tomorrow (`?day=tomorrow`); `?no=` searches for one by its number. After a mark `?done=` says
 * of which parcels; the page says so of those that this driver has marked, and shows only the next stop.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedInDriver = await driverHere(request, context);
  if (!signedInDriver) return json({ isSignedIn: false as const }, privately(403));
  const { store } = context.services;
  const now = new Date();
  const query = typedQuery(request);
  const typed = (query.get("no") ?? "").trim().slice(0, LONGEST_TYPED);
  const waybillNo = numberIn(typed, "waybill");
  const found = waybillNo && (await stopOf(store.read, signedInDriver.driver, waybillNo, now));
  if (found) throw redirect(paths.driverStop(waybillNo, found.visit));
  const today = saDay(now);
  const isTomorrow = query.get("day") === "tomorrow";
  const day = isTomorrow ? dayAfter(today, 1) : today;
  const stops = await dayOf(store.read, signedInDriver.driver, day, now);
  const open = stops.filter(isToDo);
  const notThen = [
    ...stops.filter((stop) => partOf(stop) === "another day").map((stop) => ({ ...stop, isTheirs: true })),
    ...(await putOff(store.read, signedInDriver.driver, day, now)).map((stop) => ({ ...stop, isTheirs: false })),
  ];
  noteSeen(signedInDriver.driver, [...open, ...notThen], now);
  const done = stops.filter((stop) => partOf(stop) === "done");
  const marked = await markedBy(store.read, signedInDriver.driver.id, numbersIn(query.get("done")));
  const saved = marked.map(spokenWaybillNumber);
  const [first] = marked;
  const isLast = saved.length > 0 && open.length === 0;
  const page = {
    isSignedIn: true as const,
    name: signedInDriver.driver.name,
    firstName: firstNameOf(signedInDriver.driver),
    plate: signedInDriver.driver.plate,
    token: signedInDriver.formToken,
    dayShown: saWeekday(day),
    isTomorrow,
    gates: gatesOf(open),
    hasTomorrow: isLast && (await dayOf(store.read, signedInDriver.driver, dayAfter(today, 1), now)).some(isToDo),
    done,
    notThen,
    saved,
    said: saidOf(done, saved),
    takeBack: first
      ? { waybillNo: first, mark: await markToTakeBack(store.read, signedInDriver.driver, first, now) }
      : null,
    reported: numbersIn(query.get("not")).map(spokenWaybillNumber),
    photo: query.has("photo") ? FIRST_PHOTO : "",
    typed,
    sought: typed ? notMine(typed, waybillNo) : null,
  };
  return json(page, privately());
}

/** Moves the stops of a gate past the one above or below it. The same form again changes nothing. */
export async function action({ request, context }: ActionFunctionArgs) {
  const signedInDriver = await driverHere(request, context);
  if (!signedInDriver) return json(null, privately(403));
  const form = await typedForm(request);
  refuseForeignForm(request, context.settings, form, signedInDriver.sessionId);
  const { stop = "", above = "", below = "", move } = typedValues(form);
  const place =
    move === "later" ? ({ where: "after", other: below } as const) : ({ where: "before", other: above } as const);
  const { store } = context.services;
  const ids = move === "later" ? stop.split(" ").reverse() : stop.split(" ");
  await store.tx(async (tx) => {
    for (const id of ids) await moveStop(tx, signedInDriver.driver, { id, ...place });
  });
  return onward(paths.drive + new URL(request.url).search);
}

export default function Drive() {
  const page = useLoaderData<typeof loader>();
  if (!page.isSignedIn) return <SignedOut />;
  const { token, isTomorrow, gates, done, notThen, sought, takeBack } = page;
  if (takeBack) {
    return (
      <DriveShell>
        <AfterMark {...page}>
          <TakeBack {...takeBack} token={token} />
        </AfterMark>
      </DriveShell>
    );
  }
  return (
    <DriveShell>
      <h1>{page.dayShown}</h1>
      {sought ? <Notice tone="bad">{sought}</Notice> : null}
      <p>
        {page.name}: {gates.flat().length} to do, {done.length} done.
      </p>
      <Round gates={gates} token={token} isDone={done.length + notThen.length > 0} />
      {done.length > 0 ? (
        <>
          <h2>Done</h2>
          <ul>
            {done.map(({ waybillNo, visit, shownNo, lastMark: result, nothingLeft }) => (
              <li key={waybillNo + visit}>
                <a href={paths.driverStop(waybillNo, visit)}>{shownNo}</a> {result ?? (nothingLeft ? "Done." : "")}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <AnotherDay stops={notThen} title={isTomorrow ? "Not tomorrow" : "Not today"} />
      <form className="form" action={paths.drive} data-round={!isTomorrow}>
        <p className="field">
          <label htmlFor="no">A number on a parcel</label>
          <input id="no" name="no" defaultValue={page.typed} autoComplete="off" enterKeyHint="go" />
        </p>
        <Button plain>Find the stop</Button>
      </form>
      <p className="hint">{shownToReceivers(page)}</p>
      <p className="links">
        <EachApart>
          {isTomorrow ? (
            <a href={paths.drive}>Today's stops</a>
          ) : (
            <a href={`${paths.drive}?day=tomorrow`}>Tomorrow's stops</a>
          )}
          <a href={paths.driverSignOut}>Sign out</a>
        </EachApart>
      </p>
    </DriveShell>
  );
}

/** What a receiver reads of the driver on the day. */
function shownToReceivers({ firstName, plate }: { firstName: string; plate: string | null }): string {
  const ends = plate ? `, and that your number plate ends in ${plate}` : "";
  return `Whoever waits for a parcel that is out for delivery sees your first name, ${firstName}${ends}. Is this wrong today? Phone the office.`;
}

function SignedOut() {
  return (
    <DriveShell>
      <h1>My stops</h1>
      <Notice tone="bad" title="This phone isn't signed in">
        <p>
          Drivers get a link by text message. It works for 30 days, on one phone. Ask the office for a new one:{" "}
          <OurPhone />.
        </p>
      </Notice>
    </DriveShell>
  );
}

/** The waybill numbers in the page's address: no more than a gate has parcels. */
function numbersIn(typed: string | null): string[] {
  const { found } = readNumbers(typed ?? "", ["waybill"]);
  return found.slice(0, MOST_AT_A_GATE).map(({ no }) => no);
}

/** What the marks of these parcels say; blank unless all say the same. */
function saidOf(done: StopView[], saved: string[]): string {
  const said = new Set(done.filter(({ shownNo }) => saved.includes(shownNo)).map(({ lastMark }) => lastMark));
  const [words] = said;
  return said.size === 1 ? (words ?? "") : "";
}

function notMine(typed: string, waybillNo: string | null): string {
  if (!waybillNo) return `“${typed}” isn't a waybill number: TH and ten digits. A digit is wrong; look again.`;
  return `${spokenWaybillNumber(waybillNo)} isn't one of your stops. Phone the office.`;
}
