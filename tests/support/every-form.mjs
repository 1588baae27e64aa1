import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "node-html-parser";
import { aTypedApplication } from "../domain/drivers/applications/an-application.ts";

/** What people type into or choose in the fields with these names. */
const answers = {
  ...aTypedApplication(),
  fromName: "Thandi Nkosi",
  fromEmail: "thandi@example.co.za",
  fromPhone: "082 123 4567",
  fromAddressLine: "Stand 114, Moshoeshoe Street",
  fromSuburb: "Katlehong",
  fromCity: "Germiston",
  fromPostal: "1431",
  fromLandmark: "Blue gate opposite the taxi rank",
  toName: "Sipho Dlamini",
  toEmail: "sipho@example.co.za",
  toPhone: "083 765 4321",
  toAddressLine: "2210 Vilakazi Street",
  toSuburb: "Orlando West",
  toCity: "Soweto",
  toPostal: "1804",
  selectedBoxId: "flyer-bag",
  quantity: "1",
  parcelDesc: "School shoes",
  declaredValue: "300",
  weight: "1,5",
  name: "Thandi Nkosi",
  phone: "082 123 4567",
  email: "thandi@example.co.za",
  password: "kasi-taxi-rank-7",
  // Wrong, so that trying an account's forms doesn't change or delete it.
  currentPassword: "another-password-9",
  confirmPassword: "kasi-taxi-rank-7",
  signingSecret: "8f2b1c0e5d7a4b6c9e3f1a2b3c4d5e6f",
  waybill: "TH 482 109 375 3",
  confirm: "on",
};

/**
 * Every form that the site accepts from a guest and from a customer, filled in on its page as people do. In JavaScript,
 * for the tests and for the bench.
 * @param origin of a running site with simulated payments
 * @param dataDir its folder, where its emails are files
 * @param pages gets every address that was opened on the way: { path, query, cookie }
 * @returns for each form { method, path, query (with its "?"), cookie, fields: [name, value][], buttons: the same, of
 * which one is pressed }
 */
export async function everyForm(origin, dataDir, pages = new Map()) {
  const forms = new Map();
  const guest = aBrowser(origin, forms, pages);
  const customer = await aCustomer(origin, forms, pages);

  for (const page of [
    "/",
    "/lost",
    "/login",
    "/login?tab=register",
    "/login?tab=forgot",
    "/join",
    "/track",
    "/lite",
    "/ship",
  ]) {
    await guest.open(page);
  }
  await guest.open("/demo");
  await guest.open("/ship?check=international&pickupPostal=1431&toCountry=Brazil");
  await walk(guest, "/ship", "/review", { remember: "on" });
  const payment = guest.shown();
  await guest.open("/ship/remembered");
  guest.show(payment);
  await guest.press("/payfast/simulator");
  await guest.press("/payfast/simulator", { decision: "COMPLETE" });
  const quoteId = guest.at().searchParams.get("quoteId");
  await guest.open(`/cancel/${quoteId}`);
  await guest.open(`/change/${quoteId}`);
  await guest.open(await linkInAnEmail(dataDir, "/find-me/"));
  await guest.press(guest.at().pathname, {
    wish: "neighbour",
    neighbour: "Gogo Mabena",
    neighbourAt: "14 Ncome Crescent",
  });
  await guest.open(await linkInAnEmail(dataDir, "/find-me/[^/]+/not-me/"));
  await guest.open(await linkInAnEmail(dataDir, "/stop-messages/"));
  const tracking = new URL(await linkInAnEmail(dataDir, "/t/TH"), origin);
  await guest.open(tracking.pathname.replace("/t/", "/case/"));
  const waybill = new URL(await linkInAnEmail(dataDir, "/waybill/"), origin);
  await guest.open(waybill.pathname + waybill.search);
  await guest.open(await linkInAnEmail(dataDir, "/invoice/"));
  await guest.open("/ship/continue");

  await customer.open("/verify");
  await walk(customer, "/ship-local", "/summary", {});
  await walk(customer, "/ship-Inter", "/review", { toCountry: "Brazil", toPostal: "" });
  for (const wizard of ["/ship-local", "/ship-Inter"]) await customer.open(`${wizard}/continue`);
  for (const page of ["", "/password", "/email", "/delete", "/sessions", "/shop?shopify=edit", "/shop"])
    await customer.open(`/account${page}`);
  await customer.open("/address-book");
  await customer.open("/dashboard");
  await customer.open("/dashboard/import");
  for (const page of ["/demo", "/trackpro"]) await customer.open(page);
  // Their session ends with the first try.
  const leaving = new Map();
  await (await aCustomer(origin, leaving)).open("/verify");
  for (const [key, form] of leaving) if (form.path === "/logout") forms.set(key, form);
  await guest.open("/login?tab=forgot");
  await guest.press("/login?tab=forgot", { email: customer.email });
  await guest.open(await linkInAnEmail(dataDir, "/action?mode=resetPassword"));
  return [...forms.values(), ...unseenForms([...forms.values()])];
}

/** @param begin of its address */
async function linkInAnEmail(dataDir, begin) {
  const link = new RegExp(`${begin.replace("?", "\\?")}[^\\s"<>]*`);
  const outbox = path.join(dataDir, "outbox");
  for (let tries = 0; tries < 3_000; tries += 1) {
    for (const file of await emailsIn(outbox)) {
      const message = (await readFile(path.join(outbox, file), "utf8")).replaceAll("=\r\n", "").replaceAll("=3D", "=");
      const [found] = message.match(link) ?? [];
      if (found) return found.replaceAll("&amp;", "&");
    }
    await pause(20);
  }
  throw new Error(`no email has a link to ${begin}`);
}

async function aCustomer(origin, forms, pages = new Map()) {
  const customer = aBrowser(origin, forms, pages);
  await customer.open("/login?tab=register");
  const email = `${crypto.randomUUID()}@example.co.za`;
  await customer.press("/login?tab=register", { email });
  return { ...customer, email };
}

/** Forms that no page shows at that moment: PayFast's notice, a changed price, a parcel back, and a driver's phone. */
function unseenForms(seen) {
  const { fields } = seen.find(({ path }) => path === "/payfast/simulator");
  const quoteId = Object.fromEntries(fields).m_payment_id;
  const notice = { m_payment_id: quoteId, pf_payment_id: "1", payment_status: "COMPLETE", amount_gross: "80.62" };
  const form = (path, values) => {
    return {
      method: "POST",
      path,
      query: "",
      cookie: "",
      fields: Object.entries(values),
      buttons: [],
      losesQuery: false,
    };
  };
  return [
    form("/payfast/notify", { ...notice, merchant_id: "1", signature: "0".repeat(32) }),
    form(`/payfast/start/${quoteId}`, { agreed: "8062" }),
    form("/payfast/order/list-0", { agreed: "8062" }),
    form("/charge/charge-0", { intent: "refuse" }),
    form("/waybill/TH4821093753", { back: "yes" }),
    form("/drive/sign-in", { code: "0".repeat(22) }),
    form("/drive/sign-out", { token: "0" }),
    form("/drive/take-back", { token: "0", stop: "TH4821093753", mark: "0".repeat(43) }),
    form("/drive", { stop: "0".repeat(22), above: "", below: "1".repeat(22), move: "later" }),
    form("/drive/stop/TH4821093753/delivery", {
      mark: "delivered",
      pieces: "1",
      pin: "1234",
      takenBy: "Gogo",
      reason: "no_phone",
    }),
  ];
}

/** Books a parcel, then starts another one, whose steps stay open. */
async function walk(browser, wizard, last, given) {
  const [addresses, parcel, review] = ["/addresses", "/parcel", last].map((step) => wizard + step);
  await browser.open(addresses);
  await browser.press(addresses, given);
  await browser.press(parcel);
  // If a parcel is too heavy for its box, the page asks once.
  if (browser.shows(parcel)) await browser.press(parcel);
  await browser.press(review);
  const payment = browser.shown();
  // Shows the forms that change a booking.
  await browser.open(review);
  browser.forgetDraft(wizard);
  await browser.open(addresses);
  await browser.press(addresses, given);
  await browser.open(addresses);
  await browser.open(parcel);
  browser.show(payment);
}

/** A browser without scripts that records every form it sees. */
function aBrowser(origin, forms, pages) {
  const cookies = new Map();
  let url = new URL(origin);
  let shown = [];

  async function send(address, init) {
    url = new URL(address, url);
    const sent = jar(url.pathname);
    const answer = await fetch(url, { ...init, headers: { ...init.headers, cookie: sent }, redirect: "manual" });
    if (!init.method && answer.ok) pages.set(url.pathname, { path: url.pathname, query: url.search, cookie: sent });
    for (const line of answer.headers.getSetCookie()) keep(line);
    const next = answer.headers.get("Location");
    if (next) return send(next, {});
    shown = formsOn(await answer.text());
    for (const form of shown) {
      const cookie = jar(form.path);
      forms.set(`${form.method} ${form.path}${form.query} ${[...form.fields, ...form.buttons].map(([name]) => name)}`, {
        ...form,
        cookie,
      });
    }
  }

  /** A button may have a `formaction` of its own. */
  function formsOn(html) {
    return parse(html)
      .querySelectorAll("form")
      .flatMap((form) => {
        const method = (form.getAttribute("method") ?? "get").toUpperCase();
        const elsewhere = form
          .querySelectorAll("button[formaction]")
          .map((button) => button.getAttribute("formaction"));
        return [form.getAttribute("action") || url.href, ...elsewhere].map((action) => {
          const { pathname, search } = new URL(action, url);
          return {
            method,
            path: pathname,
            query: search,
            fields: fieldsOf(form),
            buttons: buttonsOf(form),
            losesQuery: Boolean(url.search) && !form.hasAttribute("action"),
          };
        });
      });
  }

  function keep(line) {
    const [pair, ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const scope = attributes.find((each) => each.startsWith("Path="))?.slice(5) ?? "/";
    const key = `${pair.slice(0, at)} ${scope}`;
    if (attributes.includes("Max-Age=0")) cookies.delete(key);
    else cookies.set(key, { pair, scope });
  }

  function jar(path) {
    const isSent = ({ scope }) => scope === "/" || path === scope || path.startsWith(`${scope}/`);
    return [...cookies.values()]
      .filter(isSent)
      .map(({ pair }) => pair)
      .join("; ");
  }

  return {
    open: (address) => send(address, {}),
    forgetDraft(wizard) {
      for (const [key, { scope }] of cookies) if (scope === wizard) cookies.delete(key);
    },
    shown: () => shown,
    at: () => url,
    shows: (address) => url.pathname === address,
    show(before) {
      shown = before;
    },
    /** Sends the form with the most fields of those with this address. */
    press(address, given = {}) {
      const { pathname } = new URL(address, origin);
      const [form] = shown
        .filter(({ method, path }) => method === "POST" && path === pathname)
        .sort((one, other) => other.fields.length - one.fields.length);
      if (!form) throw new Error(`no form for ${address} on ${url.pathname}`);
      const body = new URLSearchParams({ ...Object.fromEntries(form.fields), ...given }).toString();
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      return send(form.path + form.query, { method: "POST", headers, body });
    },
  };
}

function buttonsOf(form) {
  const buttons = form.querySelectorAll("button[name]");
  return buttons.map((button) => [button.getAttribute("name"), button.getAttribute("value") ?? ""]);
}

/** Of radio buttons the usual choice, of several buttons none. */
function fieldsOf(form) {
  const fields = new Map();
  for (const field of form.querySelectorAll("input, textarea, select")) {
    const name = field.getAttribute("name");
    if (!name) continue;
    const isChosen = ["radio", "checkbox"].includes(field.getAttribute("type") ?? "");
    const value = isChosen && !field.hasAttribute("checked") ? "" : valueIn(field);
    if (!fields.get(name)) fields.set(name, answers[name] ?? value);
  }
  return [...fields];
}

function valueIn(field) {
  if (field.tagName !== "SELECT") return field.getAttribute("value") ?? "";
  const options = field.querySelectorAll("option");
  const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
  return chosen?.getAttribute("value") ?? chosen?.text ?? "";
}

/** Only files that are complete. */
async function emailsIn(outbox) {
  return (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith(".eml"));
}
