import { afterAll, beforeAll, beforeEach } from "vitest";

/** What each test of a file has anew. It has nothing in it until the first of them begins. */
export function forEachTest<Thing extends object>(make: () => Promise<Thing>): Thing {
  const thing = {} as Thing;
  beforeEach(async () => void Object.assign(thing, await make()));
  return thing;
}

/** What all tests of a file share. It has nothing in it until the first of them begins, and is closed after the last. */
export function forAllTests<Thing extends object>(
  make: () => Promise<Thing>,
  close: (thing: Thing) => Promise<unknown>,
): Thing {
  const thing = {} as Thing;
  beforeAll(async () => void Object.assign(thing, await make()));
  afterAll(() => close(thing));
  return thing;
}
