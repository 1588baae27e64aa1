import { Agent } from "node:http";
import { ask, browserHeaders, compressed } from "./ask.mjs";
import { answers, filledIn } from "./form.mjs";

/** A customer whose browser runs no scripts and who uses the public wizard. Every byte is counted. */
export class Customer {
  cookies = new Map();
  received = 0;
  sent = 0;

  /** @param agent to share connections under load; without one, bytes are counted */
  constructor(origin, agent = undefined) {
    Object.assign(this, { origin, agent, at: origin });
  }

  async open(path) {
    this.page = await this.send(path);
    return this.page;
  }

  /** Presses a button; `follow` follows the redirect. */
  async press(button, typed = {}) {
    const { url, headers, body } = filledIn(this.page, button, typed);
    this.answer = await this.send(url, { method: "POST", headers, body });
    return this.answer;
  }

  follow() {
    const { status, headers, html } = this.answer;
    if (status !== 303 && status !== 302) throw new Error(`${this.at} answered ${status}: ${html.slice(0, 2000)}`);
    return this.open(headers.location);
  }

  async send(path, options = {}) {
    const url = new URL(path, this.at).href;
    const answer = await ask(url, {
      ...options,
      agent: this.agent,
      headers: { ...browserHeaders, ...compressed, ...options.headers, ...this.cookieHeader(new URL(url).pathname) },
    });
    this.at = url;
    this.received += answer.received;
    this.sent += answer.sent;
    for (const line of answer.headers["set-cookie"] ?? []) this.keep(line);
    return { url, status: answer.status, headers: answer.headers, html: await answer.text() };
  }

  keep(line) {
    const [pair, ...attributes] = line.split("; ");
    const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/";
    this.cookies.set(pair.split("=")[0], { pair, path });
  }

  cookieHeader(pathname) {
    const wanted = [...this.cookies.values()].filter(({ path }) => pathname.startsWith(path));
    return wanted.length ? { cookie: wanted.map(({ pair }) => pair).join("; ") } : {};
  }
}

const parcel = { selectedBoxId: "stock-3", quantity: "1", parcelDesc: "School shoes" };
const steps = [
  ["Next", answers],
  ["Calculate Quote", parcel],
  ["Book This Collection", { confirm: "on" }],
];

/** The bytes from home to the payment page, with the style sheet once and no scripts: { received, sent }. */
export async function journeyBytes(origin) {
  const customer = new Customer(origin);
  const home = await customer.open("/");
  await customer.send(home.html.match(/rel="stylesheet" href="([^"]+)"/)[1]);
  await customer.open("/ship");
  await customer.open("/ship/addresses");
  for (const [button, typed] of steps) {
    await customer.press(button, typed);
    await customer.follow();
  }
  if (!/Pay now/.test(customer.page.html)) throw new Error(`the journey ended at ${customer.at}`);
  return { received: customer.received, sent: customer.sent };
}

const AT_ONCE = 8;

/**
 * Many customers save a quote each, and then book it: the two requests that write to the database.
 * @returns { quote, booking }, each { perSecond, p50Ms, p99Ms }
 */
export async function journeyLoad(origin, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const customers = Array.from({ length: count }, () => new Customer(origin, agent));
  const forEach = async (walk) => {
    const left = [...customers];
    const one = async () => {
      for (let customer = left.pop(); customer; customer = left.pop()) await walk(customer);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  };
  const timed = async ([button, typed]) => {
    const tookMs = [];
    const began = performance.now();
    await forEach(async (customer) => {
      const from = performance.now();
      await customer.press(button, typed);
      tookMs.push(performance.now() - from);
    });
    const perSecond = (count / (performance.now() - began)) * 1000;
    tookMs.sort((a, b) => a - b);
    return { perSecond, p50Ms: tookMs[Math.floor(count * 0.5)], p99Ms: tookMs[Math.floor(count * 0.99)] };
  };

  const [addresses, quote, booking] = steps;
  await forEach(async (customer) => {
    await customer.open("/ship/addresses");
    await customer.press(...addresses);
    await customer.follow();
  });
  const quotes = await timed(quote);
  await forEach((customer) => customer.follow());
  const bookings = await timed(booking);
  await forEach((customer) => customer.follow());
  agent.destroy();
  return { quote: quotes, booking: bookings };
}
