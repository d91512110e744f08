import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { activeEnterprise, addEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { type Caller, systemCaller } from '#server/caller.ts';
import {
  closeStreams,
  type EventStream,
  openEventStream,
  type ReceivedEvent,
  waitUntil,
} from '../support/event-stream.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';

let app: TestApp;
let chief: Caller;
let city: Caller;
beforeAll(async () => {
  app = await startApp({ max: 16 });
  await uploadMaterials(app.engine);
  [chief, city] = [await app.officer('admin'), await app.officer('city')];
});
afterEach(closeStreams);
afterAll(() => app.close());

/** Events of enterprises, without the messages about them. */
const listen = (client: Client, query = '&topics=enterprise', lastEventId?: string) =>
  openEventStream(app, '/api/stream/index', `ba-user-token=${client.token}${query}`, lastEventId);
const names = ({ events }: { events: readonly ReceivedEvent[] }) =>
  events.map((one) => `${one.data.name} ${one.data.row_id}`);

/** Submitting is up to the owner; here the platform does it, whoever that is. */
const platform = systemCaller();

/** An enterprise that belongs to a member. */
async function owned(username: string, make = addEnterprise): Promise<{ id: number; client: Client }> {
  const id = await make(app.engine, chief);
  await placePerson(app.db, id, await app.member(username));
  return { id, client: await app.client({ member: username }) };
}
/** A last event: when it has arrived, every earlier one has arrived too or never will. */
async function settled(stream: EventStream, id: number): Promise<void> {
  await move(app.engine, platform, id, 'submit');
  await waitUntil(() => names(stream).includes(`enterprise/enterprise.submitted ${id}`));
  await sleep(200);
}

test('a member receives the events of their enterprise within two seconds, and none of others', async () => {
  const [mine, other] = [await owned('stream_one'), await owned('stream_two')];
  const nobodys = await addEnterprise(app.engine, chief);
  const [one, two] = [await listen(mine.client), await listen(other.client)];
  expect([one.status, one.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  for (const id of [other.id, nobodys]) await move(app.engine, platform, id, 'submit');
  const started = Date.now();
  await move(app.engine, platform, mine.id, 'submit');
  await waitUntil(() => one.events.length > 0);
  expect(Date.now() - started).toBeLessThan(2000);
  await move(app.engine, chief, other.id, 'return', { cause: 'unclear', reason: '营业执照照片不清' });
  await waitUntil(() => two.events.length >= 2);
  await sleep(300);
  expect(names(one)).toEqual([`enterprise/enterprise.submitted ${mine.id}`]);
  expect(names(two)).toEqual([
    `enterprise/enterprise.submitted ${other.id}`,
    `enterprise/enterprise.returned ${other.id}`,
  ]);
});

test("topics select among the member's own events and open nothing else; the position of somebody else replays nothing", async () => {
  const [mine, other] = [await owned('stream_three'), await owned('stream_four')];
  const theirs = await listen(other.client);
  await settled(theirs, other.id);
  const before = theirs.events[0]?.id ?? '';
  await move(app.engine, chief, other.id, 'return', { cause: 'unclear', reason: '营业执照照片不清' });
  await waitUntil(() => theirs.events.length >= 2);
  for (const query of ['', '&topics=enterprise', '&topics=enterprise/enterprise', '&topics=*', '&topics=job']) {
    const stream = await listen(mine.client, query, before);
    await sleep(200);
    expect([query, names(stream)]).toEqual([query, []]);
  }
  const deaf = await listen(mine.client, '&topics=enterprise/claim');
  const stream = await listen(mine.client, '&topics=enterprise/enterprise');
  await settled(stream, mine.id);
  expect([names(deaf), names(stream)]).toEqual([[], [`enterprise/enterprise.submitted ${mine.id}`]]);
});

test('a client that reconnects receives the missed events, once and in order', async () => {
  const { id, client } = await owned('stream_five');
  const first = await listen(client);
  await settled(first, id);
  closeStreams();
  await move(app.engine, chief, id, 'return', { cause: 'unclear', reason: '营业执照照片不清' });
  await move(app.engine, platform, id, 'submit');
  const back = await listen(client, undefined, first.events[0]?.id);
  await waitUntil(() => back.events.length >= 2);
  await sleep(200);
  expect(names(back)).toEqual([`enterprise/enterprise.returned ${id}`, `enterprise/enterprise.submitted ${id}`]);
});

test('internal matters of the office are not sent to members: places, undecided steps, persons in charge', async () => {
  const { id, client } = await owned('stream_six', activeEnterprise);
  const [stream, office] = [
    await listen(client),
    await openEventStream(
      app,
      '/admin/stream/index',
      `topics=enterprise&batoken=${(await app.client({ officer: 'admin' })).token}`,
    ),
  ];
  const input = { document_no: '昆文旅罚〔2026〕9号', reason: '严重违法经营' };
  await move(app.engine, chief, id, 'revoke', input);
  await waitUntil(() => office.events.length >= 1);
  await sleep(200);
  expect([names(office), names(stream)], 'a revocation is proposed').toEqual([
    [`enterprise/enterprise.moved ${id}`],
    [],
  ]);
  await move(app.engine, city, id, 'revoke', input).catch(() =>
    move(app.engine, { ...chief, id: city.id }, id, 'revoke', input),
  );
  await waitUntil(() => stream.events.length >= 1);
  expect(stream.events.map((one) => one.data)).toEqual([
    {
      id: expect.any(Number),
      tx: expect.any(Number),
      createtime: expect.any(Number),
      name: 'enterprise/enterprise.revoked',
      resource: 'enterprise/enterprise',
      row_id: id,
      area_code: null,
      payload: { title: expect.any(String), status: 'revoked' },
    },
  ]);
  expect(office.events.every((one) => !('owner_id' in one.data))).toBe(true);
});

test('a new owner of an enterprise receives its events from then on, and the former one no longer', async () => {
  const { id, client } = await owned('stream_seven');
  const [old, heir] = [await listen(client), await app.member('stream_eight')];
  const fresh = await listen(await app.client({ member: 'stream_eight' }));
  await app.db.query(`update enterprise_person set status = 'left' where enterprise_id = $1`, [id]);
  await placePerson(app.db, id, heir);
  await settled(fresh, id);
  expect([names(old), names(fresh)]).toEqual([[], [`enterprise/enterprise.submitted ${id}`]]);
});

test("a member's stream does not open with an officer's token, nor without a token", async () => {
  for (const token of [(await app.client({ officer: 'admin' })).token, '', 'x'.repeat(40)]) {
    const nobody = await app.client({ token, area: 'api' });
    expect((await nobody.get('/api/stream/index')).code).not.toBe(1);
  }
});
