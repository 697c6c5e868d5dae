/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** A place for immutable objects under random keys. A second implementation needs only these seven. */
export interface ObjectStore {
  /** Takes the finished temporary file over; when this returns, the object survives a loss of power. */
  put(key: string, temporaryPath: string): Promise<void>;
  /** Takes a temporary file over and lets it go again: fails where `put` would. */
  tryOut(temporaryPath: string): Promise<void>;
  /** The bytes, or the range of them, read as they are asked for; a missing object fails at the first read. */
  open(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Removes the object; a missing one is fine. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** Its length in bytes; null when it is not there. */
  size(key: string): Promise<number | null>;
  /** Every object with when it was put (UTC milliseconds) and its length in bytes; for the sweeper. */
  list(): AsyncIterable<{ key: string; putAt: number; size: number }>;
}
