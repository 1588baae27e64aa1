export type Bug = { what: string; file: string; find: string; replace: string };
export type Workshop = {
  siteFrom(sources: string): Promise<string>;
  plant(bug: Bug): string;
  simulate(
    site: string,
    args: string[],
    options?: { shows?: boolean; keep?: string },
  ): Promise<{ code: number | null; output: string }>;
  clear(): void;
};
export function aWorkshop(): Promise<Workshop>;
