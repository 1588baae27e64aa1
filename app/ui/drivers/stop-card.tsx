import type { ReactNode } from "react";
import type { StopView } from "#app/domain/drivers/stop-views.server";
import { EachApart } from "#app/ui/apart";

/** "1 of 3 pieces": how many are still to be done at a stop. */
export function piecesInWords({ left, of }: StopView["pieces"]): string {
  if (of === 1) return "1 piece";
  return left === of ? `${of} pieces` : `${left} of ${of} pieces`;
}

const doing = { collection: "Collect", delivery: "Deliver", return: "Bring back" } as const;

/** "Deliver to Sipho Dlamini"; the number where the stop names nobody any more. */
export function headingOf({ visit, person, shownNo }: StopView): string {
  const to = { collection: "Collect from", delivery: "Deliver to", return: "Bring back to" }[visit];
  return person ? `${to} ${person.name}` : shownNo;
}

/** That somebody was there in vain earlier that day. */
export const triedInWords = ({ triedAt }: StopView) => `Tried at ${triedAt}.`;

/**
 * Task, address, directions and phone; the name is in the heading above it.
 * @param children more links, after the map's
 */
export function StopCard({ stop, children }: { stop: StopView; children?: ReactNode }) {
  const { shownNo, person, visit, pieces, agreed, triedAt, lastMark, saidBefore, notes } = stop;
  if (!person) return null;
  return (
    <section className="card">
      <p>
        <b>
          {doing[visit]} {piecesInWords(pieces)}, <span className="nowrap">{shownNo}</span>
        </b>
        {person.lines.map((line) => (
          <span key={line}>
            <br />
            {line}
          </span>
        ))}
      </p>
      {person.plusCode ? (
        <p>
          Plus code <b className="nowrap">{person.plusCode}</b>{" "}
        </p>
      ) : null}
      {person.landmark ? <p>Find it: {person.landmark}</p> : null}
      {agreed ? <p>Agreed: {agreed}</p> : null}
      {triedAt && !lastMark ? <p>{triedInWords(stop)}</p> : null}
      {saidBefore ? <p>{saidBefore}</p> : null}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p className="buttons">
        <EachApart>
          <a className="button plain" href={person.map.geo}>
            Open in maps
          </a>
          {person.phones.map(({ href, shown }) => (
            <a key={href} className="button plain" href={href}>
              <span>
                Phone <span className="nowrap">{shown}</span>
              </span>
            </a>
          ))}
        </EachApart>
      </p>
      <p className="links">
        <EachApart>
          <a href={person.map.web} target="_blank" rel="noreferrer">
            Map in the browser
          </a>
          {children}
        </EachApart>
      </p>
    </section>
  );
}
