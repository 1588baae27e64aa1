import type { SerializeFrom } from "@remix-run/node";
import { catalogue } from "#app/language/language";
import type { Panel } from "#app/routes/find-me.$quoteId/panel.server";
import { Road, StatePanel } from "../../ui/shipments/state-panel";
import { inBold, shown } from "../../ui/words";

/**
 * Who sends the parcel, when it comes, where it is, and who brings it on the day.
 * @param props.isBrief where a form below has to be put right: no more than what leads
 */
export function ReceiversPanel({ panel, isBrief }: { panel: SerializeFrom<Panel>; isBrief: boolean }) {
  const { headline, next, sender, shownNo, address, isBad, isFetched, isFree, missing, news, road, brings } = panel;
  const words = catalogue().receiver.panel;
  const above = sender ? words.from(sender, shownNo) : catalogue().tracking.waybill(shownNo);
  return (
    <StatePanel
      isBad={isBad}
      headline={shown(headline)}
      above={shown(above, { number: (value) => <span className="nowrap">{value}</span> })}
    >
      {isBrief ? null : (
        <>
          {brings ? <p>{shown(words.brings(brings), inBold)}</p> : null}
          <p>
            {isFetched ? null : <>{shown(words.to(address))} </>}
            {shown(next)} {isFree ? shown(words.payNothing) : null}
          </p>
          {news ? <p>{shown(news)}</p> : null}
          {missing ? (
            <p>
              <b>{missing}</b>
            </p>
          ) : null}
          {road ? <Road {...road} /> : null}
        </>
      )}
    </StatePanel>
  );
}
