import { expect, test } from "vitest";
import { countGroups, noneInGroups } from "#app/domain/parcels/quotes/quote-groups.server";
import { officeForEachTest } from "../../../support/an-office";

const office = officeForEachTest();

test("before an account's quotes are counted, which takes long if it has thousands, others have their turn", async () => {
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  expect(await countGroups(office.store.read, "nobody", [])).toEqual(noneInGroups());
  expect(hasTurned).toBe(true);
});
