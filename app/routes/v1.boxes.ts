import { boxOnTheWire } from "#app/domain/prices/contract/boxes";
import { openCall, publicList, reply } from "#app/http/api/api.server";

/** GET: packaging on offer. */
export const loader = openCall("GET /v1/boxes", async (_, { ownPricing }) =>
  reply((await ownPricing.boxes()).map(boxOnTheWire), publicList),
);

export const action = loader;
