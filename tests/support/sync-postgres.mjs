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
    // Several statements at once have no result of their own.
    const { fields = [], rows = [] } = await (await connectedTo(url)).query({ text: sql, rowMode: "array" });
    return { columns: fields.map(({ name, dataTypeID: type }) => ({ name, type })), rows };
  },
};

let last = { url: "", client: undefined };

/** The connection of the last question, if it was about the same database, and that is still there. */
async function connectedTo(url) {
  if (last.url === url) return last.client;
  await last.client?.end();
  const client = new pg.Client({
    connectionString: url,
    options: "-c TimeZone=UTC",
    types: { getTypeParser: () => String },
  });
  client.on("error", () => undefined);
  client.once("end", () => {
    if (last.client === client) last = { url: "", client: undefined };
  });
  last = { url, client };
  await client.connect();
  return client;
}

parentPort.on("message", async ({ work, given, done }) => {
  const answer = await works[work](given).then(
    (answer) => ({ answer }),
    ({ message }) => ({ failed: message }),
  );
  workerData.postMessage(answer);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
