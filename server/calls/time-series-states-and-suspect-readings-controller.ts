import { field } from '#kernel/field/field.ts';
import { type AnyTimeSeries, hasStates } from '#kernel/module/time-series.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Action, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, key, list, number, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter } from '#server/refusal.ts';
import {
  decideSuspectReadings,
  listSuspectReadings,
} from '#server/time-series/find-and-decide-suspect-and-store-late-readings.ts';
import {
  readLevelChanges,
  readRowsWithHighestLevels,
  readStatesOfRows,
} from '#server/time-series/read-states-and-level-changes-of-measured-rows.ts';
import { measuredResourceOf } from '#server/time-series/validate-time-series-declarations-and-find-resources.ts';

const mostRows = 200;
const state = {
  of: key,
  state: enumOf('ok', 'data_lost', 'empty'),
  at: orNull(number),
  value: orNull(number),
  limit: orNull(number),
  percent: orNull(number),
  level: orNull(integer),
  level_at: orNull(number),
};
const of = rowKeyInput(text('所属记录编号', 'ID of the record'));

/**
 * `/admin/<module>.<series>/*` of a series with levels, gaps or pushed readings: `state` of some rows, `highest` (those with the highest level), `levels` (the
 * changes of one row), `held` and `decide` (suspect readings, for who may edit the row).
 */
export const timeSeriesStatesAndSuspectReadingsController = (engine: Engine, one: AnyTimeSeries): Controller => ({
  app: 'admin',
  name: controllerNameOf(one),
  actions: {
    ...(hasStates(one) ? stateActions(engine, one) : {}),
    ...(one.pushed?.suspect ? heldActions(engine, one) : {}),
  },
});

function stateActions(engine: Engine, one: AnyTimeSeries): Record<string, Action> {
  const gate = { gate: 'rule', node: `${one.of}/index` } as const;
  const { 'zh-cn': zh, en } = one.label;
  return {
    state: call({
      ...gate,
      summary: text(`${zh}：多条记录的当前状态和级别`, `${en}: present state and level of some rows`),
      checkedInRun: {
        of: field.text(text('编号，逗号分隔，最多 200 个', 'IDs, comma-separated, at most 200'), { required: true }),
      },
      answer: object({
        list: list(object(state)),
      }),
      async run({ caller, query }) {
        const requested = String(query.of ?? '')
          .split(',', mostRows)
          .map(readKey);
        return { list: await readStatesOfRows(engine, one, caller, requested) };
      },
    }),
    highest: call({
      ...gate,
      summary: text(`${zh}：级别最高的记录`, `${en}: the rows with the highest level`),
      checkedInRun: {
        search: field.text(text('筛选条件，同列表', 'Conditions, as of the list')),
      },
      answer: object({ list: list(object({ ...state, title: string })) }),
      async run({ caller, query }) {
        const conditions = readListQuery(measuredResourceOf(one, engine.find), { search: query.search });
        return { list: await readRowsWithHighestLevels(engine, one, caller, conditions) };
      },
    }),
    levels: call({
      ...gate,
      summary: text(`${zh}：一条记录的级别变化，新的在前`, `${en}: changes of the level of one row, the newest first`),
      input: { of },
      answer: object({
        list: list(object({ at: number, level_before: integer, level: integer, value: number, limit: number })),
      }),
      run: async ({ caller, input }) => ({ list: await readLevelChanges(engine, one, caller, input.of) }),
    }),
  };
}

function heldActions(engine: Engine, one: AnyTimeSeries): Record<string, Action> {
  const gate = { gate: 'rule', node: `${one.of}/edit` } as const;
  const { 'zh-cn': zh, en } = one.label;
  return {
    held: call({
      ...gate,
      summary: text(`${zh}：一条记录待核实的读数`, `${en}: suspect readings of one row`),
      input: { of },
      answer: object({ list: list(object({ id: key, of: key, source: string, at: number })) }),
      run: async ({ caller, input }) => ({ list: await listSuspectReadings(engine, one, caller, input.of) }),
    }),
    decide: call({
      ...gate,
      methods: ['POST'],
      title: text('核实读数', 'Decide suspect readings'),
      summary: text(`${zh}：采用或舍弃待核实的读数`, `${en}: accept or discard suspect readings`),
      inputFrom: 'body',
      input: { accept: field.switch(text('采用', 'Accept'), { required: true }) },
      checkedInRun: { ids: field.text(text('读数编号的数组', 'Array of IDs of readings'), { required: true }) },
      answer: object({ decided: integer }),
      async run({ caller, input, body }) {
        if (!Array.isArray(body.ids) || body.ids.length > mostRows) throw badParameter();
        const keys = body.ids.map(readKey);
        return { decided: await decideSuspectReadings(engine, one, caller, { keys, accept: input.accept === '1' }) };
      },
    }),
  };
}
