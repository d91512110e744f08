import * as z from 'zod/mini';
import { isAccountName, isPassword } from '../check/account-and-password.ts';
import { maskEmail } from '../check/mask-personal-data.ts';
import { toHalfWidth, withoutInvisible } from '../check/normalise-width-spaces-and-dashes.ts';
import { encodeMessage } from '../text/validation-messages.ts';
import { cleanText, exactOperators, type Kind, textOperators } from './field-kind-type-and-shared-conversions.ts';

/** A sign-in name: 3 to 15 characters, a letter first (specification §5). */
export const accountKind: Kind<string, object> = {
  name: 'account',
  column: 'text',
  cell: 'code',
  copied: true,
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  width: 120,
  example: () => 'city',
  schema: () =>
    z.string(encodeMessage('invalid_account')).check(
      z.overwrite((value) => cleanText(value)),
      z.refine(isAccountName, encodeMessage('invalid_account')),
    ),
};

/**
 * A password: 6 to 32 characters without & < > " and ' (specification §5). `min` raises the minimum. It never leaves
 * the server, which stores an argon2id hash.
 */
export const passwordKind: Kind<string, { min?: number }> = {
  name: 'password',
  column: 'text',
  cell: 'text',
  input: 'password',
  operators: [],
  sorts: false,
  width: 80,
  secret: true,
  example: ({ min = 0 }) => 'Abc-123456'.padEnd(min, '7'),
  schema: ({ min = 0 }) => {
    const wrong = min > 0 ? encodeMessage('invalid_password_from', { min }) : encodeMessage('invalid_password');
    return z.string(wrong).check(z.refine((value) => value.length >= min && isPassword(value), wrong));
  },
};

/**
 * Normalises an address that was copied from an address book or typed with a Chinese input method: half-width, without
 * invisible marks.
 */
const normalizeEmail = (value: string) => cleanText(toHalfWidth(withoutInvisible(value)));

/** An e-mail address. */
export const emailKind: Kind<string, object> = {
  name: 'email',
  column: 'text',
  cell: 'text',
  input: 'text',
  typed: 'line',
  operators: textOperators,
  sorts: true,
  width: 180,
  personal: 'number',
  keyboard: 'email',
  example: () => 'name@example.com',
  normalize: normalizeEmail,
  schema: () =>
    z.pipe(
      z
        .string(encodeMessage('invalid_email'))
        .check(z.overwrite(normalizeEmail), z.maxLength(100, encodeMessage('too_long', { max: 100 }))),
      z.email(encodeMessage('invalid_email')),
    ),
  mask: (column) => `left(${column}, 1) || '***@' || split_part(${column}, '@', 2)`,
  maskValue: maskEmail,
};

/** A web address that begins with http:// or https://. */
export const urlKind: Kind<string, object> = {
  name: 'url',
  column: 'text',
  cell: 'url',
  pressed: true,
  input: 'text',
  typed: 'line',
  operators: exactOperators,
  sorts: false,
  width: 180,
  keyboard: 'url',
  example: () => 'https://www.example.com',
  schema: () =>
    z.string(encodeMessage('invalid_url')).check(
      z.overwrite((value) => cleanText(value)),
      z.maxLength(500, encodeMessage('too_long', { max: 500 })),
      z.regex(/^https?:\/\/[^\s"'<>]+$/i, encodeMessage('invalid_url')),
    ),
};
