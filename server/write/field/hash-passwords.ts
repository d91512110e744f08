import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hashPassword, isHash } from '#server/auth/password.ts';
import { stepsOf } from './field-steps.ts';

/**
 * Passwords among values about to be stored become their hashes: nothing else ever is. One left empty stays as it is,
 * for a form never shows the one there is; the platform may have hashed one before its transaction began.
 */
export async function hashPasswords(resource: AnyResource, values: Record<string, unknown>): Promise<void> {
  for (const { name } of stepsOf(resource.fields).secret) {
    if (!Object.hasOwn(values, name)) continue;
    if (values[name] === null || values[name] === '') delete values[name];
    else if (!isHash(String(values[name]))) values[name] = await hashPassword(String(values[name]));
  }
}
