import crypto from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import RealDatabase from "better-sqlite3";
import { type Clock, dateBy, type Owner } from "./clock";
import type { Endpoints } from "./endpoints";
import type { MailServer } from "./mail-server";
import type { Payfast } from "./payfast";
import type { Random } from "./random";

/** The surroundings of a simulated process. */
export type Surroundings = {
  clock: Clock;
  random: Random;
  mail: MailServer;
  payfast: Payfast;
  endpoints: Endpoints;
};

/** A simulated process, as seen from outside. */
export type Process = Owner & { connections: Set<RealDatabase.Database> };

const real = createRequire(path.resolve("package.json"));

/** The modules that a simulated process gets instead of real ones; all others are real. */
export function modulesOf(process: Process, { clock, random, mail, payfast, endpoints }: Surroundings) {
  const pause = (ms: number, value?: unknown) => clock.pause(ms, process).then(() => value);
  const webcrypto = webcryptoFrom(random);
  const randomBytes = (count: number) => random.fill(Buffer.alloc(count));
  const cryptoModule = { ...crypto, webcrypto, randomBytes, randomUUID: webcrypto.randomUUID };

  /**
   * SQLite itself, without waiting in real time, because the simulated clock stands still. A killed process's
   * connections are closed.
   */
  class Database extends RealDatabase {
    constructor(file: string, options: RealDatabase.Options = {}) {
      if (!process.isAlive) throw new Error("this process is dead");
      super(file, { ...options, timeout: 0 });
      process.connections.add(this);
      keepStatements(this);
    }
  }

  const modules: Record<string, unknown> = {
    "node:timers/promises": { setTimeout: pause, setImmediate: () => pause(0), scheduler: { wait: pause } },
    "node:crypto": cryptoModule,
    crypto: cryptoModule,
    "node:fs/promises": { ...filesAtOnce, open: openAtOnce, rename: renameText(mail) },
    "node:https": {
      ...(real("node:https") as object),
      request: requestTo(payfast.requestFrom(process), endpoints.requestFrom(process)),
    },
    "node:dns/promises": { ...(real("node:dns/promises") as object), Resolver: NameServers },
    nodemailer: { createTransport: mail.clientOf(process) },
    "@node-rs/argon2": quickHashes,
    "better-sqlite3": Database,
  };
  return (name: string) => modules[name] ?? real(name);
}

/**
 * Prepares each of Drizzle's statements once for a connection, because preparing costs more than running. Drizzle sets
 * before each use how rows are returned. Our own SQL, in capitals, sets that once, so it gets a new statement each
 * time.
 */
function keepStatements(connection: RealDatabase.Database): void {
  const kept = new Map<string, RealDatabase.Statement>();
  const compile = connection.prepare.bind(connection);
  connection.prepare = ((query: string) => {
    if (!/^(?:select|insert|update|delete) /.test(query)) return compile(query);
    const statement = kept.get(query) ?? compile(query);
    kept.set(query, statement);
    return statement;
  }) as typeof connection.prepare;
}

/** The globals that a simulated process gets instead of Node's. */
export function globalsOf(process: Process, { clock, random }: Surroundings, environment: Record<string, string>) {
  const timer = (alarm: object) => Object.assign(alarm, { unref: () => alarm, ref: () => alarm, hasRef: () => true });
  return {
    Date: dateBy(clock),
    setTimeout: (ring: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      timer(clock.set(ms, () => ring(...args), { owner: process })),
    setInterval: (ring: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      timer(clock.set(ms, () => ring(...args), { owner: process, repeats: true })),
    setImmediate: (ring: () => void) => timer(clock.set(0, ring, { owner: process })),
    clearTimeout: (alarm: unknown) => clock.clear(alarm),
    clearInterval: (alarm: unknown) => clock.clear(alarm),
    performance: { now: () => clock.elapsedMs },
    crypto: webcryptoFrom(random),
    Math: Object.create(Math, { random: { value: random.unit } }),
    process: Object.create(globalThis.process, { env: { value: environment } }),
  };
}

function webcryptoFrom(random: Random) {
  const hex = (bytes: number) => random.fill(Buffer.alloc(bytes)).toString("hex");
  return {
    getRandomValues: <Bytes extends Uint8Array>(bytes: Bytes) => random.fill(bytes),
    randomUUID: () => [hex(4), hex(2), hex(2), hex(2), hex(6)].join("-"),
  };
}

/** Node's thread pool finishes work in any order; here each call finishes before the next. */
const filesAtOnce = Object.fromEntries(
  Object.entries(fs.promises).map(([name, promised]) => {
    const atOnce = Reflect.get(fs, `${name}Sync`);
    return [name, typeof atOnce === "function" ? async (...args: unknown[]) => atOnce(...args) : promised];
  }),
);

async function openAtOnce(file: string, flags: string) {
  const handle = fs.openSync(file, flags);
  return {
    writeFile: async (content: string) => fs.writeFileSync(handle, content),
    sync: async () => fs.fsyncSync(handle),
    close: async () => fs.closeSync(handle),
  };
}

/** What goes out by HTTPS is for PayFast, or for the endpoint of a shop. */
function requestTo(payfast: () => unknown, endpoint: (url: URL, headers: Record<string, string>) => unknown) {
  return (url: URL, { headers = {} }: { headers?: Record<string, string> }) =>
    url.hostname.endsWith(".shop.example") ? endpoint(url, headers) : payfast();
}

/** Every name leads to a public address. */
class NameServers {
  setServers() {}
  resolve4 = async () => ["93.184.215.14"];
  resolve6 = async (): Promise<string[]> => {
    throw new Error("queryAaaa ENODATA");
  };
}

/** A text message leaves when its file gets its name: `2026-11-23-<id>.sms`. */
function renameText(mail: MailServer) {
  return async (from: string, to: string) => {
    fs.renameSync(from, to);
    const [, id] = /\d{4}-\d{2}-\d{2}-(.+)\.sms$/.exec(to) ?? [];
    if (id) mail.sendText(id);
  };
}

/** Argon2 takes 50 ms on purpose, in a thread. The simulation doesn't need strong hashes. */
const quickHashes = {
  hash: async (password: string) => crypto.createHash("sha256").update(password).digest("hex"),
  verify: async (hash: string, password: string) => hash === (await quickHashes.hash(password)),
};
