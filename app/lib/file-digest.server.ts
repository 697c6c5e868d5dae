import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** The digest of a file, read piece by piece. @throws the file system's error */
export async function digestFile(
  file: string,
  { algorithm = 'sha256', encoding = 'hex' }: { algorithm?: 'sha256' | 'md5'; encoding?: 'hex' | 'base64' } = {},
): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest(encoding);
}
