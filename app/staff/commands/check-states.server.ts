import { misstated } from "#app/domain/parcels/misstated.server";
import { say } from "#app/language/say";
import { list } from "../answer";
import { command } from "../command";

export const checkStates = command({
  name: "check states",
  page: { button: "Check every parcel", reads: "many rows" },
  right: "reader",
  also: "wrong state, disagree",
  summary: "parcels whose stored state isn't the one that their history gives; normally none",
  more: say`Each mark, stop and number of pieces stores the parcel's state anew. One that is listed tells us of a
    fault.`,
  async run(_, { store }) {
    const wrong = await misstated(store.read);
    return list(
      wrong.map((waybill_no) => ({ waybill_no })),
      "Every parcel's state is the one that its history gives.",
    );
  },
});
