export type Way = { name: string; command: string[] };

export const lynx: Way;
