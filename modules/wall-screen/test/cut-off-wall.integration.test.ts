import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { closeStreams, openEventStream, waitUntil } from '../../../test/support/event-stream.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import type { DeadlineAlertPanel } from '../contract/deadline-alert-panel.ts';
import { type HeardAlerts, noteHeardAlertsAndWhetherToRing } from '../web/wall/find-new-deadline-alerts-to-ring-for.ts';

let app: TestApp;
let city: Client;

beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  city = await app.client({ officer: 'city' });
});
afterAll(async () => {
  closeStreams();
  await app.close();
});

const listen = (lastEventId?: string) =>
  openEventStream(app, '/admin/stream/index', `batoken=${city.token}&topics=enterprise/enterprise`, lastEventId);

/** A registration that is due in an hour. */
async function alertingRegistration(): Promise<number> {
  const officer = await app.officer('admin');
  const id = await addEnterprise(app.engine, officer, { area_code: '530102' });
  await move(app.engine, officer, id, 'submit');
  await app.db.query(sql`update enterprise set due_at = now() + interval '1 hour' where id = ${id}`);
  return id;
}

test('a wall cut off for five minutes gets every alert it missed, and each rings once', async () => {
  let heard: HeardAlerts | undefined;
  let rings = 0;
  /** What the wall does after an event and every minute: it reads the lane. */
  const read = async (): Promise<DeadlineAlertPanel> => {
    const { data } = await city.get<DeadlineAlertPanel>('/admin/screen.alert/index');
    const next = noteHeardAlertsAndWhetherToRing(heard, data);
    heard = next.heard;
    rings += Number(next.ring);
    return data;
  };
  const before = await listen();
  const known = await alertingRegistration();
  await waitUntil(() => before.events.some((one) => one.data.name === 'enterprise/enterprise.submitted'));
  await read();
  expect(rings, 'what is there when the wall opens is silent').toBe(0);
  const last = before.events.at(-1)?.id;
  closeStreams();

  const missed = [await alertingRegistration(), await alertingRegistration()];
  // what happened while it was cut off lies five minutes back
  await app.db.query(
    sql`update event set createtime = createtime - interval '5 minutes' where row_id = any(${missed}::bigint[])`,
  );
  const after = await listen(last);
  const submitted = () =>
    after.events.flatMap(({ data }) => (data.name === 'enterprise/enterprise.submitted' ? data.row_id : []));
  await waitUntil(() => submitted().length >= missed.length);
  expect(submitted(), 'each once and in order, none from before').toEqual(missed);

  // the wall reads after each event; several readings find the same alerts
  for (const _ of after.events) await read();
  const lane = await read();
  expect(lane.alerts.map(({ id }) => id)).toEqual(expect.arrayContaining([known, ...missed]));
  expect(rings, 'one bell for what was missed').toBe(1);

  // the connection is lost once more, and nothing happened: no bell
  closeStreams();
  const again = await listen(after.events.at(-1)?.id);
  const later = await alertingRegistration();
  await waitUntil(() => again.events.some(({ data }) => data.row_id === later && data.name.endsWith('.submitted')));
  expect(new Set(again.events.map(({ data }) => data.row_id)), 'nothing twice').toEqual(new Set([later]));
  await read();
  await read();
  expect(rings).toBe(2);
});
