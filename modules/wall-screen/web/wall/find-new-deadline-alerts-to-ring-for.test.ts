import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeadlineAlert } from '#modules/wall-screen/contract/deadline-alert-panel.ts';
import { type HeardAlerts, noteHeardAlertsAndWhetherToRing } from './find-new-deadline-alerts-to-ring-for.ts';

const alert = (id: number, acknowledged = false): DeadlineAlert => ({
  resource: 'x/y',
  id,
  title: '',
  status: '',
  due_at: 100,
  due_unit: null,
  urgent: false,
  area_name: null,
  acknowledged: acknowledged ? { name: '王', at: 1 } : null,
});
const area = (code: string) => ({ code, name: '', level: 2 as const, path: [] });

/** How often readings of one area ring. */
function rings(readings: readonly (readonly DeadlineAlert[])[]): number {
  let heard: HeardAlerts | undefined;
  let count = 0;
  for (const alerts of readings) {
    const next = noteHeardAlertsAndWhetherToRing(heard, { area: area('530100'), alerts });
    heard = next.heard;
    count += Number(next.ring);
  }
  return count;
}

test('what is there when the wall opens does not ring; what comes later rings once', () => {
  expect(rings([[alert(1)], [alert(1)], [alert(1), alert(2)], [alert(1), alert(2)]])).toBe(1);
});

test('an alert that leaves the lane and comes back does not ring again', () => {
  expect(rings([[alert(1)], [alert(2)], [alert(1)], [alert(2)]])).toBe(1);
  expect(rings([[], [alert(1, true)], [alert(1)]]), 'it was acknowledged elsewhere').toBe(0);
});

test('another area is silent at first', () => {
  const { heard } = noteHeardAlertsAndWhetherToRing(undefined, { area: area('530100'), alerts: [] });
  const there = noteHeardAlertsAndWhetherToRing(heard, { area: area('530102'), alerts: [alert(1)] });
  expect(there.ring).toBe(false);
  expect(
    noteHeardAlertsAndWhetherToRing(there.heard, { area: area('530102'), alerts: [alert(1), alert(2)] }).ring,
  ).toBe(true);
});

test('in any order of readings each alert rings at most once, and none that came later is passed over', () => {
  const lane = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 6 });
  fc.assert(
    fc.property(lane, fc.array(lane, { maxLength: 12 }), (first, later) => {
      let { heard } = noteHeardAlertsAndWhetherToRing(undefined, {
        area: area('1'),
        alerts: first.map((id) => alert(id)),
      });
      const seen = new Set(first);
      for (const ids of later) {
        const next = noteHeardAlertsAndWhetherToRing(heard, { area: area('1'), alerts: ids.map((id) => alert(id)) });
        expect(next.ring).toBe(ids.some((id) => !seen.has(id)));
        for (const id of ids) seen.add(id);
        heard = next.heard;
      }
    }),
  );
});
