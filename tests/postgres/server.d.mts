export function startPostgres(options?: { settings?: string[] }): Promise<{ url: string; stop(): void }>;
export function programsFolder(): string;
