import type { StopView } from "#app/domain/rounds/stop-views.server";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Notice } from "../notice";
import { headingOf, piecesInWords, StopCard } from "./stop-card";

/** The stops still to be done, by gate: the next one whole, the others as lines that can be moved. */
export function Round({ gates, token, isDone }: { gates: StopView[][]; token: string; isDone: boolean }) {
  const [[next, ...alsoNext] = [], ...later] = gates;
  return (
    <>
      {next ? (
        <>
          <h2>
            Next:{" "}
            <a href={paths.driverStop(next.waybillNo)} data-keep>
              {headingOf(next)}
            </a>
          </h2>
          <StopCard stop={next} />
          <AlsoAtGate stops={alsoNext} />
          <ButtonRow>
            <ButtonLink href={paths.driverStop(next.waybillNo)}>Open this stop</ButtonLink>
          </ButtonRow>
        </>
      ) : (
        <Notice tone="info">
          <p>{isDone ? "All stops are done." : "No stops yet. The office gives them to you."}</p>
        </Notice>
      )}
      {later.length > 0 ? (
        <>
          <h2>After that</h2>
          <ol start={2}>
            {later.map(([stop, ...others], at) =>
              stop ? (
                <li key={stop.id}>
                  <a href={paths.driverStop(stop.waybillNo)} data-keep>
                    {headingOf(stop)}
                  </a>
                  <br />
                  <span className="nowrap">{stop.shownNo}</span>, {piecesInWords(stop.pieces)}
                  <br />
                  {stop.person?.lines.join(", ")}
                  <AlsoAtGate stops={others} />
                  <form method="post">
                    <HiddenFields
                      fields={{
                        token,
                        stop: [stop, ...others].map(({ id }) => id).join(" "),
                        above: gates[at]?.[0]?.id ?? "",
                        below: later[at + 1]?.at(-1)?.id ?? "",
                      }}
                    />
                    <Button plain name="move" value="earlier">
                      Earlier
                    </Button>{" "}
                    {at + 1 < later.length ? (
                      <Button plain name="move" value="later">
                        Later
                      </Button>
                    ) : null}
                  </form>
                </li>
              ) : null,
            )}
          </ol>
        </>
      ) : null}
    </>
  );
}

/** The other parcels of one gate: any of their pages can mark them all. */
function AlsoAtGate({ stops }: { stops: StopView[] }) {
  if (stops.length === 0) return null;
  return (
    <p>
      Also here:{" "}
      {stops.map(({ id, waybillNo, shownNo, pieces }) => (
        <span key={id}>
          <a href={paths.driverStop(waybillNo)} data-keep className="nowrap">
            {shownNo}
          </a>
          , {piecesInWords(pieces)}.{" "}
        </span>
      ))}
    </p>
  );
}
