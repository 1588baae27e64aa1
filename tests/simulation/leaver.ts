import { MINUTES } from "#app/durations";
import { Person } from "./person";
import { Shop } from "./shop";
import type { World } from "./world";

/** More than are erased at a time. */
const PARCELS = 6;
/** What a deleted account leaves is erased within ten minutes. */
const SURELY_ERASED_MS = 30 * MINUTES;
const TRIES = 5;

/** Opens an account, books a list, and deletes the account: nothing of it opens any more, and nothing names its owner. */
class Leaver extends Shop {
  async comeAndGo(): Promise<void> {
    await this.sendList(PARCELS);
    if (!(await this.isSignedIn())) return;
    const { world } = this;
    const bookings = world.disk
      .rows<{ id: string }>(
        `SELECT quotes.id FROM quotes JOIN users ON users.uid = quotes.uid WHERE users.email = '${this.email}'`,
      )
      .map(({ id }) => id);
    const before = this.phone.copy("before");
    const page = await this.get("/account/delete");
    if (page?.status !== 200) return;
    const password = this.passwords[0] ?? "";
    const form = { token: String(page.data.formToken), currentPassword: password };
    const answer = await this.post("/account/delete", form);
    this.signedInAtMs = null;
    if (answer?.status !== 303 || !answer.location.includes("deleted")) return;
    world.promises.endSession(before, "deleted the account");
    const again = await this.post("/login", { email: this.email, password });
    if (again?.status === 303) world.fail(`${this.email} signed in, and the account is deleted`);
    await this.isForgotten(bookings);
  }

  private async isForgotten(bookings: readonly string[]): Promise<void> {
    const { world } = this;
    const named = () =>
      world.disk.rows<{ id: string }>(
        `SELECT id FROM quotes WHERE id IN (${bookings.map((id) => `'${id}'`)}) AND (email <> '' OR uid IS NOT NULL)`,
      );
    // While no process runs, nobody erases anything.
    for (let tries = 0; tries < TRIES && named().length > 0; tries += 1) await world.pause(SURELY_ERASED_MS);
    const [left] = named();
    if (left) world.fail(`${this.email} has deleted the account, and ${left.id} still names its owner`);
  }
}

/** One after the other, each with another number. */
export async function comeAndGo(world: World, first: number): Promise<void> {
  for (let number = first; ; number += 1) {
    await world.pause(8 * MINUTES);
    const [phone, second] = [number, number + 1_000].map((each) => Person.phoneOf(world, each, () => number));
    if (phone && second) await new Leaver(world, number, phone, second).comeAndGo();
  }
}
