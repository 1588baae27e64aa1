import { execFile, spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../support/running-site";

const here = fileURLToPath(new URL(".", import.meta.url));
const run = promisify(execFile);
/** More than one: while a page waits for our site, our site may call the shop. */
const SERVERS = "4";
const OWNER = "owner";
/** OpenCart's samples that we sell, by our own names: weight in kg and sides in cm. */
const PRODUCTS = {
  shirt: { id: 40, size: [0.4, 40, 30, 3] },
  "nothing known": { id: 41, size: [0, 0, 0, 0] },
  heavy: { id: 28, size: [31, 10, 10, 10] },
  brick: { id: 29, size: [20, 20, 20, 20] },
} as const;
export type Product = keyof typeof PRODUCTS;
/** OpenCart's own statuses. */
export const STATUS = { pending: 1, processing: 2, complete: 5, canceled: 7 };

/** A copy of an OpenCart, newly installed in a MariaDB of its own, served by PHP on loopback. */
export async function openShop(opencart: string) {
  const top = mkdtempSync(path.join(tmpdir(), "thuma-opencart-"));
  const folder = path.join(top, "shop");
  cpSync(opencart, folder, { recursive: true });
  const socket = path.join(top, "db.sock");
  const outbox = path.join(top, "outbox");
  const log = path.join(top, "php.log");
  const { username } = userInfo();
  const data = path.join(top, "data");
  await run("mariadb-install-db", [
    ...["--no-defaults", `--datadir=${data}`, `--user=${username}`],
    ...["--auth-root-authentication-method=normal", "--skip-test-db"],
  ]);
  const database = spawn(
    "mariadbd",
    [
      ...["--no-defaults", `--datadir=${data}`, `--socket=${socket}`, `--pid-file=${top}/pid`, `--user=${username}`],
      ...["--skip-networking", "--innodb-buffer-pool-size=32M", "--innodb-flush-log-at-trx-commit=0"],
    ],
    { stdio: "ignore" },
  );
  while (!existsSync(socket)) await pause(100);
  /** Rows of the shop's database, by the names of their columns. */
  async function sql<Row = Record<string, string>>(query: string): Promise<Row[]> {
    const login = ["--no-defaults", `--socket=${socket}`, "-uroot", "--default-character-set=utf8mb4"];
    const { stdout } = await run("mariadb", [...login, "--xml", ...(isMade ? ["opencart"] : []), "-e", query]);
    return [...stdout.matchAll(/<row>([\s\S]*?)<\/row>/g)].map(
      ([, row = ""]) =>
        Object.fromEntries(
          [...row.matchAll(/<field name="(\w+)"[^>]*?(?:\/>|>([\s\S]*?)<\/field>)/g)].map(([, name, value = ""]) => [
            name,
            unescaped(value),
          ]),
        ) as Row,
    );
  }
  let isMade = false;
  await sql(
    "CREATE DATABASE opencart; CREATE USER 'shop'@'localhost' IDENTIFIED BY 'shop'; GRANT ALL ON opencart.* TO 'shop'@'localhost'",
  );
  isMade = true;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const php = [
    ...["-d", `mysqli.default_socket=${socket}`, "-d", `sendmail_path=${here}mail.sh ${outbox}`],
    ...["-d", "log_errors=1", "-d", `error_log=${log}`, "-d", "display_errors=0"],
  ];
  for (const side of ["", "admin"])
    copyFileSync(path.join(folder, "config-dist.php"), path.join(folder, side, "config.php"));
  const given = {
    ...{ username: OWNER, password: OWNER, email: "owner@example.co.za", http_server: `${url}/`, db_driver: "mysqli" },
    ...{
      db_hostname: "localhost",
      db_username: "shop",
      db_password: "shop",
      db_database: "opencart",
      db_prefix: "oc_",
    },
  };
  const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
  const { stdout } = await run("php", [...php, path.join(folder, "install/cli_install.php"), "install", ...flags]);
  if (!stdout.includes("SUCCESS")) throw new Error(`OpenCart wasn't installed: ${stdout}`);
  rmSync(path.join(folder, "install"), { recursive: true });
  // What a shop in South Africa sets.
  const setting = (key: string, value: string) =>
    `DELETE FROM oc_setting WHERE \`key\` = '${key}'; INSERT INTO oc_setting SET code = '${key.startsWith("payment") ? "payment_cod" : "config"}', \`key\` = '${key}', value = '${value}', store_id = 0, serialized = 0;`;
  await sql(
    [
      "INSERT INTO oc_currency SET title = 'Rand', code = 'ZAR', symbol_left = 'R', symbol_right = '', decimal_place = 2, value = 1, status = 1, date_modified = NOW();",
      "UPDATE oc_setting SET value = '0' WHERE `key` = 'shipping_flat_status';",
      setting("config_currency", "ZAR"),
      setting("config_currency_auto", "0"),
      setting("config_mail_engine", "mail"),
      setting("config_telephone_display", "1"),
      setting("config_country_id", "193"),
      ...Object.entries(PRODUCTS).map(
        ([name, { id, size }]) =>
          `UPDATE oc_product SET weight = ${size[0]}, weight_class_id = 1, length = ${size[1]}, width = ${size[2]}, height = ${size[3]}, length_class_id = 1, quantity = 100000, shipping = 1, tax_class_id = 0, minimum = 1, price = 199 WHERE product_id = ${id}; UPDATE oc_product_description SET name = '${name}' WHERE product_id = ${id};`,
      ),
    ].join("\n"),
  );
  const server = spawn("php", [...php, "-S", `127.0.0.1:${port}`, "-t", folder, path.join(here, "router.php")], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: SERVERS },
    stdio: "ignore",
    detached: true,
  });
  const kept = (order: number) =>
    sql<{ name: string; value: string }>(`SELECT name, value FROM oc_thuma_couriers WHERE order_id = ${order}`);
  const door = (name: string) => `${url}/index.php?route=extension/thuma_couriers/thuma_couriers.${name}`;
  return {
    url,
    top,
    sql,
    /** What is kept of an order, with its notes and OpenCart's status. */
    async order(id: number) {
      const rows = await kept(id);
      const [order] = await sql<{ order_status_id: string }>(
        `SELECT order_status_id FROM oc_order WHERE order_id = ${id}`,
      );
      const notes = rows
        .filter(({ name }) => name.startsWith("note "))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
      return {
        status: Number(order?.order_status_id),
        notes: notes.map(({ value }) => value),
        kept: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
      };
    },
    /** Does what is due; `now`: also what waits for later, or was a killed worker's. */
    async work({ now = true, dieAt = "" } = {}): Promise<"done" | "killed"> {
      if (now) await sql("UPDATE oc_thuma_couriers SET value = '1' WHERE name = 'work_at'");
      const env = { ...process.env, DIE_AT: dieAt, HOST: `127.0.0.1:${port}` };
      const file = ["-d", `auto_prepend_file=${path.join(here, "worker.php")}`, "index.php"];
      return run("php", [...php, ...file], { cwd: folder, env }).then(
        () => "done" as const,
        () => "killed" as const,
      );
    },
    /** What OpenCart's cron does every hour; `again`: half a day later. */
    async cron({ again = false } = {}) {
      await sql(`UPDATE oc_cron SET date_modified = NOW() - INTERVAL 2 HOUR WHERE code = 'thuma_couriers'`);
      if (again) await sql("DELETE FROM oc_setting WHERE `key` = 'thuma_couriers_asked'");
      await fetch(`${url}/index.php?route=cron/cron`);
      await run("php", [...php, "cron.php"], { cwd: folder });
    },
    door,
    /** Whether requests that the shop makes for work arrive. */
    setWorkers(isOn: boolean) {
      const file = path.join(top, "no-work");
      isOn ? rmSync(file, { force: true }) : writeFileSync(file, "");
    },
    /** Settings, changed behind the page's back; and what is remembered is forgotten. */
    async setQuietly(settings: Record<string, string>) {
      for (const [name, value] of Object.entries(settings)) {
        await sql(`DELETE FROM oc_setting WHERE \`key\` = '${name}'`);
        await sql(
          `INSERT INTO oc_setting SET code = '${name.startsWith("shipping") ? "shipping_thuma_couriers" : "thuma_couriers"}', \`key\` = '${name}', value = '${value}', store_id = 0, serialized = 0`,
        );
      }
      const cache = path.join(folder, "system/storage/cache");
      rmSync(cache, { recursive: true });
      mkdirSync(cache);
    },
    setting: async (name: string) =>
      (await sql<{ value: string }>(`SELECT value FROM oc_setting WHERE \`key\` = '${name}'`))[0]?.value ?? "",
    emails: () => (existsSync(outbox) ? readFileSync(outbox, "utf8").split("\n\u0000\n").map(decoded) : []),
    async ready() {
      for (;;) {
        const answer = await fetch(url).catch(() => null);
        if (answer?.ok) return;
        await pause(200);
      }
    },
    /** The shop's owner, in OpenCart's administration. */
    async signIn() {
      const visit = aBrowser(`${url}/admin/`);
      const login = await visit("index.php?route=common/login");
      const token = /login_token=(\w+)/.exec(login)?.[1] ?? "";
      const { redirect } = JSON.parse(
        await visit(`index.php?route=common/login.login&login_token=${token}`, { username: OWNER, password: OWNER }),
      );
      const user = /user_token=(\w+)/.exec(redirect)?.[1] ?? "";
      const open = (route: string, form?: Record<string, string>) =>
        visit(`index.php?route=${route}&user_token=${user}`, form);
      const ours = "extension/thuma_couriers/shipping/thuma_couriers";
      return {
        open,
        /** As the buttons under Extensions, Installer and Extensions, Shipping do. */
        async install(zip: Blob, name: string) {
          const form = new FormData();
          form.append("file", zip, name);
          const uploaded = await visit(`index.php?route=marketplace/installer.upload&user_token=${user}`, form);
          if (!JSON.parse(uploaded).success) throw new Error(uploaded);
          const [row] = await sql<{ id: string }>("SELECT MAX(extension_install_id) AS id FROM oc_extension_install");
          for (
            let next = `index.php?route=marketplace/installer.install&user_token=${user}&extension_install_id=${row?.id}`;
            next;
          ) {
            const done = JSON.parse(await visit(next.replace(/&amp;/g, "&")));
            if (done.error) throw new Error(done.error);
            next = done.next ?? "";
          }
          return JSON.parse(await open("extension/shipping.install&extension=thuma_couriers&code=thuma_couriers"));
        },
        uninstall: () => open("extension/shipping.uninstall&extension=thuma_couriers&code=thuma_couriers"),
        /** Saves our settings as their page does, with what it shows and what is typed. */
        async save(typed: Record<string, string>): Promise<{ success?: string; error?: string }> {
          const html = await open(ours);
          const names = Object.keys(typed).map((name) => `shipping_thuma_couriers_${name}`);
          const unknown = names.filter((name) => !html.includes(`name="${name}"`));
          if (unknown.length > 0) throw new Error(`not on the page: ${unknown.join()}`);
          const form = new URLSearchParams(fieldsOf(html));
          for (const [name, value] of Object.entries(typed)) form.set(`shipping_thuma_couriers_${name}`, value);
          return JSON.parse(await visit(`index.php?route=${ours}.save&user_token=${user}`, form));
        },
        /** Opens "Check and book" of an order. */
        bookPage: (order: number) => open(`${ours}.book&order_id=${order}`),
        /** Presses its button. */
        book: (order: number, html: string) =>
          visit(
            `index.php?route=${ours}.book&user_token=${user}&order_id=${order}`,
            new URLSearchParams(fieldsOf(html)),
          ),
        labels: (orders: number[]) =>
          visit(
            `index.php?route=${ours}.labels&user_token=${user}`,
            new URLSearchParams(orders.map((order) => ["selected[]", String(order)])),
          ),
        /** Changes fields of an order, as its page does. OpenCart then forgets its status. */
        async edit(order: number, changed: Record<string, string>) {
          const form = new URLSearchParams(fieldsOf(await open(`sale/order.info&order_id=${order}`)));
          // These are other forms of that page.
          for (const name of ["order_status_id", "product", "product_id", "quantity"]) form.delete(name);
          for (const [name, value] of Object.entries(changed)) form.set(name, value);
          const call = "sale/order.call&call=confirm&store_id=0&language=en-gb&currency=ZAR";
          const answer = await visit(`index.php?route=${call}&user_token=${user}`, form);
          if (!JSON.parse(answer).success) throw new Error(answer);
        },
        /** Sets an order's status as its page does. */
        async setStatus(order: number, status: number) {
          const answer = await open(`sale/order.call&call=history_add&store_id=0&language=en-gb&currency=ZAR`, {
            ...{ order_id: String(order), order_status_id: String(status), comment: "", notify: "0", override: "0" },
          });
          if (!JSON.parse(answer).success) throw new Error(answer);
        },
      };
    },
    /** What PHP or OpenCart complained about in our own files. */
    complaints(): string[] {
      const logs = [log, path.join(folder, "system/storage/logs/error.log")].filter((file) => existsSync(file));
      return logs
        .flatMap((file) => readFileSync(file, "utf8").split("\n"))
        .filter((line) => /thuma_couriers|Thuma Couriers/.test(line));
    },
    stop() {
      // Its workers too.
      if (server.pid) process.kill(-server.pid, "SIGKILL");
      database.kill("SIGKILL");
      rmSync(top, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

const address = {
  ...{
    firstname: "Zodwa",
    lastname: "Khumalo",
    company: "",
    address_1: "9 Vilakazi Street",
    address_2: "Orlando West",
  },
  ...{ city: "Soweto", postcode: "1868", telephone: "082 123 4567" },
};
export type Address = Partial<typeof address>;
type Methods = Record<
  string,
  { error: string | false; quote: Record<string, { code: string; cost: number; name: string; text: string }> }
>;

/** A guest in the checkout, one request for each thing that is typed or pressed. */
export async function aGuest(shop: Shop, product: Product = "shirt", given: Address = {}, quantity = 1, option = {}) {
  const visit = aBrowser(`${shop.url}/`);
  const took: string[] = [];
  async function ask<Answer>(route: string, form: Record<string, string> = {}): Promise<Answer> {
    const before = performance.now();
    const text = await visit(`index.php?route=${route}&language=en-gb`, form);
    took.push(((performance.now() - before) / 1000).toFixed(1));
    return JSON.parse(text);
  }
  const { telephone, ...to } = { ...address, ...given };
  const shipTo = Object.fromEntries(Object.entries(to).map(([name, value]) => [`shipping_${name}`, value]));
  await ask("checkout/cart.add", { product_id: String(PRODUCTS[product].id), quantity: String(quantity), ...option });
  const registered = await ask<{ error?: object }>("checkout/register.save", {
    ...{ account: "0", customer_group_id: "1", firstname: to.firstname, lastname: to.lastname, telephone },
    ...{
      email: "zodwa@example.co.za",
      address_match: "0",
      ...shipTo,
      shipping_country_id: "193",
      shipping_zone_id: "2963",
    },
  });
  if (registered.error) throw new Error(JSON.stringify(registered));
  let code = "";
  /** What the checkout shows for our method: its price in cents or null, its name, and why there is none. */
  async function rate() {
    const { shipping_methods } = await ask<{ shipping_methods?: Methods }>("checkout/shipping_method.quote");
    const ours = shipping_methods?.thuma_couriers;
    const [quote] = Object.values(ours?.quote ?? {});
    code = quote?.code ?? "";
    return {
      cents: quote ? Math.round(Number(quote.cost) * 100) : null,
      name: quote?.name,
      error: ours?.error || "",
    };
  }
  /** Chooses the rate that was shown; returns what is wrong. */
  async function choose(): Promise<string> {
    const chosen = await ask<{ error?: string }>("checkout/shipping_method.save", { shipping_method: code });
    return chosen.error ?? "";
  }
  return {
    /** How many seconds each call took: figures to print, no test's judgement. */
    took,
    open: visit,
    rate,
    choose,
    /** Chooses our method and orders, to pay on delivery. */
    async order(comment = ""): Promise<number> {
      await rate();
      const wrong = await choose();
      if (wrong) throw new Error(wrong);
      await ask("checkout/payment_method.getMethods");
      await ask("checkout/payment_method.save", { payment_method: "cod.cod" });
      await visit("index.php?route=checkout/confirm.confirm&language=en-gb");
      // OpenCart takes a comment once it has made the order.
      if (comment) await ask("checkout/payment_method.comment", { comment });
      const paid = await ask<{ redirect?: string }>("extension/opencart/payment/cod.confirm");
      if (!paid.redirect) throw new Error(`not ordered: ${JSON.stringify(paid)}`);
      const [row] = await shop.sql<{ id: string }>("SELECT MAX(order_id) AS id FROM oc_order");
      return Number(row?.id);
    },
  };
}

/** A browser that keeps cookies, one request after the other. */
function aBrowser(base: string) {
  const cookies = new Map<string, string>();
  return async (place: string, form?: Record<string, string> | URLSearchParams | FormData): Promise<string> => {
    const body = form && (form instanceof FormData ? form : new URLSearchParams(form as Record<string, string>));
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(new URL(place, base), {
      method: form ? "POST" : "GET",
      headers: { Cookie },
      body,
      redirect: "manual",
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return answer.text();
  };
}

/** What a form would send as it is shown. */
function fieldsOf(page: string): [string, string][] {
  const html = page.replace(/<script[\s\S]*?<\/script>/g, "");
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]): [string, string] => [
    /name="([^"]*)"/.exec(input)?.[1] ?? "",
    unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ""),
  ]);
  // As a browser does: the first, where none is selected.
  const selects = [...html.matchAll(/<select name="([^"]+)"[\s\S]*?<\/select>/g)].flatMap(([select, name = ""]) => {
    const selected = [...select.matchAll(/<option value="([^"]*)" selected>/g)];
    const sent =
      selected.length > 0 || select.includes(" multiple") ? selected : [/<option value="([^"]*)"/.exec(select)];
    return sent.map((option): [string, string] => [name, unescaped(option?.[1] ?? "")]);
  });
  const texts = [...html.matchAll(/<textarea name="([^"]+)"[^>]*>([^<]*)</g)].map(
    ([, name = "", value = ""]): [string, string] => [name, unescaped(value)],
  );
  return [...inputs, ...selects, ...texts].filter(([name]) => name !== "");
}

function unescaped(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/&amp;/g, "&");
}

/** A mail with its parts in plain text. */
function decoded(mail: string): string {
  return mail.replace(
    /\n([A-Za-z0-9+/=\r\n]{40,})(?=\n--|\n*$)/g,
    (_, part: string) => `\n${Buffer.from(part, "base64").toString("utf8")}`,
  );
}
