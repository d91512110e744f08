import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { notifyDueWork } from '../server/notify-officers-and-members-of-due-and-overdue-work.ts';

let app: TestApp;
let county: Client;
let elsewhere: Client;
let city: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  county = await app.client({ officer: 'county1' });
  elsewhere = await app.client({ officer: 'county2' });
  city = await app.client({ officer: 'city' });
});
afterAll(() => app.close());

interface InboxRow {
  id: number;
  template_code: string;
  content: string;
  content_en: string;
  opens: string;
}
const inbox = async (who: Client) =>
  (await who.get<{ list: InboxRow[] }>('/admin/message.notice/index')).data.list.filter((one) =>
    one.template_code.startsWith('work_'),
  );

/** Registrations under audit in the county, with a deadline in the given number of seconds. */
async function waiting(count: number, seconds: number): Promise<void> {
  const chief = await app.officer('admin');
  for (let made = 0; made < count; made += 1) {
    const id = await addEnterprise(app.engine, chief, { area_code: (await app.officer('county1')).areaCode });
    await move(app.engine, chief, id, 'submit');
    const fact = seconds < 0 ? 'overdue' : 'due_soon';
    await app.db.query(sql`with d as (
        update deadline set due_at = now() + make_interval(secs => ${seconds}), warn_at = now() - interval '1 second',
          warnings = jsonb_build_array(jsonb_build_object('fact', ${fact}::text, 'at', floor(extract(epoch from now()))::bigint - 1, 'left', 1))
        where resource = ${enterprise.name} and row_id = ${id} and status <> 'done')
      update enterprise set due_at = now() + make_interval(secs => ${seconds}), version = version + 1, updatetime = now() where id = ${id}`);
  }
}

test('a hundred deadlines of a night are one message, which opens as many rows as it states, for those who have the next step', async () => {
  await waiting(3, 1200);
  await waiting(2, -60);
  await emitDeadlineEvents(app.engine);
  await Promise.all([notifyDueWork(app.engine), notifyDueWork(app.engine)]);
  const notices = await inbox(county);
  expect(notices.map((one) => one.template_code).sort()).toEqual(['work_due', 'work_overdue']);
  for (const { opens, content, content_en } of notices) {
    const query = new URLSearchParams(opens.split('?')[1]);
    expect(query.get('awaits')).toBe('me');
    const search = [{ field: 'due_at', operator: 'RANGE', val: query.get('due_at.range') }];
    const { data } = await county.get<{ total: number }>('/admin/enterprise.enterprise/index', {
      awaits: 'me',
      search,
    });
    expect([content, content_en]).toEqual([
      expect.stringContaining(`${data.total} 件企业`),
      expect.stringContaining(`Enterprises: ${data.total} `),
    ]);
  }
  expect([(await inbox(elsewhere)).length, (await inbox(city)).length], "nobody else's step").toEqual([0, 0]);
  await emitDeadlineEvents(app.engine);
  expect(await notifyDueWork(app.engine), 'once').toBe(0);
});
