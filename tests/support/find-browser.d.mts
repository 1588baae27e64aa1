export declare function browserPath(from?: string): string;

/** The same with its windows, which keeps pages as people's do. */
export function fullBrowserPath(from?: string): string;
