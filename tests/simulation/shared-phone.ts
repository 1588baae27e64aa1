import { MINUTES } from "#app/durations";
import { Member } from "./member";
import { Person } from "./person";
import type { World } from "./world";

/** A phone that two people use in turn. Each signs the other out, unless their session has ended. */
export async function shareAPhone(world: World, one: number, other: number): Promise<void> {
  let user = one;
  const phone = Person.phoneOf(world, one, () => user);
  const members = [one, other].map((number) => {
    const second = Person.phoneOf(world, number + 1_000, () => number);
    return new Member(world, number, phone, second);
  });
  for (;;) {
    for (const member of members) {
      await world.pause(6 * MINUTES);
      user = member.number;
      let isFree = await member.visit();
      while (!isFree) {
        await world.pause(4 * MINUTES);
        if (world.random.chance(0.5)) isFree = await member.visit();
        else {
          await member.signOut();
          isFree = member.isAway();
        }
      }
    }
  }
}
