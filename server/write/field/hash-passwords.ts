import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hashPassword, isHash } from '#server/auth/hash-and-verify-password.ts';
import { fieldsByProcessingNeededOnWrite } from './fields-grouped-by-processing-needed-on-write.ts';

/**
 * Replaces passwords by their hashes before they are stored. An empty one leaves the stored password unchanged, because
 * forms never show it. A password may already be hashed if that was done before the transaction.
 */
export async function hashPasswords(resource: AnyResource, values: Record<string, unknown>): Promise<void> {
  for (const { name } of fieldsByProcessingNeededOnWrite(resource.fields).secret) {
    if (!Object.hasOwn(values, name)) continue;
    if (values[name] === null || values[name] === '') delete values[name];
    else if (!isHash(String(values[name]))) values[name] = await hashPassword(String(values[name]));
  }
}
