import { execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { problemNames } from "#app/domain/accounts/problems";
import { PayloadSchema } from "#app/domain/post/webhooks/on-the-wire";
import { MINUTES } from "#app/durations";
import { inTheFile } from "../support/a-guest";
import { aFolder } from "../support/a-store";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { debianProgram } from "../support/debian-program";
import { siteForAllTests } from "../support/open-site";
import { freePort } from "../support/running-site";
import { type Page, Visitor } from "../support/visitor";

const run = promisify(execFile);
const WEBHOOK_CALLS = 6;

/** How each example on the page is run. */
const kinds = {
  "the key, to be set once": /^export THUMA_KEY=/,
  open: /^curl (?!.*\$THUMA_KEY)/,
  "by key": /^curl .*\$THUMA_KEY/,
  "what we send": /^\{/,
  php: /^<\?php/,
  python3: /^import .*\nfrom http.server /,
  node: /^import .* from "node:crypto";/,
};
type Kind = keyof typeof kinds;

const site = siteForAllTests();
let page: Page["document"];
let examples: { kind: Kind | undefined; code: string }[];
beforeAll(async () => {
  const { document, html } = await new Visitor(site.url).open("/developers");
  page = document;
  examples = [...html.matchAll(/<pre><code>([^<]*)<\/code><\/pre>/g)].map(([, shown = ""]) => {
    const code = asShown(shown);
    return { kind: (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].test(code)), code };
  });
});

const of = (kind: Kind) => examples.filter((each) => each.kind === kind).map(({ code }) => code);

test("there is no example but those that are run here", () => {
  expect(page.querySelectorAll("pre")).toHaveLength(examples.length);
  expect(examples.filter(({ kind }) => !kind)).toEqual([]);
  const counts = (Object.keys(kinds) as Kind[]).map((kind) => of(kind).length);
  expect(counts).toEqual([1, 6, 9 + WEBHOOK_CALLS, 1, 1, 1, 1]);
});

test("every command works as it is pasted", async () => {
  const folder = aFolder();
  const paste = async (line: string, env: Record<string, string> = {}) => {
    const command = `${line} --silent --show-error --fail-with-body`;
    const { stdout } = await run("bash", ["-c", command], { cwd: folder, env: { ...process.env, ...env } });
    return stdout;
  };
  await Promise.all(of("open").map(async (line) => expect(JSON.parse(await paste(line)), line).toBeTruthy()));

  const { shop, key } = await aShopWithAKey(site, "programmer@example.co.za");
  const env: Record<string, string> = { THUMA_KEY: key };
  for (const line of of("by key")) {
    const answer = await paste(line, env);
    if (line.includes("label.pdf")) expect(readFileSync(path.join(folder, "label.pdf"), "latin1")).toMatch(/^%PDF/);
    else if (line.includes("DELETE")) expect(answer).toBe("");
    else {
      const body = JSON.parse(answer);
      if (line.includes("/v1/webhooks ")) env.WEBHOOK ??= body.id;
      if (!line.includes("Idempotency-Key")) continue;
      env.BOOKING = body.id;
      await shop.open(new URL(body.paymentUrl).pathname);
      await shop.press("Pay now");
      await shop.press("Complete payment");
    }
  }
  const left = `SELECT cancelled_by, (SELECT count(*) FROM webhook_endpoints) AS webhooks FROM quotes WHERE reference = '1001'`;
  expect(inTheFile(site, left)).toEqual([{ cancelled_by: "customer", webhooks: 0 }]);
});

/** How a shop starts each program. */
const started = {
  php: { file: "thuma.php", with: (port: number) => [debianProgram("php", "php-cli"), "-S", `127.0.0.1:${port}`] },
  python3: { file: "thuma.py", with: () => [debianProgram("python3")] },
  node: { file: "thuma.mjs", with: () => [process.execPath] },
};

test.each(Object.keys(started) as (keyof typeof started)[])(
  "the program for %s takes the site's calls, also while its secret is changed, and nobody else's",
  async (language) => {
    const [code = ""] = of(language);
    expect(code).toMatch(/hash_equals|compare_digest|timingSafeEqual/);
    const port = await freePort();
    const { key } = await aShopWithAKey(site, `${language}@example.co.za`);
    const api = async (method: string, at = "", body?: object) => {
      const headers = { ...bearer(key), "Content-Type": "application/json" };
      const answer = await fetch(`${site.url}/v1/webhooks${at}`, { method, headers, body: JSON.stringify(body) });
      return answer.json();
    };
    const { id, secret } = await api("POST", "", { url: `http://127.0.0.1:${port}/` });
    const withoutSecret = await freePort();
    await Promise.all([begin(language, code, port, secret), begin(language, code, withoutSecret, "")]);

    const taken = async () => (await api("GET", `/${id}`)).lastSuccessAt;
    await api("POST", `/${id}/test`);
    await expect.poll(taken).not.toBeNull();
    const before = await taken();
    await api("POST", `/${id}/secret`);
    await api("POST", `/${id}/test`);
    await expect.poll(taken).not.toBe(before);

    const [example = ""] = of("what we send");
    const ago = (ms: number) => new Date(Date.now() - ms);
    const signature = (at: Date, by = secret, body = example) => new Webhook(by).sign("msg_1", at, body);
    const send = async (at: Date, signatures: string, body = example, to = port) => {
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const headers = { "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signatures };
      return (await fetch(`http://127.0.0.1:${to}/`, { method: "POST", headers, body })).status;
    };
    const now = new Date();
    const right = signature(now);
    const wrong = signature(now, `whsec_${Buffer.from("another secret of a stranger").toString("base64")}`);
    const good = [send(now, right), send(now, `${wrong} ${right}`), send(now, `${right} ${wrong}`)];
    const late = ago(4 * MINUTES);
    expect(await Promise.all([...good, send(late, signature(late))])).toEqual([204, 204, 204, 204]);
    const [old, ahead] = [ago(6 * MINUTES), ago(-6 * MINUTES)];
    const bad = {
      "another body": send(now, right, example.replace("delivered", "returned")),
      "another secret": send(now, wrong),
      "another time": send(late, right),
      "six minutes old": send(old, signature(old)),
      "six minutes ahead": send(ahead, signature(ahead)),
      "no signature": send(now, ""),
      "another scheme": send(now, right.replace("v1,", "v2,")),
      "no headers": fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: example }).then(({ status }) => status),
      "signed with nothing, where the secret is missing": send(
        now,
        `v1,${emptySignature(now, example)}`,
        example,
        withoutSecret,
      ),
    };
    const refused = await Promise.all(Object.entries(bad).map(async ([name, status]) => [name, await status]));
    expect(Object.fromEntries(refused)).toEqual(Object.fromEntries(Object.keys(bad).map((name) => [name, 400])));
  },
);

test("what the page shows as our call is one", () => {
  const shown = JSON.parse(of("what we send")[0] ?? "");
  expect(PayloadSchema.strict().parse(shown)).toEqual(shown);
});

test("every type of a problem is an address of the page", () => {
  for (const name of problemNames) expect(page.getElementById(name), name).not.toBeNull();
});

function asShown(html: string): string {
  const marks = { "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return Object.entries(marks).reduce((text, [written, mark]) => text.replaceAll(written, mark), html);
}

/** Saves a program as the page shows it, and starts it. */
async function begin(language: keyof typeof started, code: string, port: number, secret: string) {
  const file = path.join(aFolder(), started[language].file);
  writeFileSync(file, code);
  const [program = "", ...given] = started[language].with(port);
  const env = { ...process.env, PORT: String(port), ...(secret && { THUMA_WEBHOOK_SECRET: secret }) };
  const child = spawn(program, [...given, file], { env, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  while (child.exitCode === null && !(await isListening(port))) await pause(20);
  expect(child.exitCode, `${program} has ended`).toBeNull();
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = once(socket, "connect").then(
    () => true,
    () => false,
  );
  return isOpen.finally(() => socket.destroy());
}

/** What somebody would send to a program that was started without its secret. */
function emptySignature(at: Date, body: string): string {
  return createHmac("sha256", "")
    .update(`msg_1.${Math.floor(at.getTime() / 1000)}.${body}`)
    .digest("base64");
}
