/**
 * A thread of `store-place.ts`, which waits for its answers: it writes the copy that staff read, as a site does, and asks
 * PostgreSQL. Starting a program for each took two fifths of the tests' time there.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import pg from "pg";

const program = pathToFileURL(path.resolve("build/tools/staff-copy-worker.js")).href;
let copies = 0;

const works = {
  /** Its program, run once more. */
  async copy({ url, file }) {
    let said = "";
    process.stderr.write = (text) => {
      said += text;
      return true;
    };
    process.argv[2] = file;
    process.env.DATABASE_URL = url;
    process.exitCode = 0;
    copies += 1;
    await import(`${program}?${copies}`);
    if (process.exitCode !== 0) throw new Error(said);
  },
  /** The rows of a query, each value as text, and its columns with their types. */
  async ask({ url, sql }) {
    const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => String } });
    await client.connect();
    try {
      const { fields, rows } = await client.query({ text: sql, rowMode: "array" });
      return { columns: fields?.map(({ name, dataTypeID: type }) => ({ name, type })), rows };
    } finally {
      await client.end();
    }
  },
};

parentPort.on("message", async ({ work, given, done }) => {
  const answer = await works[work](given).then(
    (answer) => ({ answer }),
    ({ message }) => ({ failed: message }),
  );
  workerData.postMessage(answer);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
