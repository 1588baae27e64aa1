import { MINUTES, SECONDS } from "#app/durations";
import { AccountHolder } from "./account-holder";
import type { Form } from "./browser";
import { Person } from "./person";
import type { World } from "./world";

const COLUMNS =
  "fromAddressLine,fromCity,fromPostal,toName,toEmail,toPhone,toAddressLine,toCity,toPostal,selectedBoxId,quantity,parcelDesc";
const BOXES = ["flyer-bag", "stock-2", "stock-4", "stock-6"];
const DAYS_TO_PAY = 3;

/** What every shop sends each week, in the same words. */
const USUAL_PARCEL = "Weekly flyers";
const USUAL = [1, 2].map(
  (quantity) =>
    `12 Loop Street,Germiston,1431,Depot,flyers@mail1.example,082 123 4567,9 Vilakazi Street,Soweto,1804,flyer-bag,${quantity},${USUAL_PARCEL}`,
);

/** A shop with an account: books lists of parcels, and pays each list at once. */
export class Shop extends AccountHolder {
  /** @param least how many parcels it has at least */
  async sendList(least = 2): Promise<void> {
    const { world } = this;
    if (!(await this.isSignedIn()) && !(await this.signIn())) return;
    const page = await this.get("/dashboard/import");
    if (page?.status !== 200) return;
    const isUsual = world.random.chance(0.4);
    const parcels = isUsual ? USUAL.length : least + world.random.below(3);
    const lines = isUsual ? USUAL : Array.from({ length: parcels }, () => this.line(world.promises.beginShipment()));
    for (const _ of isUsual ? USUAL : []) world.promises.beginAnew(USUAL_PARCEL);
    const form: Form = { list: [COLUMNS, ...lines].join("\n"), token: String(page.data.formToken) };
    const checked = await this.post("/dashboard/import", form);
    const review = checked?.data.review as { agreed: string } | null | undefined;
    if (!review) return;
    await world.pause(30 * SECONDS);
    const booking = { ...form, intent: "book", confirm: "on", agreed: review.agreed };
    // They press the button twice, or go back and press it again.
    const press = () => this.post("/dashboard/import", booking);
    const [booked] = await Promise.all(world.random.chance(0.3) ? [press(), press()] : [press()]);
    if (world.random.chance(0.3)) await press();
    const [, orderId] = /^\/payfast\/order\/([^?]+)/.exec(booked?.location ?? "") ?? [];
    if (booked?.status !== 303 || !orderId) return;
    world.promises.orders.set(decodeURIComponent(orderId), parcels);
    this.areOwn(decodeURIComponent(orderId), parcels);
    await this.payOrder(orderId);
  }

  private areOwn(orderId: string, parcels: number): void {
    const own = this.world.disk.rows(
      `SELECT quotes.id FROM quotes JOIN users ON users.uid = quotes.uid WHERE payment_order_id = '${orderId}' AND users.email = '${this.email}'`,
    );
    if (own.length !== parcels && !this.perhapsEmail)
      this.world.fail(`${this.name} booked ${parcels} parcels with ${orderId}, and ${own.length} are theirs`);
  }

  protected async payOrder(orderId: string): Promise<void> {
    const { world } = this;
    let renewals = 0;
    for (let tries = 0; tries < DAYS_TO_PAY; tries += 1) {
      const page = await this.get(`/payfast/order/${orderId}`);
      const renewal = page?.data.newPrice as { agreed: string } | null | undefined;
      const ready = page?.data.form as { ok: boolean; fields: [string, string][] } | null | undefined;
      if (renewal) {
        await this.post(`/payfast/order/${orderId}`, renewal);
        renewals += 1;
        continue;
      }
      if (!ready?.ok) return;
      // A notice of the former price may come when the list has another.
      const renewalsBefore = renewals;
      const mayBeRefused = () => renewals > renewalsBefore;
      const attempt = world.payfast.open(ready.fields, mayBeRefused);
      if (!attempt) return world.fail(`the form for order ${orderId} wasn't signed as PayFast wants it`);
      await world.pause(20 * SECONDS);
      if (world.random.chance(0.15)) {
        world.payfast.decide(attempt, "FAILED");
        await world.pause(2 * MINUTES);
        continue;
      }
      world.payfast.decide(attempt, "COMPLETE");
      // They think that it didn't work, and pay again on the open page.
      const again = world.random.chance(0.15) ? world.payfast.open(ready.fields, mayBeRefused) : null;
      if (again) world.payfast.decide(again, "COMPLETE");
      return;
    }
  }

  private line(what: string): string {
    const { name, number } = this;
    const [box, quantity] = [this.world.random.pick(BOXES), 1 + this.world.random.below(3)];
    const from = `12 Shop of Person${number},Germiston,1431`;
    return `${from},${name},to-${number}@mail1.example,082 123 4567,9 Vilakazi Street,Soweto,1804,${box},${quantity},${what}`;
  }
}

export async function keepAShop(world: World, number: number): Promise<void> {
  const [phone, second] = [number, number + 1_000].map((each) => Person.phoneOf(world, each, () => number));
  if (!phone || !second) return;
  const shop = new Shop(world, number, phone, second);
  for (;;) {
    await world.pause(6 * MINUTES);
    await shop.sendList();
  }
}
