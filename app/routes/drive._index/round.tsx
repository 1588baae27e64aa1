import type { StopView } from "#app/domain/drivers/stop-views.server";
import { paths } from "#app/paths";
import { headingOf, piecesInWords, triedInWords } from "../../ui/drivers/stop-card";
import { Button } from "../../ui/forms/button";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { Notice } from "../../ui/notice";
import { AlsoAtGate, NextStop } from "./next-stop";

/** The stops still to be done, by gate: the next one whole, the others as lines that can be moved. */
export function Round({ gates, token, isDone }: { gates: StopView[][]; token: string; isDone: boolean }) {
  const [next, ...later] = gates;
  return (
    <>
      {next ? (
        <NextStop gate={next} heading="h2" />
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
                  <a href={paths.driverStop(stop.waybillNo, stop.visit)} data-keep>
                    {headingOf(stop)}
                  </a>
                  <br />
                  <span className="nowrap">{stop.shownNo}</span>, {piecesInWords(stop.pieces)}
                  <br />
                  {stop.person?.lines.join(", ")}
                  {stop.triedAt ? (
                    <>
                      <br />
                      {triedInWords(stop)}
                    </>
                  ) : null}
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
