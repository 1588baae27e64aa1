import { execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../support/running-site";

const here = fileURLToPath(new URL(".", import.meta.url));
const run = promisify(execFile);
/** More than one: while a page waits for our site, our site may call the shop. */
const SERVERS = "4";

/** An order as `in-shop.php` tells it. */
export type Order = {
  status: string;
  notes: string[];
  meta: Record<string, string>;
  shipping: string;
  tax: string;
  edit: string;
  /** The buyer's page of it. */
  thanks: string;
};
export type Email = { to: string; subject: string; message: string };

/** A copy of a WordPress with WooCommerce, served by PHP on loopback, with a new shop in it. */
export async function openShop(wordpress: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "thuma-shop-"));
  cpSync(wordpress, folder, { recursive: true });
  const settings = path.join(folder, "wp-config.php");
  const ours =
    "<?php define( 'DISABLE_WP_CRON', true ); define( 'WP_DEBUG', true ); define( 'WP_DEBUG_LOG', true ); define( 'WP_DEBUG_DISPLAY', false );";
  const theirs = readFileSync(settings, "utf8").replace("<?php", "");
  writeFileSync(settings, ours + theirs.replace(/define\( *'WP_DEBUG'.*/, ""));
  const outbox = path.join(folder, "wp-content/emails.txt");
  mkdirSync(path.join(folder, "wp-content/mu-plugins"), { recursive: true });
  writeFileSync(
    path.join(folder, "wp-content/mu-plugins/outbox.php"),
    `<?php add_filter( 'pre_wp_mail', fn( $none, $email ) => (bool) file_put_contents( '${outbox}', json_encode( $email ) . "\\n", FILE_APPEND ), 10, 2 );`,
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  /** Does one thing of `in-shop.php`. */
  async function php<Answer = unknown>(what: string, given: unknown = null): Promise<Answer> {
    const { stdout } = await run("php", [path.join(here, "in-shop.php"), folder, what, JSON.stringify(given)]);
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "null");
  }
  await php("activate", "woocommerce/woocommerce.php");
  const made = await php<{ zone: number; checkout: number } & Record<string, number>>("set_up", url);
  const server = spawn("php", ["-S", `127.0.0.1:${port}`, "-t", folder, path.join(here, "router.php")], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: SERVERS },
    stdio: "ignore",
    detached: true,
  });
  return {
    url,
    folder,
    made,
    php,
    order: (id: number) => php<Order>("order", id),
    /** What the shop has emailed. */
    emails: (): Email[] =>
      existsSync(outbox)
        ? readFileSync(outbox, "utf8")
            .split("\n")
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [],
    /** Waits until the shop answers. */
    async ready() {
      for (;;) {
        const answer = await fetch(url).catch(() => null);
        if (answer?.ok) return;
        await pause(200);
      }
    },
    /** The shop's owner, in WordPress's pages. */
    async signIn() {
      const cookies: Record<string, string> = {};
      for (const name of ["AUTH_COOKIE", "LOGGED_IN_COOKIE"]) Object.assign(cookies, await php("cookie", name));
      const Cookie = Object.entries(cookies)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join("; ");
      const open = async (place: string) => (await fetch(url + place, { headers: { Cookie } })).text();
      /** Sends the form of a page that books. */
      const press = async (html: string) => {
        const form = /<form method="post" action="([^"]+)">([\s\S]*?)<\/form>/.exec(html);
        const fields = [...(form?.[2] ?? "").matchAll(/<input[^>]*>/g)].map(([input]) => [
          /name="([^"]*)"/.exec(input)?.[1] ?? "",
          /value="([^"]*)"/.exec(input)?.[1] ?? "",
        ]);
        const body = new URLSearchParams(fields);
        const answer = await fetch(form?.[1] ?? "", { method: "POST", headers: { Cookie }, body, redirect: "manual" });
        if (answer.status !== 302) throw new Error(`answered ${answer.status}: ${await answer.text()}`);
      };
      const settings = "/wp-admin/admin.php?page=wc-settings&tab=shipping&section=thuma";
      /** Saves our settings as their page does. */
      const save = async (typed: Record<string, string>) => {
        const html = await open(settings);
        const unknown = Object.keys(typed).filter((name) => !html.includes(`name="${name}"`));
        if (unknown.length > 0) throw new Error(`not on the page: ${unknown.join()}`);
        const _wpnonce = /name="_wpnonce" value="(\w+)"/.exec(html)?.[1] ?? "";
        const body = new URLSearchParams({ ...typed, _wpnonce, save: "Save changes" });
        return (await fetch(url + settings, { method: "POST", headers: { Cookie }, body })).text();
      };
      const isOld = Boolean(process.env.OLD_ORDERS);
      const list = isOld ? "/wp-admin/edit.php?post_type=shop_order" : "/wp-admin/admin.php?page=wc-orders";
      /** The list of orders, or those that a search finds. */
      const orders = (searched = "") => open(`${list}&post_status=all&s=${searched}`);
      /** Does something with chosen orders in their list. */
      const bulk = async (action: string, chosen: number[]) => {
        const _wpnonce = /name="_wpnonce" value="(\w+)"/.exec(await orders())?.[1] ?? "";
        const query = new URLSearchParams([
          ...Object.entries({ _wpnonce, action, action2: action }),
          ...chosen.map((order) => [isOld ? "post[]" : "id[]", String(order)]),
        ]);
        return fetch(`${url}${list}&${query}`, { headers: { Cookie }, redirect: "manual" });
      };
      return { open, press, save, orders, bulk };
    },
    /** What PHP complained about in our own files. */
    complaints(): string[] {
      const log = path.join(folder, "wp-content/debug.log");
      return readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => /PHP \w+( \w+)?: .* in .*plugins\/thuma-couriers/.test(line));
    },
    stop() {
      // Its workers too.
      if (server.pid) process.kill(-server.pid, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Shop = Awaited<ReturnType<typeof openShop>>;

const address = {
  ...{
    first_name: "Zodwa",
    last_name: "Khumalo",
    company: "",
    address_1: "9 Vilakazi Street",
    address_2: "Orlando West",
  },
  ...{ city: "Soweto", state: "GP", postcode: "1868", country: "ZA", phone: "082 123 4567" },
};
export type Address = Partial<typeof address>;

type Cart = {
  totals: { total_shipping: string; total_shipping_tax: string };
  shipping_rates: { shipping_rates: { rate_id: string; method_id: string; price: string; taxes: string }[] }[];
};

/** A buyer whose browser speaks to the Store API, as the blocks checkout does. */
export async function aBuyer(shop: Shop, product = "shirt", given: Address = {}, quantity = 1) {
  let token = "";
  let nonce = "";
  const took: string[] = [];
  async function ask<Answer>(route: string, body?: unknown): Promise<Answer> {
    const before = performance.now();
    const answer = await fetch(`${shop.url}/wp-json/wc/store/v1/${route}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", "Cart-Token": token, Nonce: nonce },
      body: JSON.stringify(body),
    });
    token = answer.headers.get("Cart-Token") ?? token;
    nonce = answer.headers.get("Nonce") ?? nonce;
    const json = await answer.json();
    took.push(((performance.now() - before) / 1000).toFixed(1));
    return json as Answer;
  }
  const to = { ...address, ...given };
  await ask("cart");
  await ask("cart/add-item", { id: shop.made[product], quantity });
  return {
    ask,
    /** How many seconds each call took: figures to print, no test's judgement. */
    took,
    /** Thuma's rate in cents, with the shop's VAT; null if there is none. */
    async rate(): Promise<number | null> {
      const cart = await ask<Cart>("cart/update-customer", {
        shipping_address: to,
        billing_address: { ...to, email: "" },
      });
      const ours = cart.shipping_rates[0]?.shipping_rates.find((rate) => rate.method_id === "thuma_couriers");
      return ours ? Number(ours.price) + Number(ours.taxes) : null;
    },
    /** Orders as a guest, to pay on delivery: the order is processing at once. */
    async order(landmark = "Blue gate", customer_note = ""): Promise<number> {
      const answer = await ask<{ order_id?: number; message?: string }>("checkout", {
        billing_address: { ...to, email: "zodwa@example.co.za" },
        shipping_address: to,
        ...{ payment_method: "cod", customer_note },
        additional_fields: { "thuma-couriers/landmark": landmark },
      });
      // A refused order is kept as a draft, with its number.
      if (answer.message || !answer.order_id) throw new Error(`not ordered: ${answer.message}`);
      return answer.order_id;
    },
  };
}

/** A buyer in the classic checkout, without scripts: what its page shows, and the order that its form makes. */
export async function aClassicBuyer(shop: Shop, product = "shirt", given: Address = {}) {
  const cookies = new Map<string, string>();
  async function open(place: string, form?: Record<string, string>): Promise<string> {
    const answer = await fetch(shop.url + place, {
      method: form ? "POST" : "GET",
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      body: form && new URLSearchParams(form),
      redirect: "manual",
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return answer.text();
  }
  await open(`/?add-to-cart=${shop.made[product]}`);
  const billing = Object.fromEntries(
    Object.entries({ ...address, ...given }).map(([name, value]) => [`billing_${name}`, value]),
  );
  const page = `/?page_id=${shop.made.checkout}`;
  return {
    open,
    /** The page after its address was filled in, as its script asks for it. */
    async review(): Promise<string> {
      const html = await open("/old-checkout/");
      const nonce = /"update_order_review_nonce":"(\w+)"/.exec(html)?.[1] ?? "";
      const { postcode, city, country, state, address_1, address_2 } = address;
      const asked = {
        security: nonce,
        postcode,
        city,
        country,
        state,
        address: address_1,
        address_2,
        has_full_address: "true",
      };
      const shipTo = { s_postcode: postcode, s_city: city, s_country: country, s_state: state, s_address: address_1 };
      const review = await open("/?wc-ajax=update_order_review", { ...asked, ...shipTo, payment_method: "cod" });
      return html + Object.values<string>(JSON.parse(review).fragments).join("");
    },
    async order(method: string, landmark: string): Promise<number> {
      const html = await open("/old-checkout/");
      const nonce = /name="woocommerce-process-checkout-nonce" value="(\w+)"/.exec(html)?.[1] ?? "";
      const answer = await open("/?wc-ajax=checkout", {
        ...billing,
        billing_email: "zodwa@example.co.za",
        "shipping_method[0]": method,
        payment_method: "cod",
        thuma_couriers_landmark: landmark,
        "woocommerce-process-checkout-nonce": nonce,
      });
      const done = JSON.parse(answer);
      if (!done.order_id) throw new Error(`not ordered: ${answer}`);
      return done.order_id;
    },
    page,
  };
}
