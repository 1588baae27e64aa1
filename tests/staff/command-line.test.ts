import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { commands } from "#app/staff/commands/all";
import { priceQuote } from "#app/staff/commands/bookings.server";
import { commandHelp } from "#app/staff/help";
import { isPostgres } from "#db/dialect";
import { inTheFile } from "../support/a-guest";
import { aFolder, aStore } from "../support/a-store";
import { runningSiteForAllTests } from "../support/running-site";
import { staff, staffList, staffProcess } from "../support/staff";
import { placeInSettings } from "../support/store-place";
import { holdWriteLock } from "../support/write-lock";

/** A year that has future days. */
const NEXT_YEAR = new Date().getFullYear() + 1;

const site = runningSiteForAllTests();

test("help names every command, and is there before the site has ever run", async () => {
  const { code, out } = await staffProcess({ dataDir: path.join(aFolder(), "none") }, ["--help"]);
  expect(code).toBe(0);
  for (const { name, summary } of commands) expect(out).toContain(`${name.padEnd(18)}  ${summary}`);
  expect(await staff(site, ["price-quote", "--help"])).toEqual({
    code: 0,
    out: commandHelp(priceQuote),
    err: "",
  });
});

test("a command line that isn't understood gets a correction, and exit code 2", async () => {
  const result = await staff(site, ["prise", "quote", "Q48210934"]);
  const meant = 'There is no command "prise quote". Did you mean "price quote"? Use --help to see all commands.\n';
  expect(result).toEqual({ code: 2, out: "", err: meant });
});

describe("it refuses, with exit code 1, to work", () => {
  test.runIf(!isPostgres)("where the site has never run, and creates nothing there", async () => {
    const dataDir = path.join(aFolder(), "data");
    const { code, err } = await staff({ dataDir }, ["list", "quotes"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^There is no database .+ yet\. Start the site once/),
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test.runIf(!isPostgres).each([
    [99, "is newer than this code"],
    [2, "is older than this code"],
  ])("on a file of version %i, which it leaves unchanged", async (version, words) => {
    const folder = aFolder();
    const file = path.join(folder, "courier.db");
    const raw = new Database(file);
    raw.exec(`CREATE TABLE quotes (id text); PRAGMA application_id = ${0x5468756d}; PRAGMA user_version = ${version}`);
    raw.close();
    const { code, err } = await staff({ dataDir: folder }, ["list", "quotes"]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(words) });
    expect(inTheFile({ dataDir: folder }, "SELECT name FROM sqlite_master")).toEqual([{ name: "quotes" }]);
  });

  test("with settings that the site would not start with", async () => {
    const { code, err } = await staff(site, ["list", "quotes"], { PAYFAST_MODE: "sandbox" });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("Missing PayFast merchant credentials") });
  });

  test("for an unknown number, in words and in JSON", async () => {
    const { code, out, err } = await staff(site, ["price", "quote", A_FREE_NUMBER, "350", "--json"]);
    expect({ code, err }).toEqual({ code: 1, err: `There is no quote ${A_FREE_NUMBER}.\n` });
    expect(JSON.parse(out)).toEqual({ done: false, why: [`There is no quote ${A_FREE_NUMBER}.`] });
  });
});

test("a lock held by another program is reported in one line with what to do", async () => {
  const release = await holdWriteLock(path.join(site.dataDir, "courier.db"));
  const { code, out, err } = await staff(site, ["change", "rate", "fuel", "11%", "--from", `${NEXT_YEAR}-11-01`]);
  await release();
  expect({ code, out, err }).toEqual({
    code: 1,
    out: "",
    err: expect.stringMatching(/^Another program has locked the database, [^\n]+\n$/),
  });
});

test.runIf(!isPostgres)("a folder that can't be written is reported in one line", async () => {
  const folder = aFolder();
  const file = path.join(folder, "courier.db");
  await (await aStore(file)).close();
  // Like a missing permission to create the log: tests may run as root, which may create everything.
  mkdirSync(`${file}-wal`);
  const { code, err } = await staff({ dataDir: folder }, ["list", "quotes"]);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^The database \S+ can't be opened: [^\n]+ Only the user that runs the site [^\n]+\n$/),
  });
});

describe("the record", () => {
  const change = (more: string[], env?: Record<string, string>) =>
    staff(site, ["change", "rate", "zone", "metro", "33,00", "--from", `${NEXT_YEAR}-12-01`, ...more], env);
  const recorded = () => inTheFile(site, "SELECT who, action, subject, details FROM staff_actions ORDER BY at");

  test("without a name nothing can be changed", async () => {
    const { code, err } = await change([], { USER: "" });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("Give your name") });
    expect(recorded()).toEqual([]);
  });

  test("a dry run says what would happen and leaves neither change nor record", async () => {
    const { code, out } = await change(["--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("Dry run: nothing has changed.");
    expect(out).toContain("R\u00a033,00, before: R\u00a030,00");
    expect(inTheFile(site, `SELECT * FROM rates WHERE valid_from > '${NEXT_YEAR}'`)).toEqual([]);
    expect(recorded()).toEqual([]);
  });

  test("a change is recorded with the given name, or that of the login", async () => {
    await change(["--as", "Thandi"]);
    const withdrawn = await staff(site, ["withdraw-change", "rate", "zone", "metro", "--from", `${NEXT_YEAR}-12-01`]);
    expect(withdrawn.code).toBe(0);
    const details = `from ${NEXT_YEAR}-12-01: R\u00a033,00, before: R\u00a030,00`;
    expect(recorded()).toEqual([
      { who: "Thandi", action: "changed rate", subject: "rate zone metro", details },
      {
        who: "zanele",
        action: "withdrew change",
        subject: "rate zone metro",
        details: `from ${NEXT_YEAR}-12-01: R\u00a033,00`,
      },
    ]);
    expect(await staffList(site, ["show", "history"])).toMatchObject([{ who: "zanele" }, { who: "Thandi" }]);
  });
});

test("a box that is moved in the list is shown with both places; one that is there already leaves no record", async () => {
  const move = (place: string) => staff(site, ["change", "box", "stock-2", "--place", place, "--from", "today"]);
  const recorded = () => inTheFile(site, "SELECT details FROM staff_actions WHERE subject = 'box stock-2'");
  expect((await move("20")).out).toMatch(/^box stock-2 is like that already: Stock 2, .+, place 20\.\n$/);
  expect(recorded()).toEqual([]);
  expect((await move("25")).out).toMatch(/: Stock 2, .+, place 25, before: Stock 2, .+, place 20\.\n$/);
  expect(recorded()).toHaveLength(1);
});

test.runIf(!isPostgres)("a full disk is reported in one line, and nothing has changed", () => {
  const change = ["change", "rate", "fuel", "13%", "--from", `${NEXT_YEAR}-08-03`, "--as", "Thandi"];
  // Like a full disk, the system refuses to write anything.
  const { status, stderr } = spawnSync(
    "sh",
    ["-c", 'ulimit -f 0; exec "$@"', "--", process.execPath, path.resolve("build/tools/staff.js"), ...change],
    { env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: site.dataDir }, encoding: "utf8" },
  );
  expect(stderr).toMatch(/^The disk of [^\n]+ is full or broken \([^\n]+\)\. Make room [^\n]+\n$/);
  expect(status).toBe(1);
  expect(inTheFile(site, `SELECT * FROM rates WHERE valid_from = '${NEXT_YEAR}-08-03'`)).toEqual([]);
});

describe("if the answer can't be written after a change, exit code 3 says that the change was made", () => {
  // A name that is just too long for the temporary file; to the program this is the same as a full disk.
  const tooLong = () => path.join(aFolder(), "x".repeat(253));
  const change = (from: string, more: string[]) =>
    staff(site, ["change", "rate", "fuel", "11%", "--from", from, ...more]);
  const rowsFrom = (day: string) => inTheFile(site, `SELECT * FROM rates WHERE valid_from = '${day}'`);

  test("in a file", async () => {
    const file = tooLong();
    const { code, out, err } = await change(`${NEXT_YEAR}-08-01`, ["--to", file]);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toMatch(/^The change was made, but the output can't be written \(.+ENAMETOOLONG/);
    expect(err).toMatch(new RegExp(`rate fuel, from \\w+ 1 August ${NEXT_YEAR}: 11 %, before: 10 %\\.`));
    expect(rowsFrom(`${NEXT_YEAR}-08-01`)).toHaveLength(1);
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });

  test.skipIf(!existsSync("/dev/full"))("on a full disk behind standard output", async () => {
    const full = openSync("/dev/full", "w");
    const { code, err } = await staffProcess(
      site,
      ["change", "rate", "fuel", "12%", "--from", `${NEXT_YEAR}-08-02`],
      {},
      full,
    );
    closeSync(full);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringMatching(/^The change was made/) });
    expect(rowsFrom(`${NEXT_YEAR}-08-02`)).toHaveLength(1);
  });

  test("dry runs and lists are refused instead", async () => {
    const nothing = { code: 1, err: expect.stringMatching(/^The output can't be written .+ Nothing has changed\.\n$/) };
    expect(await change(`${NEXT_YEAR}-08-03`, ["--dry-run", "--to", tooLong()])).toMatchObject(nothing);
    expect(await staff(site, ["list", "boxes", "--to", tooLong()])).toMatchObject(nothing);
    expect(rowsFrom(`${NEXT_YEAR}-08-03`)).toEqual([]);
  });
});

describe("lists", () => {
  test("any view is shown, and saved as CSV that only its owner may read", async () => {
    const file = path.join(aFolder(), "areas.csv");
    const { code, out, err } = await staff(site, ["show", "staff_areas", "--csv", "--to", file]);
    expect({ code, out, err: err.replace(AS_OF, "") }).toEqual({ code: 0, out: "", err: `Written to ${file}\n` });
    expect(readFileSync(file, "utf8")).toMatch(/^\uFEFFfrom_code,to_code,town,/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(["areas.csv"]);
  });

  test("a file name is resolved from where the program was called", async () => {
    const folder = aFolder();
    await staffProcess(site, ["list", "boxes", "--json", "--to", "boxes.json"], { INIT_CWD: folder });
    expect(JSON.parse(readFileSync(path.join(folder, "boxes.json"), "utf8"))[0]).toMatchObject({ box: "flyer-bag" });
  });

  test.each<[string, (folder: string) => string, RegExp]>([
    [
      "a file that is there, such as the secret of cookies",
      () => {
        const there = path.join(aFolder(), "session-secret");
        writeFileSync(there, "a secret");
        return there;
      },
      /already exists/,
    ],
    ["a folder", (folder) => folder, /already exists/],
    ["where there is no folder", (folder) => path.join(folder, "none", "x.csv"), /^There is no folder \S+none\.\n$/],
  ])("%s isn't overwritten, and nothing is done", async (_, place, words) => {
    const folder = aFolder();
    const change = ["change", "rate", "fuel", "11%", "--from", `${NEXT_YEAR}-10-01`, "--to", place(folder)];
    const { code, err } = await staff(site, change);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(words) });
    expect(inTheFile(site, `SELECT * FROM rates WHERE valid_from = '${NEXT_YEAR}-10-01'`)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("only the first rows are shown: a view may have years of them", async () => {
    const areas = await staffList(site, ["show", "areas"]);
    expect(await staffList(site, ["show", "areas", "--first", "3"])).toEqual(areas.slice(0, 3));
  });

  test("an empty list says so beside the data, never in it", async () => {
    const { code, out, err } = await staff(site, ["list", "emails"]);
    expect({ code, err }).toEqual({ code: 0, err: "No email is waiting, and none was given up.\n" });
    expect(out.split("\n")).toHaveLength(2);
  });
});

test("a reader that stops early, such as head, is not an error", () => {
  const program = `"${process.execPath}" build/tools/staff.js list areas --json`;
  const place = placeInSettings(path.join(site.dataDir, "courier.db"));
  const ran = spawnSync("sh", ["-c", `(${program}; echo ended with $? >&2) | head -c 20`], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: site.dataDir, ...place },
    encoding: "utf8",
  });
  expect(ran).toMatchObject({ stdout: expect.stringMatching(/^\[\s+\{/), stderr: "ended with 0\n" });
});

test("two people at once: every change is made and recorded", async () => {
  const folder = aFolder();
  await aStore(path.join(folder, "courier.db"));
  const days = Array.from({ length: 6 }, (_, day) => `${NEXT_YEAR}-01-0${day + 1}`);
  const done = await Promise.all(
    days.map((from, person) =>
      staffProcess({ dataDir: folder }, [
        "change",
        "rate",
        "fuel",
        `2${person}%`,
        "--from",
        from,
        "--as",
        `person ${person}`,
      ]),
    ),
  );
  expect(done.map(({ err }) => err)).toEqual(days.map(() => ""));
  const changed = `SELECT basis_points FROM rates WHERE kind = 'fuel' AND valid_from > '${NEXT_YEAR}' ORDER BY valid_from`;
  expect(inTheFile({ dataDir: folder }, changed)).toEqual(
    days.map((_, person) => ({ basis_points: 2000 + person * 100 })),
  );
  const recorded = inTheFile<{ who: string }>({ dataDir: folder }, "SELECT who FROM staff_actions ORDER BY who");
  expect(recorded.map(({ who }) => who)).toEqual(days.map((_, person) => `person ${person}`));
});

/** Said of staff's copy of PostgreSQL. */
const AS_OF = /^Staff's own changes are all in it; everything else is as of [\d :-]+\.\n/;

/** A valid quote number that no quote has. */
const A_FREE_NUMBER = "Q00000000";

describe("on a machine with the groups", () => {
  /** A machine with one clerk and one manager, and a person who used sudo. */
  const by = (login: string, ...args: string[]) => {
    const bin = aFolder();
    writeFileSync(path.join(bin, "getent"), "#!/bin/sh\necho thuma-clerk:x:1:clara\necho thuma-manager:x:2:mana\n", {
      mode: 0o755,
    });
    return staff(site, args, {
      PATH: `${bin}:${process.env.PATH}`,
      SUDO_USER: login,
      STAFF_NAME: "Somebody else",
    });
  };

  test("the program itself refuses what a right is missing for, and says whom to ask", async () => {
    expect(await by("clara", "change", "country", "Botswana", "--served", "no")).toEqual({
      code: 1,
      out: "",
      err: "change country is for a manager, and you (clara) are a clerk.\nAsk mana.\n",
    });
    expect((await by("nobody", "today")).err).toContain("you (nobody) are in none of the groups");
    expect((await by("clara", "stop", "messages", "0735550101", "--as", "mana")).code).toBe(1);
    expect((await by("mana", "change", "country", "Botswana", "--served", "no", "--dry-run")).code).toBe(0);
  });

  test("the record has the login, whatever STAFF_NAME says, and an answer is never written to a file of the site's user", async () => {
    expect((await by("clara", "stop", "messages", "0735550101")).code).toBe(0);
    expect(inTheFile(site, "SELECT who FROM staff_actions ORDER BY at DESC LIMIT 1")).toEqual([{ who: "clara" }]);
    const folder = aFolder();
    const { code, err } = await by("clara", "show", "bookings", "--to", path.join(folder, "bookings.csv"));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("Leave out --to, and add > ") });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("on a machine that can't say which groups there are", () => {
  const command = ["stop", "messages", "0735550199", "--as", "mana"];
  /** Rita, a reader who came by sudo, tries a clerk's command under the manager's name. */
  const asReader = (getent: string, env: Record<string, string> = {}, before: string[] = []) => {
    const bin = aFolder();
    writeFileSync(path.join(bin, "getent"), `#!/bin/sh\n${getent}\n`, { mode: 0o755 });
    const PATH = `${bin}:${process.env.PATH}`;
    return before.length === 0
      ? staff(site, command, { PATH, SUDO_USER: "rita", ...env })
      : staffProcess(site, command, { PATH, SUDO_USER: "rita", ...env }, "pipe", before);
  };
  const recorded = () => inTheFile(site, "SELECT who, at FROM staff_actions");
  const COULD_NOT_SAY = { code: 1, out: "", err: expect.stringMatching(/^This machine couldn't say which groups you/) };

  test("getent's answer that none of the four exists opens everything", async () => {
    expect((await asReader("exit 2")).code).toBe(0);
    expect(inTheFile(site, "SELECT who FROM staff_actions ORDER BY at DESC LIMIT 1")).toEqual([{ who: "mana" }]);
  });

  test.each([
    ["fails", "exit 1"],
    ["is another program", "exit 127"],
    ["is ended by a signal", "kill -9 $$"],
    ["says nothing, as if it had found them", "exit 0"],
    ["says that there is none, in words", "echo none; exit 2"],
    ["says that there is none, with a complaint", "echo 'cannot open /etc/group' >&2; exit 2"],
    ["never answers", "sleep 60"],
    ["never stops", "yes thuma-manager:x:1:rita"],
  ])("getent %s: refused, and nothing is written", async (_, getent) => {
    const before = recorded();
    expect(await asReader(getent)).toEqual(COULD_NOT_SAY);
    expect(recorded()).toEqual(before);
  });

  test("where only some of the groups exist, they count", async () => {
    const { code, err } = await asReader("echo thuma-reader:x:1:rita; exit 2");
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("you (rita) are a reader") });
  });

  test("there is no getent: refused", async () => {
    expect(await asReader("", { PATH: aFolder() })).toEqual(COULD_NOT_SAY);
  });

  test.each([26, 28, 30, 32, 35])("the shell allows %i open files: refused", async (files) => {
    const limited = ["/bin/sh", "-c", `ulimit -n ${files}; exec "$@"`, "sh"];
    const { code, out } = await asReader("echo thuma-reader:x:1:rita", {}, limited);
    expect({ code, out }).toEqual({ code: 1, out: "" });
  });

  test("where deploy/ has set up groups, not even getent's answer opens anything", async () => {
    const set = /^export (THUMA_RIGHTS)=(\w+)$/m.exec(readFileSync("deploy/thuma-staff", "utf8"));
    expect(await asReader("exit 2", { [set?.[1] ?? ""]: set?.[2] ?? "" })).toEqual(COULD_NOT_SAY);
  });

  test("root and the site's own user work all the same", async () => {
    expect(await staff(site, command, { PATH: aFolder() })).toMatchObject({ code: 0, err: "" });
  });

  // Nobody else can become another user.
  test.runIf(process.getuid?.() === 0)("another user who didn't come by sudo is refused", async () => {
    chmodSync(site.dataDir, 0o755);
    const asNobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    expect(await staffProcess(site, command, { PATH: aFolder() }, "pipe", asNobody)).toEqual(COULD_NOT_SAY);
  });
});
