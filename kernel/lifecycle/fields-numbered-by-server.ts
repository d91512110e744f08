import type { AnyField, Field } from '../declaration/field.ts';
import type { Move } from '../declaration/lifecycle.ts';
import type { NumberingRule } from '../declaration/numbering-rule.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { kindOf } from '../field/field.ts';
import { parseNumberPattern } from '../field/record-number-pattern.ts';
import { initialStates, reachableStates, stateOf, statesAfterMove } from './lifecycle.ts';

const cache = new WeakMap<AnyResource, readonly (readonly [name: string, rule: NumberingRule])[]>();

/** The fields that the server numbers (`number`), each with its rule. */
export function numberedFields(resource: AnyResource): readonly (readonly [name: string, rule: NumberingRule])[] {
  let found = cache.get(resource);
  if (!found) {
    found = Object.entries<AnyField>(resource.fields).flatMap(([name, { number }]) =>
      number === undefined ? [] : [[name, typeof number === 'string' ? { pattern: number } : number] as const],
    );
    cache.set(resource, found);
  }
  return found;
}

/** The moves that assign a number; none: it is assigned when the row is added. */
export const movesThatNumber = ({ on }: Pick<NumberingRule, 'on'>): readonly string[] =>
  on === undefined ? [] : typeof on === 'string' ? [on] : on;

/** Whether values are short plain text, as numbers are. */
const isPlainText = (one: Field): boolean => {
  const { column, accept, html, sealed } = kindOf(one);
  return column === 'text' && accept === undefined && !html && !sealed;
};

/**
 * Throws if numbers could repeat, be missing or be written by people, or if a gapless number could disappear with a
 * deleted row.
 */
export function checkNumberedFields(resource: AnyResource): void {
  for (const [name, { pattern, on, day, gapless }] of numberedFields(resource)) {
    const at = `${resource.name}.${name}`;
    const one = resource.fields[name] as Field;
    if (!isPlainText(one)) throw new Error(`${at}: only texts are numbered`);
    if (one.write !== 'server' || one.required || one.privacy || one.through || one.from || one.initial !== undefined)
      throw new Error(`${at}: the server alone writes a number, so it is neither required, private nor computed`);
    if (!one.unique) throw new Error(`${at}: a number must be unique`);
    const fields = parseNumberPattern(pattern).flatMap((part) => ('field' in part ? [part.field] : []));
    const wrong = fields.find((each) => {
      const part = resource.fields[each] as Field | undefined;
      return !part || !isPlainText(part) || !isAlwaysThere(part) || part.privacy !== undefined;
    });
    if (wrong) throw new Error(`${at}: {${wrong}} is not a required field that a number can show`);
    const dayField = day === undefined ? undefined : (resource.fields[day] as Field | undefined);
    if (
      day !== undefined &&
      !(dayField && ['date', 'timestamptz'].includes(kindOf(dayField).column) && isAlwaysThere(dayField))
    )
      throw new Error(`${at}: ${day} is not a required date`);
    const moves = movesThatNumber({ on }).map((assigning) => {
      const move = (resource.life?.moves as Record<string, Move> | undefined)?.[assigning];
      if (!move) throw new Error(`${at}: no move ${assigning}`);
      if (move.reversible) throw new Error(`${at}: ${assigning} can be undone, and a number cannot`);
      return move;
    });
    if (gapless && (moves.length > 0 ? moves : [undefined]).some((move) => isDeletedWithNumber(resource, move)))
      throw new Error(`${at}: its numbers are gapless, so that no row with a number can be deleted`);
  }
}

const isAlwaysThere = (one: Field): boolean => one.required === true && one.through === undefined;

/**
 * Whether people can delete a row that has its number: the resource offers it, and the row can reach a state that
 * allows it.
 */
function isDeletedWithNumber({ actions, life }: AnyResource, move: Move | undefined): boolean {
  if (actions !== undefined && !actions.includes('del')) return false;
  if (!life) return true;
  const first = move ? (statesAfterMove(move).length > 0 ? statesAfterMove(move) : move.from) : initialStates(life);
  const states = new Set(first.flatMap((state) => [...reachableStates(life, state)]));
  return [...states].some((state) => {
    const deletable = stateOf(life, state)?.deletable;
    return typeof deletable === 'object'
      ? Object.values(deletable).length < 2 || Object.values(deletable).some(Boolean)
      : deletable !== false;
  });
}
