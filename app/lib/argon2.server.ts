import crypto from 'node:crypto';

/** Argon2id in its usual text form, by the quick library or by Node's own where that cannot be loaded (decision 0036). */
export type Argon2 = {
  hash(plain: string, cost: Argon2Cost): Promise<string>;
  verify(hash: string, plain: string): Promise<boolean>;
};
export type Argon2Cost = { memoryCost: number; timeCost: number; parallelism: number };

type Parameters = {
  message: string;
  nonce: Buffer;
  parallelism: number;
  tagLength: number;
  memory: number;
  passes: number;
};
type Callback = (error: Error | null, tag: Buffer) => void;
// From Node 24.7 on.
const { argon2 } = crypto as { argon2?: (algorithm: 'argon2id', parameters: Parameters, done: Callback) => void };

const SALT_BYTES = 16;
const TAG_BYTES = 32;
const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function derive(plain: string, nonce: Buffer, cost: Argon2Cost, tagLength: number): Promise<Buffer> {
  const { memoryCost: memory, timeCost: passes, parallelism } = cost;
  return new Promise((resolve, reject) => {
    if (!argon2) throw new Error('this Node.js has no argon2');
    argon2('argon2id', { message: plain, nonce, parallelism, tagLength, memory, passes }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

const encoded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Node's own: on every platform, and two to three times as slow as the library. */
export const nodesArgon2: Argon2 = {
  async hash(plain, cost) {
    const salt = crypto.randomBytes(SALT_BYTES);
    const tag = await derive(plain, salt, cost, TAG_BYTES);
    const { memoryCost, timeCost, parallelism } = cost;
    return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${encoded(salt)}$${encoded(tag)}`;
  },
  async verify(hash, plain) {
    const [, memory, passes, lanes, salt = '', tag = ''] = HASH.exec(hash) ?? [];
    const expected = Buffer.from(tag, 'base64');
    if (expected.length === 0) return false;
    const cost = { memoryCost: Number(memory), timeCost: Number(passes), parallelism: Number(lanes) };
    const found = await derive(plain, Buffer.from(salt, 'base64'), cost, expected.length);
    return crypto.timingSafeEqual(found, expected);
  },
};

let loading: Promise<Argon2> | undefined;

/** The one that this machine can run; the same hashes either way. */
export function loadArgon2(): Promise<Argon2> {
  loading ??= import('@node-rs/argon2').then(
    ({ hash, verify }) => ({ hash, verify }),
    (error: unknown) => {
      if (!argon2) throw error;
      return nodesArgon2;
    },
  );
  return loading;
}
