import path from "node:path";

const MEGABYTE = 1_000_000;

export function sizeInWords(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}

/** A file's path as the person who started the program would type it. */
export function fromHere(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith("..") ? file : relative;
}
