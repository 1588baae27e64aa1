export const siteArguments: string[];
