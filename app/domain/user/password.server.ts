import pLimit from 'p-limit';
import { loadArgon2, type Argon2Cost } from '~/lib/argon2.server';
import { codePointLength } from '~/lib/text';
import { teacherAccount } from './account-link.schema';
import { accountKey } from './account-key.rules';

// OWASP's argon2id for small memories: 7 MiB, 5 passes, 1 lane; as hard to guess as its 19 MiB with 2 passes, and two
// thirds of the time where a whole school signs in in one minute (decision 0027). The library works on the
// process's few helper threads.
const OPTIONS = { memoryCost: 7168, timeCost: 5, parallelism: 1 };

// Those threads also wait for the disk: a room that signs in at once must not stand before everybody else's saves.
const atATime = pLimit(2);
const hash = (plain: string, cost: Argon2Cost) => atATime(async () => (await loadArgon2()).hash(plain, cost));
const verify = (passwordHash: string, plain: string) =>
  atATime(async () => (await loadArgon2()).verify(passwordHash, plain));

/** An argon2id hash with its parameters and salt inside. */
export function hashPassword(plain: string): Promise<string> {
  return hash(plain.normalize('NFC'), OPTIONS);
}

// A machine's random password (50 bits) cannot be guessed offline either way, and it is changed at the first
// sign-in; a whole grade's are hashed at once, also on a slow server.
const RANDOM_OPTIONS = { memoryCost: 4096, timeCost: 1, parallelism: 1 };

/** A cheaper argon2id hash, only for passwords this server made at random. */
export function hashRandomPassword(plain: string): Promise<string> {
  return hash(plain, RANDOM_OPTIONS);
}

/** Whether a hash was made with parameters that are no longer ours; a machine's random password is changed anyway. */
export function isOutdatedHash(passwordHash: string): boolean {
  const isOf = ({ memoryCost, timeCost }: typeof OPTIONS) => passwordHash.includes(`m=${memoryCost},t=${timeCost},`);
  return !isOf(OPTIONS) && !isOf(RANDOM_OPTIONS);
}

// An unknown account must cost the same time as a wrong password, so there is always a hash to check.
let decoy: Promise<string> | undefined;

/** True when the password belongs to the hash; an absent hash takes as long and is never right. */
export async function verifyPassword(passwordHash: string | undefined, plain: string): Promise<boolean> {
  try {
    decoy ??= hashPassword('nobody has this password');
    const isRight = await verify(passwordHash ?? (await decoy), plain.normalize('NFC'));
    // The cheaper hash must not tell by its speed that the account exists.
    if (passwordHash?.includes(`m=${RANDOM_OPTIONS.memoryCost},`)) await verify(await decoy, plain);
    return isRight && passwordHash !== undefined;
  } catch {
    return false;
  }
}

/** Whether a hash is of a password that this server gave; not for signing in, as its speed tells how it was made. */
export async function isPasswordOf(passwordHash: string, plain: string): Promise<boolean> {
  return verify(passwordHash, plain.normalize('NFC'));
}

// What guessers try first, Chinese habits included; compared in lower case.
const COMMON = new Set(
  `12345678 123456789 1234567890 12345678910 123123123 1234554321 11111111 00000000 88888888 66666666 99999999
  87654321 987654321 0123456789 01234567 147258369 159753456 111222333 112233445566 11223344 12341234 13579246
  password password1 password123 passw0rd p@ssw0rd p@ssword qwertyui qwertyuiop qwerty123 asdfghjk asdfghjkl
  zxcvbnm1 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 qazwsxedc abcd1234 abc12345 abc123456 a1234567 a12345678
  a123456789 aa123456 aa12345678 admin123 administrator iloveyou woaini520 woaini1314 5201314520 52013140
  letmein1 welcome1 sunshine football baseball superman trustno1 xiaoming teacher1 student1 school123
  changeme default1 testtest test1234 kaoping1 kaoping123 laoshi123 xuesheng`
    .split(/\s+/)
    .filter(Boolean),
);

/** Why a password cannot be used, as a sentence for its field; undefined when it can. */
export function passwordProblem(password: string, account: string): string | undefined {
  const length = codePointLength(password);
  if (length < 8) return '密码至少 8 个字符';
  if (length > 72) return '密码最多 72 个字符';
  const key = accountKey(password);
  const accountPart = accountKey(account);
  if (key === accountPart || (accountPart.length >= 4 && key === accountPart + accountPart))
    return '密码不能与账号相同';
  if (COMMON.has(key) || /^(.)\1+$/.test(key)) return '这个密码太常见，容易被猜到，请换一个';
  return undefined;
}

/**
 * Why the first teacher's account or password of the settings is not taken: the account is none as they are in this
 * program, or whoever reaches the page may try the password first. Or null.
 */
export function firstPasswordRefusal(account: string, password: string | undefined): string | null {
  const wrong = teacherAccount.safeParse(account).error?.issues[0]?.message;
  if (wrong !== undefined) return `KAOPING_ADMIN_ACCOUNT=${account.slice(0, 100)} 不能用：${wrong}。请改好再启动。`;
  const problem = password === undefined ? undefined : passwordProblem(password, account);
  if (problem === undefined) return null;
  return `KAOPING_ADMIN_PASSWORD 不能用：${problem}。请改好再启动；去掉它，就随机生成一个一次性密码。`;
}
