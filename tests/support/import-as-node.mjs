/** Imports with Node's own loader. Vitest would handle an import in a test itself. */
export const importAsNode = (address) => import(address);
