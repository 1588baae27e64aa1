import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import site from "../../vitest.config";

const rooms = (process.env.MUTATED_ROOMS ?? "").split(" ");
const { projects: _, ...settings } = site.test ?? {};

/** These take seconds, so they run only when their own room is measured. */
const dear = `mail/smtp payments/simulated-delivery people/tidy pricing-api/http-client quotes/kept-days rounds/photo
  settling/notice-cases`
  .split(/\s+/)
  .filter((test) => !rooms.some((room) => `domain/${test}`.startsWith(`${room}/`)));
/** One makes hundreds of payments for half a minute, the other needs a built worker, which Stryker doesn't copy. */
const never = ["settling/settlement-model", "rounds/photo-worker"];

/** Runs the room's own tests first: they notice most changes, and the first failure ends the run. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => Number(isOwn(b.moduleId)) - Number(isOwn(a.moduleId)));
  }
}

const isOwn = (file: string) => file.includes(`/tests/${process.env.MUTATED_ROOM}/`);

/** Staff's commands, in this process: they lead to much of the domain. */
const ofStaff =
  "agree,change-booking,customers,day-in-the-office,drivers,import-bookings,messages,pay-refund,payments,today";

/** Stryker's changes don't reach the built site. */
const needsASite = (test: string) => /support\/(open-site|running-site|browser)"/.test(readFileSync(test, "utf8"));
/** They start our programs, or read settings before any other test of their process. */
const alone = ["db/data-owner", "http/old-draft-cookies"];
/** Of code above and below the domain its own tests, if they start no site. */
const outside = rooms.filter((room) => room !== "" && !room.startsWith("domain/"));
const ofOutside = outside
  .flatMap((room) => globSync(`tests/${room}/**/*.test.ts`))
  .filter((file) => !needsASite(file) && !alone.some((test) => file.endsWith(`${test}.test.ts`)));

/** The tests of the domain, and of staff who act on it: nothing here starts a site or a browser. */
export default defineConfig({
  resolve: site.resolve,
  test: {
    ...settings,
    include: outside.length > 0 ? ofOutside : ["tests/domain/**/*.test.ts", `tests/staff/{${ofStaff}}.test.ts`],
    exclude: [...never, ...dear].map((test) => `tests/domain/${test}.test.ts`),
    globalSetup: "tests/support/new-database.ts",
    sequence: { sequencer: OwnTestsFirst },
  },
});
