import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import { dropsPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import {
  canChangeRequestWaitIn,
  decidesOnChangeRequest,
  hasChangeRequests,
  type RequestedValue,
} from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import { coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import { forbidden, refuse } from '#server/refusal.ts';
import { formatFieldValues, isPersonalField } from '../field/format-field-values-as-masked-text.ts';
import { isUnchanged } from '../field/refuse-locked-fields.ts';
import { checkFields } from '../field/validate-input-by-field-declarations.ts';
import type {
  FeatureContribution,
  LoadedRow,
  PlannedWrite,
  StoredWrite,
  WriteFeature,
} from './write-phase-and-feature-types.ts';

type Values = Record<string, unknown>;

/** A write with which a move takes effect on an existing row. */
type ProposingWrite = PlannedWrite & LoadedRow & { readonly happens: Move };

/** Changes proposed by one move and accepted or rejected by another; the row stores them meanwhile. */
export const proposeAndDecidePendingChanges: WriteFeature = {
  state: ({ move }) => (move?.accepts === undefined ? [] : [sql`'pending_sealed', t.pending_sealed`]),
  refuse({ move, before, order }) {
    if (move && !dropsPendingMove(order.step)) checkChangeWaits(move, before);
  },
  plan(write) {
    const { happens, before, resource } = write;
    const { life } = resource;
    return happens && before && hasChangeRequests(life)
      ? new ChangeRequest({ ...write, happens, before }, life)
      : undefined;
  },
};

/** Refuses decisions without a pending change, and proposals while one is pending. */
function checkChangeWaits(move: Move, before: Readonly<Values>): void {
  const waits = waitingIn(before).length > 0;
  const refused = { from: before.status, allowed: [] };
  if (move.proposes && waits) throw refuse('change_waits', 'bad_transition', refused);
  if (decidesOnChangeRequest(move) && !waits) throw refuse('no_change_waits', 'bad_transition', refused);
}

class ChangeRequest implements FeatureContribution {
  /** The proposed or accepted values in wire form. A hook of the proposing move can add to them. */
  readonly proposed: Values;
  /** The values written by the move. */
  readonly values: Readonly<Values>;
  readonly #write: ProposingWrite;
  readonly #life: Lifecycle;

  constructor(write: ProposingWrite, life: Lifecycle) {
    this.#write = write;
    this.#life = life;
    const { happens: move, resource, caller, errors } = write;
    this.proposed = move.proposes ? readProposed(write, move.proposes) : {};
    this.values = {};
    if (move.accepts === undefined) return;
    // validated again, because an option, a limit or a hook may have changed since
    const { values, errors: wrong } = checkFields(resource.fields, readWaiting(write), caller.locale, true);
    Object.assign(errors, wrong);
    // officers cannot move a row into an area outside their jurisdiction
    if (caller.type === 'admin' && typeof values.area_code === 'string' && !coversArea(caller, values.area_code))
      throw forbidden();
    this.proposed = { ...values };
    this.values = values;
  }

  /** Runs after all hooks. A proposal without any change is an error. */
  check(): void {
    const { happens: move, errors, caller } = this.#write;
    const [first] = move.proposes ?? [];
    if (first === undefined || Object.keys(this.proposed).length > 0 || Object.keys(errors).length > 0) return;
    errors[first] = [decodeMessage('no_change', caller.locale)];
  }

  async columns({ to }: StoredWrite): Promise<Readonly<Values>> {
    const { happens: move, before, engine, db, resource } = this.#write;
    if (!move.proposes) {
      const ends = decidesOnChangeRequest(move) || !canChangeRequestWaitIn(this.#life, to);
      return ends && waitingIn(before).length > 0 ? { pending: null, pending_sealed: null } : {};
    }
    const shown = await formatFieldValues({ engine, resource }, db, this.proposed);
    const personal = Object.entries(this.proposed).filter(
      ([name, value]) => value !== null && isPersonalField(resource.fields[name]),
    );
    const sealed = personal.length > 0 && engine.seal.seal(JSON.stringify(Object.fromEntries(personal)), '');
    return { pending: JSON.stringify(shown), pending_sealed: sealed ? JSON.stringify(sealed) : null };
  }
}

/** The pending change of a row as displayed. */
const waitingIn = ({ pending }: Readonly<Values>): readonly RequestedValue[] =>
  Array.isArray(pending) ? (pending as RequestedValue[]) : [];

/** The proposed values that differ from the row. A required field cannot be emptied. */
function readProposed({ resource, before, checked, errors, caller }: ProposingWrite, names: readonly string[]): Values {
  const changes: Values = {};
  for (const name of names) {
    const field = resource.fields[name] as AnyField;
    if (!Object.hasOwn(checked, name) || isUnchanged(field, checked[name], before[name])) continue;
    if (checked[name] === null && field.required) errors[name] = [decodeMessage('required', caller.locale)];
    else changes[name] = checked[name];
  }
  return changes;
}

/** The pending change with encrypted values decrypted. */
function readWaiting({ engine, before, state }: ProposingWrite): Values {
  const sealed = state.pending_sealed as EncryptedNumber | null | undefined;
  const personal = sealed ? (JSON.parse(engine.seal.open(sealed)) as Values) : {};
  return Object.fromEntries(
    waitingIn(before).map(({ key, value, to = value }) => [key, Object.hasOwn(personal, key) ? personal[key] : to]),
  );
}
