export const routeFiles: ReadonlyMap<string, string>;
export const routeNames: readonly string[];
