import { afterAll, beforeAll, beforeEach } from "vitest";

/**
 * What each test of a file has anew: a copy of what is made, with nothing in it until the first test begins. So it may be
 * no instance of a class, and nothing that changes its own fields.
 */
export function forEachTest<Thing extends object>(make: () => Promise<Thing>): Thing {
  const thing = {} as Thing;
  beforeEach(async () => void Object.assign(thing, await make()));
  return thing;
}

/** The same for what all tests of a file share. It is closed after the last of them. */
export function forAllTests<Thing extends object>(make: () => Promise<Thing>, close: (thing: Thing) => unknown): Thing {
  const thing = {} as Thing;
  beforeAll(async () => void Object.assign(thing, await make()));
  afterAll(() => close(thing));
  return thing;
}
