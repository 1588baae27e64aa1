export type SeenForm = {
  method: string;
  path: string;
  query: string;
  cookie: string;
  fields: [name: string, value: string][];
  buttons: [name: string, value: string][];
};

export function everyForm(origin: string, dataDir: string): Promise<SeenForm[]>;
