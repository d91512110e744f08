import type { AnyField } from '#kernel/declaration/field.ts';
import { currentArea } from '#web/session/area.ts';

/**
 * The `of` parameter of an options call: the reference that is chosen for. Officers choose among the rows they see
 * unless the reference says otherwise; for members the options depend on it.
 */
export const referenceFieldParam = (field: AnyField, name: string, of: string | undefined): { of?: string } =>
  of && (currentArea() === 'member' || field.options.reach || field.options.among) ? { of: `${of}.${name}` } : {};
