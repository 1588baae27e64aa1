/** How often a test tries: a few times in `npm test`, as often as it takes to be sure in `npm run test:whole`. */
export function rounds(few: number, many: number): number {
  return process.env.WHOLE ? many : few;
}
