import { sql } from '#server/db/sql.ts';
import { storeClocksStatement, suspendWarnings } from '../row-set/deadline-clock-statements.ts';
import { type ClockPlan, planClocks, runningClocks, touchesClocks } from '../row-set/plan-deadline-clocks-of-row.ts';
import {
  type Contribution,
  firstOf,
  moveName,
  type PlannedWrite,
  type StoredParts,
  type StoredWrite,
  takesEffect,
  type WriteFeature,
} from './write-phase-and-feature-types.ts';

/**
 * Clocks: they are started, paused and stopped with a move, and recomputed when the date from which they count is
 * edited.
 */
export const startAndStopDeadlineClocks: WriteFeature = {
  state: ({ resource, order: { operation, input, set } }) =>
    touchesClocks(resource, operation, input, set) ? [sql`'clocks', ${runningClocks(resource)}`] : [],
  plan(write) {
    const { resource, order } = write;
    if (!resource.life?.clocks) return undefined;
    if (order.operation === 'del') return { parts: () => ({ statements: [() => suspendWarnings(resource)] }) };
    return takesEffect(write) ? new RowClocks(write) : undefined;
  },
};

class RowClocks implements Contribution {
  readonly #write: PlannedWrite;
  #plan: ClockPlan | undefined;

  constructor(write: PlannedWrite) {
    this.#write = write;
  }

  columns({ values }: StoredWrite): Readonly<Record<string, unknown>> {
    const { engine, resource, caller, move, before, fields, checked, state } = this.#write;
    this.#plan = planClocks({
      engine,
      resource,
      caller,
      move,
      before,
      form: fields,
      running: state.clocks ?? [],
      given: (name) => firstOf(name, values, checked, before),
    });
    return this.#plan?.columns ?? {};
  }

  parts(): StoredParts {
    if (!this.#plan) return {};
    const { resource, order } = this.#write;
    const statements = storeClocksStatement(this.#plan, { resource, move: moveName(this.#write) ?? order.operation });
    return { statements: statements.map((statement) => () => statement) };
  }
}
