import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import site from "../../vitest.config";

const rooms = (process.env.MUTATED_ROOMS ?? "").split(" ");
const { projects: _, ...settings } = site.test ?? {};

/** These take seconds, so they run only when their own room is measured. */
const dear = `mail/smtp payments/simulated-delivery people/tidy pricing-api/http-client quotes/kept-days rounds/photo
  settling/notice-cases`
  .split(/\s+/)
  .filter((test) => !rooms.some((room) => test.startsWith(`${room}/`)));
/** One makes hundreds of payments for half a minute, the other needs a built worker, which Stryker doesn't copy. */
const never = ["settling/settlement-model", "rounds/photo-worker"];

/** Runs the room's own tests first: they notice most changes, and the first failure ends the run. */
class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => Number(isOwn(b.moduleId)) - Number(isOwn(a.moduleId)));
  }
}

const isOwn = (file: string) => file.includes(`/domain/${process.env.MUTATED_ROOM}/`);

/** Staff's commands, in this process: they lead to much of the domain. */
const ofStaff =
  "agree,change-booking,customers,day-in-the-office,drivers,import-bookings,messages,pay-refund,payments,today";

/** The tests of the domain, and of staff who act on it: nothing here starts a site or a browser. */
export default defineConfig({
  resolve: site.resolve,
  test: {
    ...settings,
    include: ["tests/domain/**/*.test.ts", `tests/staff/{${ofStaff}}.test.ts`],
    exclude: [...never, ...dear].map((test) => `tests/domain/${test}.test.ts`),
    globalSetup: "tests/support/new-database.ts",
    sequence: { sequencer: OwnTestsFirst },
  },
});
