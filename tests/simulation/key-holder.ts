import type { Answer } from "./browser";
import { Shop } from "./shop";

const EVENTS = ["booking.paid", "booking.cancelled", "parcel.delivered"];

/** A shop whose own program has a key, and an endpoint that the site calls. */
export class KeyHolder extends Shop {
  protected key = "";
  protected isCalled = false;
  /** Booked since its program is called. */
  protected readonly called = new Set<string>();

  protected async makeKey(): Promise<boolean> {
    if (!(await this.isSignedIn()) && !(await this.signIn())) return false;
    const page = await this.get("/account/shop");
    if (page?.status !== 200) return false;
    if (!page.data.isVerified) {
      const link = await this.linkFrom(/verify/i);
      if (link) await this.post(link);
      return false;
    }
    const hidden = page.data.hidden as { id: string; token: string };
    const answer = await this.post("/account/shop", {
      ...hidden,
      name: "Till",
      currentPassword: this.passwords[0] ?? "",
    });
    this.key = answer?.status === 200 ? String(answer.data.made ?? "") : "";
    return this.key !== "";
  }

  /** After that the key opens nothing. */
  protected async revokeKey(): Promise<void> {
    if (!(await this.isSignedIn()) && !(await this.signIn())) return;
    const page = await this.get("/account/shop");
    const keys = (page?.data.keys ?? []) as { id: string; start: string; revoked: string | null }[];
    const mine = keys.find(({ start, revoked }) => this.key.startsWith(start) && !revoked);
    if (page?.status !== 200 || !mine) return;
    const form = { intent: "revoke", id: mine.id, token: String((page.data.hidden as { token: string }).token) };
    const [key, password] = [this.key, this.passwords[0] ?? ""];
    const answer = await this.post("/account/shop", { ...form, name: "Till", currentPassword: password });
    if (answer?.status !== 303) return;
    const after = await this.call("GET", "/v1/bookings", { Authorization: `Bearer ${key}` });
    if (after && after.status < 400) this.world.fail(`a key of ${this.name} works although it was revoked`);
    this.key = "";
  }

  protected async askToBeCalled(): Promise<void> {
    const hostname = `p${this.number}.shop.example`;
    const events = this.number % 2 === 0 ? EVENTS : null;
    const body = { url: `https://${hostname}/hook`, ...(events && { events }) };
    const answer = await this.call("POST", "/v1/webhooks", this.headers("hook"), body);
    if (answer?.status !== 201) return;
    this.isCalled = true;
    const owned = {
      secret: String(answer.data.secret),
      events,
      prefix: this.prefix(),
      bookings: this.called,
      wasOff: false,
    };
    this.world.endpoints.expectAt(hostname, owned);
  }

  protected headers(key?: string): Record<string, string> {
    return { Authorization: `Bearer ${this.key}`, ...(key && { "Idempotency-Key": key }) };
  }

  protected prefix(): string {
    return `Person${this.number} order `;
  }

  override call(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answer | null> {
    return super.call(method, path, headers, body, this.second);
  }
}
