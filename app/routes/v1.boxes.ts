import { boxOnTheWire } from "#app/domain/prices/contract/boxes";
import { api, publicList, reply } from "#app/http/api/api.server";

/** GET: packaging on offer. */
export const loader = api("GET", async (_args, { ownPricing }) =>
  reply((await ownPricing.boxes()).map(boxOnTheWire), publicList),
);

export const action = loader;
