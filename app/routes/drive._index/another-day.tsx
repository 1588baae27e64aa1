import type { StopView } from "#app/domain/drivers/stop-views.server";
import { paths } from "#app/paths";
import { headingOf, piecesInWords, triedInWords } from "../../ui/drivers/stop-card";

/** `isTheirs`: it still has a page of its own; else it has left the list. */
type PutOff = StopView & { isTheirs: boolean };

/** What was agreed on for a later day: nobody drives there on this one. A phone keeps these lines for when there is no signal. */
export function AnotherDay({ stops, title }: { stops: PutOff[]; title: string }) {
  if (stops.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {stops.map((stop) => (
          <li key={stop.id} data-not-today>
            {stop.isTheirs ? (
              <a href={paths.driverStop(stop.waybillNo, stop.visit)}>{headingOf(stop)}</a>
            ) : (
              headingOf(stop)
            )}
            : agreed for {stop.agreed}. {stop.triedAt ? `${triedInWords(stop)} ` : ""}
            <span className="nowrap">{stop.shownNo}</span>, {piecesInWords(stop.pieces)}.
          </li>
        ))}
      </ul>
    </>
  );
}
