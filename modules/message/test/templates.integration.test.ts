import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimRefused } from '#modules/enterprise/contract/message-templates.ts';
import { codeMessage } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { startServer } from '#server/start/start-server-with-database-and-jobs.ts';
import { messageText, queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import type { EditableMessage } from '../contract/editable-message-template.ts';
import { addAndUpdateDeclaredMessageTemplates } from '../server/add-and-update-declared-message-templates.ts';

let app: TestApp;
let chief: Client;

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const find = async (code: string) => {
  const { data } = await chief.get<{ list: EditableMessage[] }>('/admin/message.template/all');
  return data.list.find((one) => one.code === code) as EditableMessage;
};
const edit = async (code: string, values: object) =>
  chief.post<{ errors?: Record<string, string[]> }>('/admin/message.template/edit', {
    id: (await find(code)).id,
    ...values,
  });
const rendered = () => messageText(app.engine, claimRefused, { name: '甲社', reason: '材料不全' });

test('every declared message has a row with its shipped text', async () => {
  expect(await find('code')).toMatchObject({ edited: false, now: codeMessage.text, words: codeMessage.text });
  const count = await app.db.row<{ count: number }>('select count(*)::int as count from message_template');
  expect(count?.count).toBe(app.engine.messages.templates.length);
  expect(rendered()).toBe('甲社的认领申请未通过，原因：材料不全。');
});

test('an edited text is used at once, stored, and can be reset to the shipped one', async () => {
  expect((await edit('claim_refused', { content: '{name}未通过：{reason}' })).code).toBe(1);
  expect(rendered()).toBe('甲社未通过：材料不全');
  await queueMessage(app.engine, app.db, claimRefused, { name: '乙社', reason: '重名' }, { mobile: '13800000001' });
  expect(await app.db.row(`select content, template_code from message_sms where mobile = '13800000001'`)).toEqual({
    content: '乙社未通过：重名',
    template_code: 'claim_refused',
  });
  const { id, edited, words: content } = await find('claim_refused');
  expect(edited).toBe(true);
  const { data } = await chief.get<{ list: { changes: object }[] }>('/admin/message.template/timeline', { id });
  expect(data.list[0]?.changes).toMatchObject({ content: [content['zh-cn'], '{name}未通过：{reason}'] });
  await edit('claim_refused', { content: content['zh-cn'] });
  expect((await find('claim_refused')).edited).toBe(false);
  expect(rendered()).toBe('甲社的认领申请未通过，原因：材料不全。');
});

test('a text with unknown placeholders, or without required ones, is refused at its field', async () => {
  for (const [values, fault] of [
    [{ content: '{name}：{reason}{naem}' }, /\{naem\}.*\{name\} \{reason\}/],
    [{ content_en: 'The claim of {name} was refused' }, /\{reason\}/],
    [{ content: '' }, /./],
    [{ content: '{reason}'.padEnd(501, '长') }, /./],
  ] as const) {
    const { code, data } = await edit('claim_refused', values);
    expect([code, data.errors?.[Object.keys(values)[0] as string]?.[0]]).toEqual([0, expect.stringMatching(fault)]);
  }
  expect(rendered()).toBe('甲社的认领申请未通过，原因：材料不全。');
});

test('a code is sent in the language of the request, and is stored in no row', async () => {
  const nobody = await app.client('nobody', 'en');
  await nobody.post('/api/Sms/send', { mobile: '13800000002', template_code: 'enterprise_register' });
  const row = await app.db.row<{ content: string }>(`select content from message_sms where mobile = '13800000002'`);
  expect(row?.content).toBe(codeMessage.text.en.replace('{code}', '••••••'));
  expect(app.engine.smsSink?.list()[0]?.text).toMatch(/^Your verification code is \d{6},/);
});

test('another process uses a new text; one that no longer fits the declaration is replaced', async () => {
  const other = await startServer({ platform: app.platform, config: app.config, log: app.log });
  await app.db.query(
    `update message_template set content = '{name}：{reason}!', edited = true where code = 'claim_refused'`,
  );
  await expect.poll(rendered).toBe('甲社：材料不全!');
  await app.db.query(`update message_template set content = '{gone}{reason}' where code = 'claim_refused'`);
  await expect.poll(rendered).toBe('甲社的认领申请未通过，原因：材料不全。');
  await app.db.query(`update message_template set content = '旧', edited = false where code = 'claim_refused'`);
  await addAndUpdateDeclaredMessageTemplates(app.engine);
  expect((await find('claim_refused')).now['zh-cn']).toBe(claimRefused.text['zh-cn']);
  expect(await app.db.row(`select content, version from message_template where code = 'claim_refused'`)).toEqual({
    content: claimRefused.text['zh-cn'],
    version: 4,
  });
  await other.stop();
});

test('they are neither read nor edited without the permission', async () => {
  const county = await app.client({ officer: 'county1' });
  const { id } = await find('code');
  expect((await county.get('/admin/message.template/all')).code).toBe(401);
  expect((await county.post('/admin/message.template/edit', { id, content: '{code}' })).code).toBe(401);
});
