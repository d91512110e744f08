import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { canWaitIn, hasProposals, movesThatSettle, type ProposedValue } from '#kernel/lifecycle/change-request.ts';
import { readIssue } from '#kernel/text/message.ts';
import { type Caller, coversArea } from '#server/caller.ts';
import type { Queryable } from '#server/db/connect.ts';
import type { Engine } from '#server/engine/engine.ts';
import { forbidden, refuse } from '#server/refusal.ts';
import type { Sealed } from '#server/seal.ts';
import { isUnchanged } from './locked-fields.ts';
import { isPersonal, showValues } from './shown-values.ts';
import { checkFields, type FieldErrors } from './validate.ts';
import { writeStateOf } from './write-state.ts';

type Values = Record<string, unknown>;

interface Asked {
  readonly engine: Engine;
  readonly resource: AnyResource;
  readonly caller: Caller;
  readonly move: Move;
  readonly before: Readonly<Values>;
  /** What was told with the move, checked. */
  readonly told: Readonly<Values>;
  readonly errors: FieldErrors;
}

/** A write: of a move that happens with it, and of a row that is there, it may have to do with a change. */
type Write = Omit<Asked, 'move' | 'before'> & {
  readonly move: Move | false | undefined;
  readonly before: Asked['before'] | undefined;
};

/** What a move has to do with the change that waits in a row, or is about to; undefined where rows never have one. */
export function readChangeRequest(write: Write): ChangeRequest | undefined {
  const { move, before, resource } = write;
  const { life } = resource;
  return move && before && hasProposals(life) ? new ChangeRequest({ ...write, move, before }, life) : undefined;
}

/** Nobody decides on a change that is not there, nor asks for another while one waits. */
export function checkChangeWaits(move: Move, before: Readonly<Values>): void {
  const waits = waitingIn(before).length > 0;
  const refused = { from: before.status, allowed: [] };
  if (move.proposes && waits) throw refuse('change_waits', 'bad_transition', refused);
  if (movesThatSettle(move) && !waits) throw refuse('no_change_waits', 'bad_transition', refused);
}

class ChangeRequest {
  /** What is asked for, or what was and is accepted now, in wire form. A hook of the asking move may add to it. */
  readonly values: Values;
  /** What the move writes of it. */
  readonly accepted: Readonly<Values>;
  readonly #asked: Asked;
  readonly #life: Lifecycle;

  constructor(asked: Asked, life: Lifecycle) {
    this.#asked = asked;
    this.#life = life;
    const { move, resource, caller, errors } = asked;
    this.values = move.proposes ? readAsked(asked, move.proposes) : {};
    this.accepted = {};
    if (move.accepts === undefined) return;
    // a word, a limit or a hook may have changed since: what is written is checked again
    const { values, errors: wrong } = checkFields(resource.fields, readKept(asked), caller.locale, true);
    Object.assign(errors, wrong);
    // nobody registers something where they have no say
    if (caller.type === 'admin' && typeof values.area_code === 'string' && !coversArea(caller, values.area_code))
      throw forbidden();
    this.values = { ...values };
    this.accepted = values;
  }

  /** Notes, once hooks have had their say, that nothing is asked for. */
  check(): void {
    const { move, errors, caller } = this.#asked;
    const [first] = move.proposes ?? [];
    if (first === undefined || Object.keys(this.values).length > 0 || Object.keys(errors).length > 0) return;
    errors[first] = [readIssue('no_change', caller.locale)];
  }

  /** The columns of the request, for a row that comes to a state. */
  async columns(db: Queryable, to: unknown): Promise<Readonly<Values>> {
    const { move, before, engine } = this.#asked;
    if (!move.proposes) {
      const over = movesThatSettle(move) || !canWaitIn(this.#life, to);
      return over && waitingIn(before).length > 0 ? { pending: null, pending_sealed: null } : {};
    }
    const shown = await showValues(this.#asked, db, this.values);
    const apart = Object.entries(this.values).filter(([name, value]) => value !== null && this.#isPersonal(name));
    const sealed = apart.length > 0 && engine.seal.seal(JSON.stringify(Object.fromEntries(apart)), '');
    return { pending: JSON.stringify(shown), pending_sealed: sealed ? JSON.stringify(sealed) : null };
  }

  #isPersonal(name: string): boolean {
    return isPersonal(this.#asked.resource.fields[name]);
  }
}

/** What waits in a row, as it is shown. */
const waitingIn = ({ pending }: Readonly<Values>): readonly ProposedValue[] =>
  Array.isArray(pending) ? (pending as ProposedValue[]) : [];

/** What of the request differs from what is on record; what every row has cannot be asked away. */
function readAsked({ resource, before, told, errors, caller }: Asked, names: readonly string[]): Values {
  const changes: Values = {};
  for (const name of names) {
    const one = resource.fields[name] as AnyField;
    if (!Object.hasOwn(told, name) || isUnchanged(one, told[name], before[name])) continue;
    if (told[name] === null && one.required) errors[name] = [readIssue('required', caller.locale)];
    else changes[name] = told[name];
  }
  return changes;
}

/** What was asked for, in plain. */
function readKept({ engine, before }: Asked): Values {
  const sealed = writeStateOf(before).pending_sealed as Sealed | null | undefined;
  const apart = sealed ? (JSON.parse(engine.seal.open(sealed)) as Values) : {};
  return Object.fromEntries(
    waitingIn(before).map(({ key, value, to = value }) => [key, Object.hasOwn(apart, key) ? apart[key] : to]),
  );
}
