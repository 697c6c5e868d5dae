import pg from 'pg';

const CONNECT_MS = 5000;
/** From this use on a statement is worth keeping: what an upgrade of the schema asks once is not. */
const KEPT_FROM = 3;
const KEPT_STATEMENTS = 1000;
/** Longer ones insert many rows at once; they hardly come twice. */
const KEPT_LENGTH = 5000;

/** Text → how often it was asked; the number is its name once it is kept. */
const texts = new Map<string, { uses: number; name?: string }>();
let names = 0;

/** The name under which each connection keeps the statement prepared; undefined for one that is not kept. */
export function keptName(text: string): string | undefined {
  if (text.length > KEPT_LENGTH) return undefined;
  let known = texts.get(text);
  if (!known) {
    // What is not kept by then varies without end (lists of ids): counting begins anew.
    if (texts.size >= KEPT_STATEMENTS * 2) {
      for (const [each, { name }] of texts) if (name === undefined) texts.delete(each);
    }
    texts.set(text, (known = { uses: 0 }));
  }
  known.uses += 1;
  if (known.name === undefined && known.uses >= KEPT_FROM && names < KEPT_STATEMENTS) {
    names += 1;
    known.name = `kept_${names}`;
  }
  return known.name;
}

/**
 * A connection that prepares a usual statement once instead of at every use: reading and planning it was most of what
 * PostgreSQL did in tests/load/everyone.mjs. Connecting is given up after five seconds; waiting for a free connection
 * of the pool has its own limit.
 */
export class KeptClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
    const ask = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      const isUsual = typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = isUsual ? keptName(text) : undefined;
      return name === undefined ? ask(text, values, ...rest) : ask({ name, text, values }, ...rest);
    }) as pg.Client['query'];
  }
}
