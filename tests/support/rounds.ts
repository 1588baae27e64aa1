/** How often a test repeats: a few times in `npm test`, many times in `WHOLE=1 npm test -- --project=*`. */
export function rounds(few: number, many: number): number {
  return process.env.WHOLE ? many : few;
}
