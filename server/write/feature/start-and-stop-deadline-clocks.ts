import { sql } from '#server/db/sql.ts';
import { storeClocksStatement, suspendWarningsStatement } from '../row-set/deadline-clock-statements.ts';
import { type ClockPlan, planClocks, runningClocks, touchesClocks } from '../row-set/plan-deadline-clocks-of-row.ts';
import {
  type FeatureContribution,
  type FeatureStatements,
  firstValueOfProperty,
  moveName,
  moveTakesEffect,
  type PlannedWrite,
  type StoredWrite,
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
    if (order.operation === 'del') return { parts: () => ({ statements: [() => suspendWarningsStatement(resource)] }) };
    return moveTakesEffect(write) ? new RowClocks(write) : undefined;
  },
};

class RowClocks implements FeatureContribution {
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
      given: (name) => firstValueOfProperty(name, values, checked, before),
    });
    return this.#plan?.columns ?? {};
  }

  parts(): FeatureStatements {
    if (!this.#plan) return {};
    const { resource, order } = this.#write;
    const statements = storeClocksStatement(this.#plan, { resource, move: moveName(this.#write) ?? order.operation });
    return { statements: statements.map((statement) => () => statement) };
  }
}
