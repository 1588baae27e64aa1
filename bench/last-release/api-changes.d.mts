export function lostBy(before: object, after: object): string[];
