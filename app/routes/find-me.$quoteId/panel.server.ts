import { trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { whoBrings } from "#app/domain/drivers/who-brings.server";
import { linesOf } from "#app/domain/form/address-lines";
import { isLocal } from "#app/domain/form/addresses";
import { nameOf } from "#app/domain/messages/parcel-facts";
import { badNews, roadOf } from "#app/domain/parcels/parcel-state";
import { momentInWords } from "#app/domain/parcels/parcel-state-in-words";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { stateForReceiver } from "#app/domain/parcels/state-for-receiver";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { catalogue } from "#app/language/language";
import { paths } from "#app/paths";
import type { Services } from "#app/services.server";

/**
 * Who sends a parcel, when it comes, where it is, and who brings it on the day. Null if there is no such parcel.
 * @param mayKnowDriver whether the link is one of today: who brings it isn't for those of an earlier release
 */
export async function panelOf(
  { store, places }: Pick<Services, "store" | "places">,
  { quote, waybillNo, mayKnowDriver }: { quote: Quote; waybillNo: string; mayKnowDriver: boolean },
  now: Date,
) {
  const parcel = await trackedParcel(store.read, places, waybillNo, now);
  if (!parcel) return null;
  const { state, missing, news } = parcel;
  const { addresses } = quote.formSnapshot;
  return {
    ...stateForReceiver(state, parcel, now),
    sender: nameOf(quote, "from"),
    shownNo: spokenWaybillNumber(waybillNo),
    address: linesOf(addresses, "to", ({ shown }) => shown.receiver).join(", "),
    isMissed: state.state === "failed",
    isBad: badNews.includes(state.state),
    isFetched: "fetching" in state && state.fetching !== null,
    isFree: isLocal(addresses),
    missing,
    news: news?.isCurrent ? catalogue().tracking.news(momentInWords(news.saidAt, now), news.words) : null,
    road: state.stage && roadOf(state.stage, state.state === "failed"),
    brings: mayKnowDriver ? await whoBrings(store.read, waybillNo, state, now) : null,
    trackingHref: paths.tracking(waybillNo),
  };
}

export type Panel = NonNullable<Awaited<ReturnType<typeof panelOf>>>;
