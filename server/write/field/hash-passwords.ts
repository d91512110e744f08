import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hashPassword, isHash } from '#server/auth/password.ts';
import { fieldsByWriteStep } from './fields-by-write-step.ts';

/**
 * Replaces passwords by their hashes before they are stored. An empty one leaves the stored password unchanged, because
 * forms never show it. A password may already be hashed if that was done before the transaction.
 */
export async function hashPasswords(resource: AnyResource, values: Record<string, unknown>): Promise<void> {
  for (const { name } of fieldsByWriteStep(resource.fields).secret) {
    if (!Object.hasOwn(values, name)) continue;
    if (values[name] === null || values[name] === '') delete values[name];
    else if (!isHash(String(values[name]))) values[name] = await hashPassword(String(values[name]));
  }
}
