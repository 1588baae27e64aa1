/** How often a test repeats: a few times in `npm test`, many times in `npm run test:whole`. */
export function rounds(few: number, many: number): number {
  return process.env.WHOLE ? many : few;
}
