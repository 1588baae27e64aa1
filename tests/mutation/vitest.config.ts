import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import site from "../../vitest.config";

/** Of tests, whose code is measured: `domain/rounds`, `http`. */
const folders = (process.env.MUTATED_FOLDERS ?? "").split(" ");
const { projects: _, ...settings } = site.test ?? {};

/**
 * Which tests are shown a change outside of the domain, beside the folder's own. Those of `http` and of the office need secrets of their
 * own, and a thread reads one.
 */
const others: Record<string, string> = {
  http: "routes",
  routes: "office",
  server: "routes http",
  db: "staff office domain/people",
  staff: "office",
};

/** These take seconds, so they run only when their own room is measured. */
const dear = `post/smtp money/simulated-delivery people/tidy prices/contract/http-client parcels/kept-days drivers/photo
  bookings/payments/notice-cases`
  .split(/\s+/)
  .filter((test) => !folders.some((folder) => `domain/${test}`.startsWith(`${folder}/`)));
/**
 * One makes hundreds of payments for half a minute, one needs a built worker, which Stryker doesn't copy, and two judge processor
 * time, which Stryker's counting makes three times as long.
 */
const never = [
  "bookings/payments/settlement-model",
  "drivers/photo-worker",
  "form/landmark-time",
  "bookings/import-time",
];
/** Staff's commands, in this process: they lead to much of the domain. */
const ofStaff =
  "agree,change-booking,customers,day-in-the-office,drivers,import-bookings,messages,odd-money,pay-refund,payments,today";
const ofDomain = globSync(["tests/domain/**/*.test.ts", `tests/staff/{${ofStaff}}.test.ts`], {
  exclude: [...never, ...dear].map((test) => `tests/domain/${test}.test.ts`),
});

/** A thread can't have a folder or settings of its own, and a process of its own has no part in the changes. */
function needsAProcess(test: string): boolean {
  const code = readFileSync(test, "utf8");
  if (/react-dom\/server|support\/(browser|command)"|process\.chdir\(|process\.env\.\w+ = /.test(code)) return true;
  // Tests of `http` and of `server` read another secret.
  if (/support\/an-office-browser"/.test(code) && folders.some((folder) => /^(http|server)$/.test(folder))) return true;
  const startsOne = /process\.execPath|startAndExit\(|startSite\(|runningSiteForAllTests\(/.test(code);
  return startsOne && !/openSite\(|siteForAllTests\(/.test(code);
}
const isRoom = (folder: string) => folder.startsWith("domain/");
const outside = folders.filter((folder) => !isRoom(folder));
const ofOutside = [...new Set(outside.flatMap((folder) => [folder, ...(others[folder]?.split(" ") ?? [])]))].flatMap(
  (folder) => globSync(`tests/${folder}/**/*.test.ts`),
);
const leftOut = ofOutside.filter((test) => needsAProcess(test) || test.endsWith("old-draft-cookies.test.ts"));
// The runner says so: nobody sees what is written here.
process.env.MUTATION_LEFT_OUT = leftOut.join(" ");

/** Runs the nearest tests first: they notice most changes, and the first failure ends the run. */
class NearestTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const inOrder = process.env.MUTATED_ORDER?.split("\n") ?? [];
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = inOrder.indexOf(path.relative("", moduleId));
      return place === -1 ? inOrder.length : place;
    };
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  resolve: site.resolve,
  test: {
    ...settings,
    // What a change keeps waiting for ever fails, and the thread with its loaded tests stays.
    testTimeout: 45_000,
    include: [...(folders.some(isRoom) ? ofDomain : []), ...ofOutside.filter((test) => !leftOut.includes(test))],
    globalSetup: "tests/support/new-database.ts",
    sequence: { sequencer: NearestTestsFirst },
  },
});
