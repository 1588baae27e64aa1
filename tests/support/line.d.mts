export type Speed = { roundTripMs: number; bitsPerSecond: number; lossPercent?: number };

/** Bytes that went through so far, all connections together. */
export type Line = {
  port: number;
  sentBytes: number;
  receivedBytes: number;
  connections: number;
  /** Requests in the order in which they were sent; times as of `performance.now()`, at the browser's end. */
  exchanges: { sent: Buffer[]; receivedBytes: number; askedAt: number; answeredAt: number }[];
  speed: Speed;
  /** Counts from nothing again. */
  reset(): void;
  close(): Promise<void>;
};

export const UNLIMITED: Speed;

export function openLine(sitePort: number, speed?: Speed): Promise<Line>;
