/** Reads a JSON column. The writer is the only source of its text, so a broken one is a fault. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Writes a JSON column. */
export function toJson(value: unknown): string {
  return JSON.stringify(value);
}
