import type { AnyField } from '../declaration/field.ts';

/** Who fills in what, with what the row says as it is being written. */
export interface Filling {
  readonly adding: boolean;
  readonly actor: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Whether a field must be given: forms mark it, and they and the server refuse without it. */
export function isRequired({ required, requiredWhen: when }: AnyField, { adding, actor, values }: Filling): boolean {
  if (required || !when) return required === true;
  if ((when.adding && !adding) || (when.actor && when.actor !== actor)) return false;
  if (when.by === undefined) return true;
  const told = values[when.by];
  const said = Array.isArray(told) ? told.map(String) : told === null || told === undefined ? [] : [String(told)];
  return when.of ? said.some((one) => when.of?.includes(one)) : said.some((one) => one !== '');
}
