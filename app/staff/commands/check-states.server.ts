import { misstated } from "#app/domain/parcels/misstated.server";
import { say } from "#app/language/say";
import { list } from "../answer";
import { command } from "../command";

export const checkStates = command({
  name: "check states",
  page: { button: "Check every parcel", reads: "many rows" },
  right: "reader",
  also: "wrong state, disagree",
  summary: "parcels whose stored state doesn't match their history; normally none",
  more: say`Every mark, stop and change of pieces stores the parcel's state again. A parcel in this list means that
    the program has a fault.`,
  async run(_, { store }) {
    const wrong = await misstated(store.read);
    return list(
      wrong.map((waybill_no) => ({ waybill_no })),
      "Every parcel's state matches its history.",
    );
  },
});
