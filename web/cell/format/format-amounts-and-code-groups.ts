import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';

/** Splits a code into groups for reading; the text stays whole when copied. A code of another length is one group. */
export function splitCodeIntoGroups(sizes: readonly number[] | undefined, value: string): string[] {
  if (!sizes || sizes.reduce((sum, size) => sum + size, 0) !== value.length) return [value];
  const parts: string[] = [];
  let start = 0;
  for (const size of sizes) {
    parts.push(value.slice(start, start + size));
    start += size;
  }
  return parts;
}

/** `1234567.50` → `1,234,567.50`, as text: digits of the wire never become a float. */
export function formatAmount(value: string): string {
  const [whole = '', cents] = value.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return cents === undefined ? grouped : `${grouped}.${cents}`;
}

/** What people type is shown as typed; what the platform computes has more digits than say anything. */
export function roundIfComputed(field: AnyField, value: unknown): string {
  const { computedDecimals } = kindOf(field);
  if (computedDecimals === undefined || field.write !== 'server' || typeof value !== 'number') return String(value);
  return String(Number(value.toFixed(computedDecimals)));
}
