import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { packsThatFitPhone } from '../server/pack/compose-check-packs-and-note-copies-on-phone.ts';
import { removeUnreferencedPhonePictures } from '../server/remove-unreferenced-phone-pictures.ts';
import { FieldFixture, jpeg, ok, type Phone, pictureOf } from './field-fixture.ts';
import { pack } from './pack-sample.ts';

let on: FieldFixture;
let officers: Awaited<ReturnType<FieldFixture['officers']>>;
let phone: Phone;
let colleague: Phone;

beforeAll(async () => {
  on = await FieldFixture.start();
  officers = await on.officers();
  phone = await on.phone(officers[0]?.username ?? '');
  colleague = await on.phone(officers[1]?.username ?? '');
});
afterAll(() => on.close());

/** The scan-in with the code that the other officer shows at that moment. */
const scan = async (by: Phone, check: number, at = Date.now()) => {
  const other = officers[by === phone ? 1 : 0]?.officer ?? 0;
  const code = await on.arrivalCode(check, other, at);
  return by.make(check, 'scanIn', { codes: [code], pictures: [], reason: '' });
};
const begin = (by: Phone, check: number) => by.make(check, 'record', { shown: true, party: '张经理', post: '' });
const answer = (by: Phone, check: number, item: number, more = {}) =>
  by.make(check, 'answer', { item, answer: 'yes', value: '', note: '', pictures: [], ...more });
const sign = (by: Phone, check: number, role: 'officer' | 'object', officer: number | null, name: string) =>
  by.make(check, 'sign', { role, officer, name, strokes: [[120, 150, 300, 90, 480, 200]] });

const outcomes = ({ results }: Awaited<ReturnType<Phone['sync']>>) =>
  results.map(({ outcome, reason }) => (reason === null ? outcome : reason));

describe('a check made on a phone', () => {
  test('arrives whole: steps, answers with pictures, signatures, record', async () => {
    const { check, items } = await on.check(officers);
    const { checks } = await phone.fetch();
    const pack = checks.find(({ id }) => id === check);
    expect(pack).toMatchObject({ status: 'dispatched', last_seq: 0, items: [{}, {}, { evidence: 'photo' }] });
    expect(pack?.officers.map(({ own }) => own)).toEqual([true, false]);
    const picture = await phone.picture();
    const [first = 0, second = 0, third = 0] = items;
    const done = await phone.sync(
      phone.make(check, 'accept', {}),
      await scan(phone, check),
      begin(phone, check),
      answer(phone, check, first),
      answer(phone, check, second, { answer: 'no', note: '消防通道堵塞' }),
      answer(phone, check, third, { pictures: [picture] }),
      ...officers.map(({ officer }) => sign(phone, check, 'officer', officer, '执法员')),
      sign(phone, check, 'object', null, '王经理'),
      phone.make(check, 'submit', { note: '逐项检查完毕，发现一个问题', refused: false, refusal: '' }),
    );
    expect(done.pending).toBeNull();
    expect(done.results.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
    expect(await on.state(check)).toBe('submitted');
    const rows = await on.app.db.rows(
      sql`select answer, note, cardinality(evidence) as pictures from enforcement_check_answer where check_id = ${check} order by weigh`,
    );
    expect(rows).toMatchObject([
      { answer: 'yes' },
      { answer: 'no', note: '消防通道堵塞' },
      { answer: 'yes', pictures: 1 },
    ]);
    const evidence = await on.app.db.row<{ signatures: unknown[] }>(sql`
      select e.signatures from move_evidence e join history h on h.id = e.history_id
      where h.resource = 'enforcement/check' and h.row_id = ${check} and e.signatures::text like '%second_officer%'`);
    expect(evidence?.signatures).toHaveLength(3);
  });

  test('an operation that arrives again is answered as before and changes nothing', async () => {
    const { check, items } = await on.check(officers);
    await phone.fetch();
    const steps = [
      phone.make(check, 'accept', {}),
      await scan(phone, check),
      begin(phone, check),
      answer(phone, check, items[0] ?? 0),
    ];
    const first = await phone.sync(...steps);
    const before = await history(check);
    expect(await phone.sync(...steps)).toEqual(first);
    expect(await history(check)).toBe(before);
    const both = answer(phone, check, items[1] ?? 0);
    const together = await Promise.all([phone.sync(both), phone.sync(both), phone.sync(both)]);
    expect(together.map(outcomes)).toEqual([['applied'], ['applied'], ['applied']]);
    expect(await count(check)).toBe(5);
  });

  test('the second of two officers gets stale_version, and what they recorded is kept as an annex', async () => {
    const { check, items } = await on.check(officers);
    const item = await on.app.db.row<{ name: string }>(
      sql`update library_check_item set name_en = 'Fire exits' where id = ${items[0] ?? 0} returning name`,
    );
    await phone.fetch();
    await colleague.fetch();
    await phone.sync(
      phone.make(check, 'accept', {}),
      await scan(phone, check),
      begin(phone, check),
      answer(phone, check, items[0] ?? 0),
    );
    const late = await colleague.sync(
      colleague.make(check, 'accept', {}),
      await scan(colleague, check),
      answer(colleague, check, items[0] ?? 0, { answer: 'no', note: '我看到的不同' }),
    );
    expect(outcomes(late)).toEqual(['stale_version', 'stale_version', 'stale_version']);
    const kept = ok(
      await phone.client.get<{ list: { outcome: string; summary: string; check_id: number }[] }>(
        '/admin/field.operation/index',
        { 'search[0][field]': 'outcome', 'search[0][operator]': '=', 'search[0][val]': 'refused' },
      ),
    ).list;
    expect(kept.map(({ summary }) => summary)).toContain(`${item?.name} · 不符合 · 我看到的不同`);
    const english = await on.app.db.rows(
      sql`select summary_en from field_operation where check_id = ${check} and kind = 'answer' order by outcome`,
    );
    expect(english).toEqual([
      { summary_en: 'Fire exits · Complies' },
      { summary_en: 'Fire exits · Does not comply · 我看到的不同' },
    ]);
    const row = await on.app.db.row(
      sql`select answer, note from enforcement_check_answer where check_id = ${check} and item_id = ${items[0] ?? 0}`,
    );
    expect(row).toMatchObject({ answer: 'yes' });
    // with a fresh copy the colleague goes on
    await colleague.fetch();
    expect(outcomes(await colleague.sync(answer(colleague, check, items[1] ?? 0)))).toEqual(['applied']);
    expect(outcomes(await phone.sync(answer(phone, check, items[2] ?? 0, { answer: 'not_applicable' })))).toEqual([
      'applied',
    ]);
  });

  test('two officers answer the items of a check together, also when one begins the record after the other fetched', async () => {
    const { check, items } = await on.check(officers);
    await phone.fetch();
    await phone.sync(phone.make(check, 'accept', {}), await scan(phone, check));
    await colleague.fetch();
    await phone.sync(begin(phone, check), answer(phone, check, items[0] ?? 0));
    const done = await colleague.sync(begin(colleague, check), answer(colleague, check, items[1] ?? 0));
    expect(outcomes(done)).toEqual(['applied', 'applied']);
    expect(await on.state(check)).toBe('recording');
  });

  test('a step on the pack before is judged by that one, whether the new pack arrived or was lost on the way', async () => {
    const { check, items } = await on.check(officers);
    await phone.fetch();
    await phone.sync(phone.make(check, 'accept', {}), await scan(phone, check), begin(phone, check));
    const during = answer(phone, check, items[0] ?? 0);
    const { checks } = await phone.fetch();
    expect(outcomes(await phone.sync(during))).toEqual(['applied']);
    const fetched = checks.find(({ id }) => id === check);
    const onFetched = (one: ReturnType<typeof answer>, seq: number) =>
      ({ ...one, seq, version: fetched?.version ?? 0, fetch: fetched?.fetch ?? 0 }) as typeof one;
    // a colleague answers after the pack that the phone has, and before one that never arrived
    await colleague.fetch();
    const before = onFetched(answer(phone, check, items[1] ?? 0, { answer: 'no', note: '通道堵塞' }), during.seq + 1);
    await colleague.sync(answer(colleague, check, items[1] ?? 0));
    await phone.client.post('/admin/field.kit/pack', { device: phone.device, retained: [] });
    expect(outcomes(await phone.sync(before))).toEqual(['stale_version']);
    await phone.fetch();
    expect(outcomes(await phone.sync(answer(phone, check, items[1] ?? 0)))).toEqual(['applied']);
  });

  test('nothing is recorded before an officer says that the credentials were shown', async () => {
    const { check, items } = await on.check(officers);
    await phone.fetch();
    const untold = await phone.sync(
      phone.make(check, 'accept', {}),
      await scan(phone, check),
      answer(phone, check, items[0] ?? 0),
      sign(phone, check, 'object', null, '王经理'),
      phone.make(check, 'record', { shown: false, party: '', post: '' }),
    );
    expect(outcomes(untold)).toEqual(['applied', 'applied', 'not_shown', 'not_shown', 'invalid']);
    expect(await on.state(check)).toBe('on_site');
    expect(outcomes(await phone.sync(begin(phone, check), answer(phone, check, items[0] ?? 0)))).toEqual([
      'applied',
      'applied',
    ]);
  });

  test('who has signed is in the pack that is fetched anew, until the record is returned', async () => {
    const { check, items } = await on.check(officers, 2);
    await phone.fetch();
    const picture = await phone.picture();
    await phone.sync(
      phone.make(check, 'accept', {}),
      await scan(phone, check),
      begin(phone, check),
      answer(phone, check, items[0] ?? 0),
      answer(phone, check, items[1] ?? 0, { pictures: [picture] }),
      sign(phone, check, 'object', null, '王经理'),
    );
    const signaturesOf = async () => (await phone.fetch()).checks.find(({ id }) => id === check)?.signatures;
    expect(await signaturesOf()).toEqual([{ role: 'object', officer: null, name: '王经理' }]);
    await phone.sync(
      ...officers.map(({ officer }) => sign(phone, check, 'officer', officer, '执法员')),
      phone.make(check, 'submit', { note: '逐项检查完毕', refused: false, refusal: '' }),
    );
    const chief = await on.app.client({ officer: 'admin' });
    ok(await chief.post('/admin/enforcement.check/return', { id: check, reason: '签名不清楚' }));
    expect(await signaturesOf()).toEqual([]);
  });

  test('a step that the rules refuse is kept, and the following ones are judged on their own', async () => {
    const { check } = await on.check(officers);
    await phone.fetch();
    const answered = await phone.sync(
      phone.make(check, 'submit', { note: '还没有开始', refused: false, refusal: '' }),
      phone.make(check, 'accept', {}),
    );
    expect(answered.results[0]).toMatchObject({ outcome: 'refused', reason: 'bad_transition' });
    expect(answered.results[1]).toMatchObject({ outcome: 'applied' });
    expect(await on.state(check)).toBe('accepted');
  });

  test('a clock two hours wrong, a bad position and an old picture are noted and refuse nothing', async () => {
    const { check, items } = await on.check(officers);
    await phone.fetch();
    const wrong = Date.now() - 2 * 3_600_000;
    const accept = phone.make(check, 'accept', {}, { at: wrong, run: 'other', place: null });
    const [late] = ok(await phone.send([accept], wrong)).results;
    expect(late).toMatchObject({ outcome: 'applied', flags: ['clock_off', 'no_place'] });
    const picture = { ...(await phone.picture()), captured_at: Date.now() - 365 * 86_400_000 };
    const at = Date.now();
    const place = { lng: 102.71, lat: 25.04, accuracy: 400, at };
    const odd = await phone.sync(await scan(phone, check), begin(phone, check), {
      ...answer(phone, check, items[2] ?? 0, { pictures: [picture] }),
      place,
    });
    expect(odd.results[2]).toMatchObject({ outcome: 'applied', flags: ['inaccurate', 'mock_place', 'old_picture'] });
  });
});

describe('when a visit was made', () => {
  test('is dated by the phone, and a visit that is sent late has no wrong clock', async () => {
    const { check, items } = await on.check(officers);
    await phone.fetch();
    await on.app.db.query(
      sql`update field_fetch f set fetched_at = now() - interval '3 hours' from field_copy c where c.id = f.copy_id and c.check_id = ${check}`,
    );
    const at = Date.now() - 90 * 60_000;
    const place = { lng: 102.7122811, lat: 25.0406091, accuracy: 12, at };
    const picture = { ...(await phone.picture()), captured_at: at + 60_000 };
    const late = [
      phone.make(check, 'accept', {}, { at, place, run: 'morning', monotonic: 0 }),
      { ...(await scan(phone, check, at)), at, place, run: 'morning', monotonic: 0 },
      { ...begin(phone, check), at, place, run: 'morning', monotonic: 0 },
      { ...answer(phone, check, items[2] ?? 0, { pictures: [picture] }), at, place, run: 'morning', monotonic: 0 },
    ];
    expect((await phone.sync(...late)).results.map(({ outcome, flags }) => [outcome, flags])).toEqual([
      ['applied', []],
      ['applied', []],
      ['applied', []],
      ['applied', []],
    ]);
    const row = await on.app.db.row<{ off: number; flags: string[] }>(sql`
      select abs(extract(epoch from started_at) - ${at / 1000})::float8 as off, coalesce(flags, '{}') as flags from enforcement_check where id = ${check}`);
    expect(row?.off).toBeLessThan(2);
    expect(row?.flags).toEqual([]);
  });

  test('is never in the future or before the phone had the check, and such a clock is noted', async () => {
    const { check } = await on.check(officers);
    await phone.fetch();
    const at = Date.now() + 400 * 86_400_000;
    const ahead = phone.make(check, 'accept', {}, { at, run: 'ahead' });
    const behind = { ...(await scan(phone, check)), at: Date.now() - 60 * 60_000, run: 'behind' };
    const { results } = await phone.sync(ahead, behind);
    expect(results[0]?.flags).toContain('clock_changed');
    expect(results[1]).toMatchObject({ outcome: 'applied' });
    expect(results[1]?.flags).toContain('clock_changed');
    const row = await on.app.db.row<{ since: number }>(
      sql`select extract(epoch from now() - started_at)::float8 as since from enforcement_check where id = ${check}`,
    );
    expect(row?.since).toBeLessThan(60);
  });
});

describe('a signature', () => {
  test('is by an officer of the check, and holds neither for a later answer unnoticed nor after a return', async () => {
    const { check, items } = await on.check(officers, 2);
    await phone.fetch();
    const stranger = (await on.officers())[0]?.officer ?? 0;
    const picture = await phone.picture();
    const [first = 0, second = 0] = items;
    const signed = [
      ...officers.map(({ officer }) => sign(phone, check, 'officer', officer, '执法员')),
      sign(phone, check, 'object', null, '王经理'),
    ];
    const before = [
      phone.make(check, 'accept', {}),
      await scan(phone, check),
      begin(phone, check),
      answer(phone, check, first),
      answer(phone, check, second, { pictures: [picture] }),
      sign(phone, check, 'officer', stranger, '外人'),
    ].map((one, at) => ({ ...one, seq: at + 1 }));
    const signatures = signed.map((one, at) => ({ ...one, seq: before.length + at + 1 }));
    const seq = before.length + signatures.length;
    const changed = { ...answer(phone, check, first, { note: '签名后改写' }), seq: seq + 1 };
    const submit = {
      ...phone.make(check, 'submit', { note: '逐项检查完毕', refused: false, refusal: '' }),
      seq: seq + 2,
    };
    const done = await phone.sync(...before, ...signatures, changed, submit);
    expect(done.results[5]).toMatchObject({ outcome: 'refused', reason: 'not_officer' });
    expect(done.results.at(-1)).toMatchObject({ outcome: 'applied' });
    expect(done.results.at(-1)?.flags).toContain('changed_after_signing');
    const chief = await on.app.client({ officer: 'admin' });
    ok(await chief.post('/admin/enforcement.check/return', { id: check, reason: '签名之后改过答案' }));
    await phone.fetch();
    const again = await phone.sync(
      answer(phone, check, first),
      phone.make(check, 'submit', { note: '逐项检查完毕', refused: false, refusal: '' }),
    );
    expect(again.results.map(({ outcome }) => outcome)).toEqual(['applied', 'refused']);
    expect(await on.state(check)).toBe('recording');
  });
});

test('a note with half a character or a NUL is stored without it, and stops nothing', async () => {
  const { check, items } = await on.check(officers);
  await phone.fetch();
  const note = `通道堵塞\u0000${'😀'.slice(0, 1)}<img src=x onerror=alert(1)>`;
  const done = await phone.sync(
    phone.make(check, 'accept', {}),
    await scan(phone, check),
    begin(phone, check),
    answer(phone, check, items[0] ?? 0, { note }),
  );
  expect(outcomes(done)).toEqual(['applied', 'applied', 'applied', 'applied']);
});

test('a phone gets the most urgent packs that it has room for', () => {
  const size = Buffer.byteLength(JSON.stringify(pack(1)));
  const packs = [pack(1), pack(2), pack(3)];
  expect(packsThatFitPhone(packs, size * 2).map(({ id }) => id)).toEqual([1, 2]);
  expect(packsThatFitPhone(packs)).toEqual(packs);
});

test('pictures of operations open for who sees the operation, and those that none came for are removed after a week', async () => {
  const { check, items } = await on.check(officers);
  await phone.fetch();
  const [used, waiting, unused] = [await phone.picture(), await phone.picture(), await phone.picture()];
  await phone.sync(
    phone.make(check, 'accept', {}),
    // refused, and kept with its picture
    answer(phone, check, items[0] ?? 0, { pictures: [used] }),
  );
  const urlOf = async ({ sha256 }: { sha256: string }) =>
    (await on.app.db.row<{ url: string }>(sql`select url from routine_attachment where sha256 = ${sha256}`))?.url;
  const references = await on.app.db.rows(
    sql`select resource, field from attachment_reference where url = ${(await urlOf(used)) ?? ''}`,
  );
  expect(references).toEqual([{ resource: 'field/operation', field: 'pictures' }]);
  const old = [used.sha256, unused.sha256];
  await on.app.db.query(sql`update routine_attachment set name = left(sha256, 16) || '.jpg',
    lastuploadtime = now() - case when sha256 = any(${old}::text[]) then interval '8 days' else '0' end
    where sha256 = any(${[...old, waiting.sha256]}::text[])`);
  expect(await removeUnreferencedPhonePictures(on.app.engine)).toBe(1);
  expect([await urlOf(used), await urlOf(waiting), await urlOf(unused)]).toEqual([
    expect.any(String),
    expect.any(String),
    undefined,
  ]);
});

describe('nothing is decided', () => {
  test('before the picture is there, out of order, of a newer format, or without a pack', async () => {
    const { check, items } = await on.check(officers);
    expect((await phone.sync(phone.make(check, 'accept', {}))).pending).toBe('no_pack');
    await phone.fetch();
    const accept = phone.make(check, 'accept', {});
    const scanned = await scan(phone, check);
    expect(await phone.sync(scanned)).toEqual({ results: [], pending: 'out_of_order' });
    expect((await phone.sync({ ...accept, format: 99 })).pending).toBe('newer_format');
    const bytes = jpeg();
    const shown = begin(phone, check);
    const pictured = answer(phone, check, items[2] ?? 0, { pictures: [pictureOf(bytes)] });
    const begun = await phone.sync(accept, scanned, shown, pictured);
    expect([outcomes(begun), begun.pending]).toEqual([['applied', 'applied', 'applied'], 'missing_file']);
    await phone.picture(bytes);
    expect(ok(await phone.client.post('/admin/field.kit/have', { hashes: [pictureOf(bytes).sha256, 'x'] }))).toEqual({
      hashes: [pictureOf(bytes).sha256],
    });
    expect(outcomes(await phone.sync(pictured))).toEqual(['applied']);
  });

  test('before the picture is there for this check, though a colleague took the same one at another', async () => {
    const bytes = jpeg();
    const [elsewhere, here] = [await on.check(officers), await on.check(officers)];
    await phone.fetch();
    const taken = await phone.picture(bytes);
    const begun = async (by: Phone, check: number) => [
      by.make(check, 'accept', {}),
      await scan(by, check),
      begin(by, check),
    ];
    const first = await phone.sync(
      ...(await begun(phone, elsewhere.check)),
      answer(phone, elsewhere.check, elsewhere.items[2] ?? 0, { pictures: [taken] }),
    );
    expect(outcomes(first)).toEqual(['applied', 'applied', 'applied', 'applied']);
    await colleague.fetch();
    const have = async (check: number) =>
      ok(await colleague.client.post<{ hashes: string[] }>('/admin/field.kit/have', { check, hashes: [taken.sha256] }))
        .hashes;
    expect([await have(elsewhere.check), await have(here.check)]).toEqual([[taken.sha256], []]);
    const steps = await begun(colleague, here.check);
    const pictured = answer(colleague, here.check, here.items[2] ?? 0, { pictures: [taken] });
    const second = await colleague.sync(...steps, pictured);
    expect([outcomes(second), second.pending]).toEqual([['applied', 'applied', 'applied'], 'missing_file']);
    await colleague.picture(bytes);
    expect([await have(here.check), outcomes(await colleague.sync(pictured))]).toEqual([[taken.sha256], ['applied']]);
  });

  test('for a phone of somebody else, and nothing legible is accepted but operations', async () => {
    const { check } = await on.check(officers);
    await phone.fetch();
    const stolen = { device: phone.device, sent_at: 0, operations: [] };
    expect((await colleague.client.post('/admin/field.kit/sync', stolen)).code).toBe(0);
    const accept = phone.make(check, 'accept', {});
    for (const wrong of [
      null,
      7,
      {},
      { ...accept, id: 'x' },
      { ...accept, kind: 'delete' },
      { ...accept, content: 7 },
      { ...accept, seq: -1 },
    ])
      expect(ok(await phone.send([wrong]))).toEqual({ results: [], pending: 'malformed' });
    expect((await phone.send(Array.from({ length: 21 }, () => accept))).code).toBe(0);
    const applied = await phone.sync(accept);
    expect(outcomes(applied)).toEqual(['applied']);
    await colleague.fetch();
    // under the identifier of somebody else, or with another content than before, nothing is taken as arrived
    expect(await colleague.sync({ ...colleague.make(check, 'accept', {}), id: accept.id })).toEqual({
      results: [],
      pending: 'malformed',
    });
    expect((await phone.sync({ ...(await scan(phone, check)), id: accept.id })).pending).toBe('malformed');
  });
});

describe('a phone', () => {
  const stateOf = (of: Phone, more = {}) =>
    of.client.post<{ wipe: boolean }>('/api/field.kit/state', { device: of.device, secret: of.secret, ...more });

  test('is wiped at its next contact once it is revoked, and says that it was', async () => {
    const lost = await on.phone(officers[0]?.username ?? '');
    expect(ok(await stateOf(lost, { unsent: 3 }))).toMatchObject({ wipe: false });
    const row = await on.app.db.row<{ id: number; unsent: number }>(
      sql`select d.id, d.unsent from field_device d join field_device_key k on k.device_id = d.id where k.device_key = ${lost.device}`,
    );
    expect(row?.unsent).toBe(3);
    const chief = await on.app.client({ officer: 'admin' });
    ok(await chief.post('/admin/field.device/revoke', { id: row?.id, reason: '手机遗失' }));
    expect(ok(await stateOf(lost))).toMatchObject({ wipe: true, hand_in: true });
    expect((await lost.send([])).data).toMatchObject({ reason: 'revoked' });
    ok(await stateOf(lost, { wiped: '1' }));
    const after = await on.app.db.row(
      sql`select status, wiped_at is not null as at from field_device where id = ${row?.id ?? 0}`,
    );
    expect(after).toMatchObject({ status: 'wiped', at: true });
    expect((await stateOf({ ...lost, secret: 'guess' } as Phone)).code).toBe(0);
  });

  test('that is revoked hands in what it had not uploaded, also of a check that was given to others', async () => {
    const owned = await on.phone(officers[0]?.username ?? '');
    const { check } = await on.check(officers);
    await owned.fetch();
    const steps = [owned.make(check, 'accept', {}), await scan(owned, check)];
    const chief = await on.app.client({ officer: 'admin' });
    const device = await on.app.db.row<{ id: number }>(
      sql`select device_id as id from field_device_key where device_key = ${owned.device}`,
    );
    ok(await chief.post('/admin/field.device/revoke', { id: device?.id, reason: '换发手机' }));
    await on.app.db.query(sql`delete from enforcement_check_officer o using library_officer p
      where o.check_id = ${check} and p.id = o.officer_id and p.id = ${officers[0]?.officer ?? 0}`);
    expect(outcomes(await owned.sync(...steps))).toEqual(['handed_in', 'handed_in']);
    expect(await on.state(check)).toBe('dispatched');
    ok(await chief.post('/admin/field.device/writeOff', { id: device?.id, reason: '找不到了' }));
    expect(ok(await stateOf(owned))).toMatchObject({ wipe: true, hand_in: false });
    expect((await owned.send(steps)).data).toMatchObject({ reason: 'revoked' });
  });

  test('hands in an exported file: opened by somebody else, everything is an annex', async () => {
    const { check } = await on.check(officers);
    await phone.fetch();
    const operations = [phone.make(check, 'accept', {}), await scan(phone, check)];
    const chief = await on.app.client({ officer: 'admin' });
    const body = { device: phone.device, operations };
    const handed = await chief.post<Awaited<ReturnType<Phone['sync']>>>('/admin/field.kit/handIn', body);
    expect(outcomes(ok(handed))).toEqual(['handed_in', 'handed_in']);
    expect(await on.state(check)).toBe('dispatched');
    expect(outcomes(ok(await chief.post('/admin/field.kit/handIn', body)))).toEqual(['handed_in', 'handed_in']);
    // whoever opens a file can neither take the place of the phone nor stop it
    const forged = { ...operations[1], seq: 900_000, id: phone.make(check, 'accept', {}).id };
    ok(await chief.post('/admin/field.kit/handIn', { device: phone.device, operations: [forged] }));
    expect(outcomes(await phone.sync(...operations))).toEqual(['applied', 'applied']);
    const rows = await on.app.db.rows(sql`select outcome, handed_in_by is not null as handed from field_operation
      where check_id = ${check} order by id`);
    expect(rows.map(({ outcome, handed }) => [outcome, handed])).toEqual([
      ['refused', true],
      ['refused', true],
      ['refused', true],
      ['applied', false],
      ['applied', false],
    ]);
    const elsewhere = await on.app.client({ officer: 'county2' });
    expect((await elsewhere.post('/admin/field.kit/handIn', body)).code).not.toBe(1);
  });

  test('has a key besides the PIN, which its officer and whoever opens exported files get, and nobody else', async () => {
    const client = await on.app.client({ officer: officers[0]?.username ?? '' });
    const made = ok(
      await client.post<{ device: string; part: string }>('/admin/field.kit/register', { name: '新手机' }),
    );
    expect(Buffer.from(made.part, 'base64')).toHaveLength(32);
    const body = { device: made.device };
    const chief = await on.app.client({ officer: 'admin' });
    for (const one of [client, chief])
      expect(ok(await one.post('/admin/field.kit/part', body))).toEqual({ part: made.part });
    const elsewhere = await on.app.client({ officer: 'county2' });
    expect((await elsewhere.post('/admin/field.kit/part', body)).code).not.toBe(1);
    const stored = await on.app.db.row<{ part: unknown }>(
      sql`select part from field_device_key where device_key = ${made.device}`,
    );
    expect(JSON.stringify(stored?.part)).not.toContain(made.part);
  });

  test('of a disabled account is wiped, too, although its session has ended', async () => {
    const [one] = await on.officers();
    const owned = await on.phone(one?.username ?? '');
    await on.app.db.query(sql`update auth_admin set status = '0' where username = ${one?.username ?? ''}`);
    const nobody = await on.app.client('nobody');
    const answer = await nobody.post('/api/field.kit/state', { device: owned.device, secret: owned.secret });
    expect(ok(answer)).toMatchObject({ wipe: true });
  });
});

const history = async (check: number): Promise<number> =>
  (
    await on.app.db.row<{ n: number }>(
      sql`select count(*)::int as n from history where resource = 'enforcement/check' and row_id = ${check}`,
    )
  )?.n ?? 0;
const count = async (check: number): Promise<number> =>
  (await on.app.db.row<{ n: number }>(sql`select count(*)::int as n from field_operation where check_id = ${check}`))
    ?.n ?? 0;
