import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { activeEnterprise, addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { resetAdminPassword } from '#modules/identity/server/account/reset-admin-password.ts';
import { resources } from '#modules/registry.ts';
import { codeMessage } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { watchWrites, withoutWatch } from '../support/watch-writes.ts';

/**
 * Rows of declared resources are written in one way only (server/write). The sources are searched for statements that
 * bypass it, and the database is watched for rows that were written otherwise.
 */
const tables = new Set(resources.map(tableOf));

/** Other statements that name such a table after a verb of writing, and the reason why they are no second way. */
const allowed: Readonly<Record<string, string>> = {
  'server/auth/authenticate-session-token.ts ${table}': 'when an account was last seen',
  'server/backup/copy-table-rows.ts ${quoteTableName(table)}': 'rows of a backup, with the history they had',
  "server/backup/restore-database-from-backup.ts ${[...emptied].join(', ')}": 'the place they are restored into',
  'server/history/reveal-masked-fields.ts reveal_log': 'the log itself',
  'server/read/condition/admit-and-record-unmasked-personal-data-searches.ts reveal_log': 'the log itself',
  'server/retention/remove-aged-rows.ts ${name}': 'logs and queues past the time they are kept',
  'server/time-series/validate-and-store-batch-of-readings.ts ${sql.id(tableOf(one))}':
    'readings of a series, which is no resource',
  'server/files/storage/insert-count-and-transfer-attachments.ts routine_attachment':
    'the row of a file is inserted with the file, and counts repeated uploads',
  'modules/message/server/add-and-update-declared-message-templates.ts message_template':
    'rows that follow from declarations',
  'modules/identity/server/session/open-session-and-answer-member.ts member': 'the last sign-in',
  'modules/member/server/add-declared-member-menu-rules.ts user_rule': 'rules that follow from declarations',
  'modules/identity/server/session/open-admin-session.ts auth_admin': 'the last sign-in, noted at the door',
  'modules/identity/server/session/count-failures-to-show-at-next-sign-in-and-log-them.ts ${sql.id(accountTables[who.type].table)}':
    'a failed sign-in, noted at the door',
  'modules/identity/server/account/create-first-accounts.ts auth_group':
    'the first account, before anybody could add it',
  'server/http/log-refused-calls.ts auth_admin_log': 'what was refused has no transaction to stand in',
  'modules/crew/server/store-last-position-times-of-vehicles.ts crew_vehicle':
    'what positions say, not what anybody wrote',
  'modules/opinion/server/receiving/fetch-feeds-and-store-posts.ts opinion_source':
    'how the last reading of a feed ended, not what anybody wrote',
  'modules/identity/server/account/create-first-accounts.ts auth_admin':
    'the first account, before anybody could add it',
  'modules/identity/server/administrator/shipped-permission-groups.ts auth_group':
    'groups shipped with the product, created at its start',
  'modules/identity/server/account/create-demo-accounts.ts auth_admin': 'demonstration load',
  'modules/identity/server/account/create-demo-accounts.ts auth_department': 'demonstration load',
  'modules/identity/server/menu/add-and-update-declared-menu-rows.ts auth_menu': 'rules that follow from declarations',
  'modules/system/server/add-missing-divisions-and-calendar-days-to-database.ts system_area': 'reference data',
  'modules/system/server/add-missing-divisions-and-calendar-days-to-database.ts system_calendar': 'reference data',
  'modules/system/server/settings/settings-controller-and-storage.ts system_setting':
    'rows that follow from declarations',
  'modules/travel/server/itinerary/validate-template-and-count-its-use.ts travel_template':
    'counts its uses in the statement that stores the itinerary made of it',
  'modules/evidence/server/key/evidence-signing-keys.ts chain_key': 'keys that the platform makes',
  'modules/evidence/server/root/seal-hourly-evidence-root.ts chain_root': 'a seal over what was written, every hour',
  'modules/library/server/banned-word/publish-shipped-and-earlier-banned-word-lists-if-library-has-none.ts library_banned_word':
    'reference data',
  'modules/library/server/banned-word/publish-shipped-and-earlier-banned-word-lists-if-library-has-none.ts system_word':
    'the list that the library replaces, once',
  'modules/system/server/add-declared-list-options.ts system_word': 'words that declarations begin with',
  'modules/field-kit/server/phone-ownership-registration-and-wipe-calls.ts ${devices}':
    'what a phone says of itself at every contact',
  'modules/field-kit/server/pack/compose-check-packs-and-note-copies-on-phone.ts ${fieldKitTables.fetch}':
    'which download a phone got, that its steps rest on',
  'modules/field-kit/server/sync/apply-operations-sent-by-phone.ts ${fieldKitTables.fetch}':
    'the download that the steps of a phone rest on',
  'modules/field-kit/server/pack/compose-check-packs-and-note-copies-on-phone.ts ${fieldKitTables.copy}':
    'which checks a phone has, noted as it fetches them',
  'modules/field-kit/server/sync/apply-operations-sent-by-phone.ts ${fieldKitTables.copy}':
    'how far the operations of a phone have come',
  'modules/field-kit/server/sync/apply-operations-sent-by-phone.ts ${fieldKitTables.operation}':
    'the log of what phones sent, with its outcome',
  'modules/article/server/reading/list-read-and-confirm-articles-controllers.ts article_receipt':
    'that somebody has opened a notice, noted as it opens',
  'modules/article/server/reading/read-public-articles.ts article': 'counts readers, which nobody wrote',
  'modules/article/server/request-read-confirmations-of-published-notice.ts article_receipt':
    'an open receipt of each addressee, when a notice is published',
  'modules/credit/server/update-credit-scores.ts ${subject.measurementTable}':
    'what was computed, not what anybody wrote',
  'modules/credit/server/update-credit-scores.ts ${pointTable}': 'the curve of what was computed',
  'modules/help/server/add-shipped-help-articles-to-empty-help-centre.ts help_article': 'reference data',
  'modules/help/server/add-shipped-help-articles-to-empty-help-centre.ts help_category': 'reference data',
  'modules/help/server/add-shipped-help-articles-to-empty-help-centre.ts help_synonym': 'reference data',
  'modules/help/server/help-search-read-and-vote-controllers.ts help_article':
    'counts votes, in the statement that stores one',
  'modules/help/server/search-and-read-help-articles.ts help_miss': 'counts searches that found nothing',
  'modules/open-interface/server/rest/unmask-personal-data-and-log-it.ts ${sql.id(tableOf(sensitiveDataAccessLog))}':
    'the log itself',
  'modules/open-interface/server/signing/write-api-request-log-in-batches.ts api_request': 'the log itself',
  'modules/open-interface/server/webhook/deliver-waiting-events-of-webhook.ts api_delivery':
    'how a delivery ended, in the log of deliveries',
  'modules/open-interface/server/webhook/queue-events-for-webhooks.ts api_delivery': 'a queue that events fill',
  'modules/open-interface/server/webhook/replay-deliveries-controller.ts api_delivery':
    'takes its rows into the queue again',
  'modules/wechat/server/api/read-or-renew-access-token.ts wechat_account':
    'whether the API could be called, which nobody wrote',
  'modules/wechat/server/callback/wechat-callback-routes.ts wechat_account':
    'when WeChat last called, which nobody wrote',
  'modules/wechat/server/callback/store-incoming-message-and-follower.ts wechat_fan':
    'a follower, when the first message arrives',
  'modules/wechat/server/callback/store-incoming-message-and-follower.ts wechat_message': 'the log of what arrived',
  'modules/wechat/server/callback/reply-to-incoming-message.ts wechat_message':
    'how a message was answered, in its log',
  'modules/wechat/server/callback/reply-to-incoming-message.ts wechat_reply': 'counts how often a reply was used',
  'modules/wechat/server/callback/retry-unanswered-messages.ts wechat_message':
    'how a message was answered, in its log',
  'modules/wechat/server/api/send-queued-reply-as-customer-service-message.ts wechat_message':
    'how a message was answered, in its log',
  'server/time-series/create-and-drop-partitions.ts ${sql.id(hourTableOf(one))}':
    'hours of a series past the time they are kept',
  'server/time-series/roll-up-and-read-hourly-figures.ts ${sql.id(hourTableOf(one))}':
    'hours of a series, which is no resource',
};

const writing =
  /(?<!\bfor\s|\bdo\s|\bkey\s)\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?("?[a-z_]+"?|\$\{[^}]*\})/gi;

function statementsOf(file: string): string[] {
  const source = fs.readFileSync(path.join(packageRoot, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...source.matchAll(writing)].map(([, target = '']) => target.replaceAll('"', ''));
}

const sources = [
  'server',
  'apps',
  ...fs.readdirSync(path.join(packageRoot, 'modules')).map((one) => `modules/${one}/server`),
]
  .filter((folder) => fs.existsSync(path.join(packageRoot, folder)))
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$/.test(file));

test('no statement outside the write room writes to a declared table, or to a table with a computed name', () => {
  const found = new Set<string>();
  for (const file of sources.filter((one) => !one.startsWith('server/write/') && !one.startsWith('modules/demo/')))
    for (const target of statementsOf(file))
      if (target.startsWith('$') || tables.has(target.toLowerCase())) found.add(`${file} ${target}`);
  expect([...found].sort()).toEqual(Object.keys(allowed).sort());
});

describe('a watched database', () => {
  let app: TestApp;
  let chief: Client;
  beforeAll(async () => {
    app = await startApp();
    await uploadMaterials(app.engine);
    await watchWrites(app.db);
    chief = await app.client({ officer: 'admin' });
  });
  afterAll(() => app.close());

  const historyOf = (resource: string, id: number) =>
    app.db.rows<{ action: string; changes: Record<string, unknown> }>(
      'select action, changes from history where resource = $1 and row_id = $2 order by id',
      [resource, id],
    );

  test('does not commit rows written without the pipeline', async () => {
    const id = await addEnterprise(app.engine, await app.officer('admin'));
    for (const [statement, fault] of [
      ['update enterprise set short_name = $1 where id = $2', /version or time/],
      ['update enterprise set short_name = $1, version = version + 1, updatetime = now() where id = $2', /no history/],
      ['with d as (select $1::text) delete from enterprise where id = $2', /no history/],
    ] as const)
      await expect(app.db.query(statement, ['daneben', id])).rejects.toThrow(fault);
    const half = app.db.transaction(async (tx) => {
      await tx.query(
        `insert into history (resource, row_id, action, actor_type, actor_name) values ('enterprise/enterprise', $1, 'edit', 'system', '')`,
        [id],
      );
      await tx.query('update enterprise set short_name = $1, version = version + 1, updatetime = now() where id = $2', [
        'x',
        id,
      ]);
    });
    await expect(half).rejects.toThrow(/has no event/);
  });

  test('accepts an enterprise from its registration to its end, with all cascading changes', async () => {
    const admin = await app.officer('admin');
    const id = await activeEnterprise(app.engine, admin);
    const licence = await chief.post<{ id: number }>('/admin/enterprise.licence/add', {
      enterprise_id: id,
      kind: 'agency',
      tourism_scope: ['domestic'],
      issued_by: '昆明市文化和旅游局',
      verify_status: 'unverified',
      license_no: 'W-1',
      issue_date: '2020-01-01',
      expire_date: '2030-01-01',
    });
    const [added] = await app.db.rows<{ id: number }>('select id from enterprise_licence where enterprise_id = $1', [
      id,
    ]);
    expect(licence.code, licence.msg).toBe(1);
    const ended = await chief.post('/admin/enterprise.enterprise/cancel', {
      id,
      document_no: '昆文注〔2026〕1号',
      reason: '企业申请注销登记',
    });
    expect(ended.code, ended.msg).toBe(1);
    expect((await historyOf('enterprise/licence', added?.id ?? 0)).at(-1)).toEqual({
      action: 'edit',
      changes: { validity: [expect.any(String), 'cancelled'] },
    });
  });

  test('accepts deleting, restoring, sorting and moving in a tree', async () => {
    const made: number[] = [];
    for (const name of ['甲科', '乙科']) {
      const answer = await chief.post<{ id: number }>('/admin/auth.department/add', {
        name,
        kind: 'section',
        status: '1',
        area_code: '530100',
      });
      expect(answer.code, answer.msg).toBe(1);
      made.push(answer.data.id);
    }
    const weigh = async () =>
      (
        await app.db.rows<{ weigh: number }>('select weigh from auth_department where id = any($1) order by id', [made])
      ).map((one) => one.weigh);
    const [first = 0, second = 0] = await weigh();
    expect([first, second], 'each is last, where the highest comes first').toEqual(made.map((id) => -id));
    const sorted = await chief.post('/admin/auth.department/sortable', { id: made[0], targetId: made[1] });
    expect([sorted.code, await weigh()]).toEqual([1, [second, first]]);
    const gone = await chief.del<{ undo: number[] }>('/admin/auth.department/del', { ids: made });
    const back = await chief.post('/admin/auth.department/restore', { ids: gone.data.undo });
    expect([gone.code, back.code], back.msg).toEqual([1, 1]);
    for (const id of made)
      expect((await historyOf('auth/department', id)).map((one) => one.action)).toEqual([
        'add',
        'sort',
        'del',
        'restore',
      ]);
  });

  test('accepts the scheduled work of every module', async () => {
    const admin = await app.officer('admin');
    const id = await activeEnterprise(app.engine, admin);
    const licence = await chief.post<{ id: number }>('/admin/enterprise.licence/add', {
      enterprise_id: id,
      kind: 'agency',
      tourism_scope: ['domestic'],
      issued_by: '昆明市文化和旅游局',
      verify_status: 'unverified',
      license_no: 'W-2',
      issue_date: '2020-01-01',
      expire_date: '2026-11-01',
    });
    expect(licence.code, licence.msg).toBe(1);
    await withoutWatch(app.db, (tx) =>
      tx.query(`update enterprise_licence set validity = 'valid' where license_no = 'W-2'`),
    );
    await queueMessage(app.engine, app.db, codeMessage, { code: '1' }, { mobile: '13800000009' });
    const context = { log: app.log, signal: new AbortController().signal };
    for (const part of app.platform.modules)
      for (const work of Object.values(part.scheduled ?? {})) await work.run(app.engine, context);
    const [sms] = await app.db.rows<{ id: number; status: string; version: number }>(
      `select id, status, version from message_sms where mobile = '13800000009'`,
    );
    expect([sms?.status, sms?.version]).toEqual(['kept', 2]);
    expect(await historyOf('message/sms', sms?.id ?? 0)).toEqual([
      { action: 'edit', changes: { status: ['queued', 'kept'] } },
    ]);
    expect((await app.db.row(`select validity from enterprise_licence where license_no = 'W-2'`))?.validity).toBe(
      'expired',
    );
  });

  test('accepts a password reset by the command line, and the note of a sign-in', async () => {
    expect(await resetAdminPassword(app.engine, 'county1', 'Another-2026')).toMatchObject({ username: 'county1' });
    const county = await app.officer('county1');
    expect(await historyOf('auth/admin', county.id)).toEqual([{ action: 'edit', changes: {} }]);
    const nobody = await app.client('nobody');
    const signIn = (password: string) => nobody.post('/admin/index/login', { username: 'county1', password });
    expect([(await signIn('Wrong-2026')).code, (await signIn('Another-2026')).code]).toEqual([0, 1]);
  });
});
