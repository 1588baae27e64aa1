import type { ReactNode } from "react";
import type { StopView } from "#app/domain/drivers/stop-views.server";
import { paths } from "#app/paths";
import { headingOf, piecesInWords, StopCard } from "../../ui/drivers/stop-card";
import { ButtonLink, ButtonRow } from "../../ui/forms/button";
import { Notice } from "../../ui/notice";

/** `said`: what the mark says, if it says the same of all of them. `photo`: which photo stays, if it had one before. */
type Saved = { saved: string[]; said: string; reported: string[]; photo: string };

/**
 * The answer to a mark: what it says, that it is saved, and the next stop; after the last one the way on.
 * @param props.children the way back, if it was a mistake
 */
export function AfterMark(props: Saved & { gates: StopView[][]; hasTomorrow: boolean; children: ReactNode }) {
  const { saved, said, reported, photo, gates, hasTomorrow, children } = props;
  const [next, ...later] = gates;
  return (
    <>
      <Notice tone="good">
        {said ? (
          <p>
            <b>{said}</b>
          </p>
        ) : null}
        <p>
          {saved.join(", ")} {saved.length === 1 ? "is" : "are"} saved.
        </p>
      </Notice>
      {photo ? <Notice tone="bad">{photo}</Notice> : null}
      {children}
      {reported.length > 0 ? <Notice tone="bad">Not counted, the office decides: {reported.join(", ")}.</Notice> : null}
      {next ? <NextStop gate={next} heading="h1" /> : <h1>All stops are done.</h1>}
      {next ? null : (
        <ButtonRow>
          {hasTomorrow ? (
            <ButtonLink plain href={`${paths.drive}?day=tomorrow`}>
              Tomorrow's stops
            </ButtonLink>
          ) : (
            <ButtonLink plain href={paths.drive}>
              My stops
            </ButtonLink>
          )}
        </ButtonRow>
      )}
      {later.length > 0 ? <p>Stops after that: {later.length}.</p> : null}
    </>
  );
}

/** The next gate: the page's main button, and whom and what it is about. */
export function NextStop({ gate, heading: Heading }: { gate: StopView[]; heading: "h1" | "h2" }) {
  const [stop, ...others] = gate;
  if (!stop) return null;
  return (
    <>
      <Heading className="buttons">
        <ButtonLink href={paths.driverStop(stop.waybillNo, stop.visit)} isKept>
          Next: {[headingOf(stop), stop.person?.town].filter(Boolean).join(", ")}
        </ButtonLink>
      </Heading>
      <StopCard stop={stop} />
      <AlsoAtGate stops={others} />
    </>
  );
}

/** The other parcels of one gate: any of their pages can mark them all. */
export function AlsoAtGate({ stops }: { stops: StopView[] }) {
  if (stops.length === 0) return null;
  return (
    <p>
      Also here:{" "}
      {stops.map(({ id, waybillNo, visit, shownNo, pieces }) => (
        <span key={id}>
          <a href={paths.driverStop(waybillNo, visit)} data-keep className="nowrap">
            {shownNo}
          </a>
          , {piecesInWords(pieces)}.{" "}
        </span>
      ))}
    </p>
  );
}
