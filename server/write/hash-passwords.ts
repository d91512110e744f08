import { type AnyField, kindOf } from '#kernel/field.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { hashPassword } from '#server/auth/password.ts';

/**
 * Passwords among values about to be stored become their hashes: nothing else ever is. One left empty stays as it is,
 * for a form never shows the one there is.
 */
export async function hashPasswords(resource: AnyResource, values: Record<string, unknown>): Promise<void> {
  for (const [name, one] of Object.entries<AnyField>(resource.fields)) {
    if (!kindOf(one).secret || !Object.hasOwn(values, name)) continue;
    if (values[name] === null || values[name] === '') delete values[name];
    else values[name] = await hashPassword(String(values[name]));
  }
}
