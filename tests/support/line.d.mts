export type Speed = { roundTripMs: number; bitsPerSecond: number; lossPercent?: number };

/** Bytes that went through so far, all connections together. */
export type Line = {
  port: number;
  sentBytes: number;
  receivedBytes: number;
  connections: number;
  speed: Speed;
  /** Counts from nothing again. */
  reset(): void;
  close(): Promise<void>;
};

export const UNLIMITED: Speed;

export function openLine(sitePort: number, speed?: Speed): Promise<Line>;
