import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters OWASP names: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** Whether a password is the one hashed; a hash that cannot be read is never the right one. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password);
  } catch {
    return false;
  }
}

let decoy: Promise<string> | undefined;

/** Costs what a real check costs, so that the time of an answer does not tell which accounts exist. */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword('no such account');
  await verifyPassword(await decoy, password);
  return false;
}
