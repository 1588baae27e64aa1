/** Bytes that went through so far, all connections together. */
export type Line = {
  port: number;
  sentBytes: number;
  receivedBytes: number;
  connections: number;
  /** Counts from nothing again. */
  reset(): void;
  close(): Promise<void>;
};

export function openLine(sitePort: number, speed?: { roundTripMs?: number; bitsPerSecond?: number }): Promise<Line>;
