import { expect } from 'vitest';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { systemCaller } from '#server/caller.ts';
import { validateAndStoreReadings } from '#server/time-series/validate-and-store-batch-of-readings.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { Warning } from '../contract/crowd-warning.ts';
import { flow } from '../contract/visitor-flow-time-series-and-warning-messages.ts';

/** The data of an answer that must be a success. */
export function dataOf<T>(answer: WireAnswer<T>): T {
  expect(answer.code, `${answer.msg} ${JSON.stringify(answer.data)}`).toBe(1);
  return answer.data;
}

/** Message and wrong fields of an answer that must be a refusal. */
export async function refusalOf(answer: Promise<WireAnswer<object>>): Promise<{ msg: string; fields: string[] }> {
  const { status, code, msg, data } = await answer;
  expect([status, code], msg).toEqual([200, 0]);
  const { errors } = (data ?? {}) as { errors?: Readonly<Record<string, unknown>> };
  return { msg, fields: Object.keys(errors ?? {}) };
}

export interface ScenicWorld {
  readonly app: TestApp;
  readonly chief: Client;
  readonly officer: Client;
  readonly operator: Agency;
  /** Adds a spot in Wuhua; with `limit` it holds so many at a moment, and four times as many a day. */
  addSpot(options?: { limit?: number; more?: object }): Promise<number>;
  store(rows: readonly Record<string, unknown>[], now?: number): ReturnType<typeof validateAndStoreReadings>;
  warningsOf(spot: number): Promise<Warning[]>;
}

/** A platform with an operator of scenic spots. */
export async function startScenicWorld(): Promise<ScenicWorld> {
  const app = await startApp({ max: 20 });
  const [chief, officer] = [await app.client({ officer: 'admin' }), await app.client({ officer: 'city' })];
  const operator = await openAgency(app, { ent_type: 'scenic' });
  let made = 0;
  const addSpot: ScenicWorld['addSpot'] = async ({ limit, more } = {}) => {
    made += 1;
    const { id } = dataOf(
      await chief.post<{ id: number }>('/admin/scenic.spot/add', {
        name: `翠湖景区 ${made}`,
        name_en: `Green Lake ${made}`,
        enterprise_id: operator.id,
        grade: '4a',
        area_code: '530102',
        place: { lng: 102.7, lat: 25.05 },
        duty_phone: '0871-67711278',
        ...more,
      }),
    );
    if (limit === undefined) return id;
    const capacity = dataOf(
      await officer.post<{ id: number }>('/admin/scenic.capacity/add', {
        spot_id: id,
        doc_no: `文旅承载〔2026〕翠湖${made}号`,
        approved_by: '昆明市文化和旅游局',
        areas: [{ name: '全园', area_m2: limit * 2, per_person_m2: 2 }],
        open_minutes: 600,
        visit_minutes: 150,
        effective_from: '2026-01-01',
      }),
    ).id;
    dataOf(await chief.post('/admin/scenic.capacity/review', { id: capacity }));
    dataOf(await chief.post('/admin/scenic.capacity/publish', { id: capacity }));
    return id;
  };
  return {
    app,
    chief,
    officer,
    operator,
    addSpot,
    store: (rows, now = Date.now()) => validateAndStoreReadings(app.engine, flow, systemCaller(), rows as never, now),
    async warningsOf(spot) {
      const search = { 'search[0][field]': 'spot_id', 'search[0][operator]': '=', 'search[0][val]': spot };
      const { list } = dataOf(await chief.get<{ list: { id: number }[] }>('/admin/scenic.warning/index', search));
      const rows: Warning[] = [];
      for (const { id } of list)
        rows.push(dataOf(await chief.get<{ row: Warning }>('/admin/scenic.warning/edit', { id })).row);
      return rows;
    },
  };
}
