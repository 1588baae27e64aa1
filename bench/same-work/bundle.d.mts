export function bundleStep(file: string): Promise<void>;
