import { place, say } from "../say";

/** Questions about a place in "How will the driver find it?". A code is a plus code. */
export const landmark = {
  copyThePoint: say`We can't open this link. In your map, press on the gate until a pin appears. Then copy the plus code or the two numbers that it shows.`,
  brokenCode: (typed: string) => say`${typed} isn't a whole plus code. One looks like ${"5G5CJ5X3+G9"}.`,
  noPoint: (typed: string) => say`${typed} isn't a point on a map.`,
  unknownCode: (code: string) => say`We don't know where ${code} is. Write the town after it, or the whole plus code.`,
  near: (code: string, town: string) => say`${code}, near ${place(town)}`,
  outside: (code: string) => say`The place ${code} is outside South Africa.`,
  far: (code: string, km: number, from: string, postal: string) =>
    say`The place ${code} is ${km} km from ${place(from)} (${postal}).`,
  farNear: (code: string, near: string, km: number, from: string, postal: string) =>
    say`The place ${code}, near ${place(near)}, is ${km} km from ${place(from)} (${postal}).`,
  changeOrKeep: (button: string) => say`Change it below, or press ${button} again to keep it.`,
};
