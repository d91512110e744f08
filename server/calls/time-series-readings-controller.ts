import { type AnyTimeSeries, numericValuesOf } from '#kernel/module/time-series.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { parseNonNegativeInteger } from '#kernel/wire/parse-non-negative-integer.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { badParameter } from '#server/refusal.ts';
import {
  listReadings,
  type ReadingCursor,
  readLatestReadings,
  readStatisticsByTime,
  statisticsIntervals,
} from '#server/time-series/read-readings-and-statistics.ts';

const mostRows = 200;
type Query = Readonly<Record<string, unknown>>;

/**
 * `/admin/<module>.<series>/*`, for everybody who may list the rows that the readings belong to: `index` (readings of
 * one row, newest first, `before` the place at which the previous page ended), `latest` of some rows, `buckets` by
 * minute, hour or day.
 */
export function timeSeriesReadingsController(engine: Engine, one: AnyTimeSeries): Controller {
  const gate = { gate: 'rule', node: `${one.of}/index` } as const;
  return {
    app: 'admin',
    name: controllerNameOf(one),
    actions: {
      index: {
        ...gate,
        async handle({ caller, query }) {
          const limit = Math.min(Math.max(parseNonNegativeInteger(query.limit ?? 50) ?? 50, 1), mostRows);
          const place = query.before === undefined ? {} : { before: readPlace(query.before) };
          const stretch = { ...readTime(query, 'from'), ...readTime(query, 'until') };
          const list = await listReadings(engine, one, caller, { of: readKey(query.of), limit, ...place, ...stretch });
          const last = list.length === limit ? list.at(-1) : undefined;
          return { list, before: last ? `${last.at}:${last.source}` : null };
        },
      },
      latest: {
        ...gate,
        async handle({ caller, query }) {
          const requested = String(query.of ?? '')
            .split(',', mostRows)
            .map(readKey);
          return { list: await readLatestReadings(engine, one, caller, requested) };
        },
      },
      ...(numericValuesOf(one).length > 0
        ? {
            buckets: {
              ...gate,
              async handle({ caller, query }) {
                const { from, until } = { ...readTime(query, 'from'), ...readTime(query, 'until') };
                const by = statisticsIntervals.find((size) => size === query.by);
                if (by === undefined || from === undefined || until === undefined) throw badParameter();
                return {
                  list: await readStatisticsByTime(engine, one, caller, { of: readKey(query.of), by, from, until }),
                };
              },
            },
          }
        : {}),
    },
  };
}

/** `1795312800.25:gate-1`. */
function readPlace(written: unknown): ReadingCursor {
  const [, at, source] = /^(\d{1,11}(?:\.\d{1,3})?):(.{0,64})$/.exec(typeof written === 'string' ? written : '') ?? [];
  if (at === undefined || source === undefined || source.includes('\u0000')) throw badParameter();
  return { at: Number(at), source };
}

function readTime(query: Query, name: 'from' | 'until'): { from?: number; until?: number } {
  if (query[name] === undefined || query[name] === '') return {};
  const time = parseNonNegativeInteger(query[name]);
  if (time === undefined || time > 99_999_999_999) throw badParameter();
  return { [name]: time };
}
