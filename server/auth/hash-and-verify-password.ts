/** argon2id with the parameters recommended by OWASP: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * At most two run at a time: each takes 19 MiB and a core, and shares the four threads of the runtime with all reads of
 * files. The others wait, holding only the password.
 */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

async function runLimited<T>(work: () => Promise<T>): Promise<T> {
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

/** Whether a text is a hash made here. No form accepts a password as long. */
export const isHash = (text: string): boolean => text.startsWith('$argon2id$') && text.length > 64;

export const hashPassword = (password: string): Promise<string> =>
  runLimited(async () => (await import('@node-rs/argon2')).hash(password, options));

/** Whether a password matches a hash. An unreadable hash matches nothing. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await runLimited(async () => (await import('@node-rs/argon2')).verify(stored, password));
  } catch {
    return false;
  }
}

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that response times do not disclose which accounts exist. */
export async function verifyDummyPassword(password: string): Promise<false> {
  decoy ??= hashPassword('no such account');
  await verifyPassword(await decoy, password);
  return false;
}
