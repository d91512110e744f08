/** argon2id with the parameters OWASP names: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two at a time: each holds 19 MiB and a core until it is done, and shares the four threads of the runtime with every
 * file that is read. The rest wait their turn, holding nothing but the password.
 */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Whether a text is a hash made here: no password a form takes is as long. */
export const isHash = (text: string): boolean => text.startsWith('$argon2id$') && text.length > 64;

export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await import('@node-rs/argon2')).hash(password, options));

/** Whether a password is the one hashed; a hash that cannot be read is never the right one. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await inTurn(async () => (await import('@node-rs/argon2')).verify(stored, password));
  } catch {
    return false;
  }
}

let decoy: Promise<string> | undefined;

/** Costs what a real check costs, so that the time of an answer does not tell which accounts exist. */
export async function verifyDummyPassword(password: string): Promise<false> {
  decoy ??= hashPassword('no such account');
  await verifyPassword(await decoy, password);
  return false;
}
