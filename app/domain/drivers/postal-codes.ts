/**
 * Parses postal codes as dispatchers write them: `1431`, `14` for all that begin with it, `1400-1499`, several with
 * commas.
 */
export function postalCodesIn(typed: string): ((postal: string) => boolean) | null {
  const parts = typed.split(/[\s,]+/).filter(Boolean);
  const tests = parts.map((part) => {
    const [, from, to] = /^(\d{4})-(\d{4})$/.exec(part) ?? [];
    if (from && to) return (postal: string) => postal >= from && postal <= to;
    return /^\d{1,4}$/.test(part) ? (postal: string) => postal.startsWith(part) : null;
  });
  if (tests.length === 0 || !tests.every((isIn) => isIn !== null)) return null;
  return (postal) => tests.some((isIn) => isIn(postal));
}
