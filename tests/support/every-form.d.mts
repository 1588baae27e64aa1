export type SeenForm = {
  method: string;
  path: string;
  query: string;
  cookie: string;
  fields: [name: string, value: string][];
  buttons: [name: string, value: string][];
  /** Posts to the address of a page with a query without saying so. */
  losesQuery: boolean;
};

export type SeenPage = { path: string; query: string; cookie: string };

export function everyForm(origin: string, dataDir: string, pages?: Map<string, SeenPage>): Promise<SeenForm[]>;
