import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeAgedRows } from '#server/retention/remove-aged-rows.ts';
import { type Client, startApp, type TestApp, testPassword } from '../../../test/support/test-engine.ts';
import {
  commandRunSignals,
  type TerminalMessage,
} from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import { allowedCommands } from '../server/allowed-commands.ts';

let app: TestApp;
let chief: Client;
const open: AbortController[] = [];
const list = allowedCommands as Record<string, { program: string; args: readonly string[] }>;
const script = (code: string) => ({ program: process.execPath, args: ['-e', code] });

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  // replaces commands of the list, with ones that take a second instead of a minute
  list['test.good'] = script(
    `console.log('\\u001b[32m绿色\\u001b[0m'); console.error('第二行'); process.stdout.write('10%\\r100%\\n')`,
  );
  list['test.bad'] = script(`console.log('坏'); process.exitCode = 3`);
  list['test.long'] = script(`console.log(process.pid); setInterval(() => {}, 1000)`);
  list['test.secret'] = script(`console.log(Object.keys(process.env).join(' '))`);
});
afterEach(() => {
  for (const one of open.splice(0)) one.abort();
});
afterAll(async () => {
  for (const name of Object.keys(list)) if (name.startsWith('test.')) delete list[name];
  await app.close();
});

const address = (query: Record<string, string>) =>
  `${app.address}/admin/Terminal/index?${new URLSearchParams({ server: '1', ...query })}`;

/** A stream as opened by `EventSource`: a GET request without our headers. */
async function run(command: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  open.push(stop);
  const response = await fetch(address({ command, uuid: 'a1', extend: 'x:1', batoken: chief.token, ...query }), {
    signal: stop.signal,
    headers,
  });
  const heard: TerminalMessage[] = [];
  const ended = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data) heard.push(JSON.parse(data) as TerminalMessage);
      }
    }
  })().catch(() => undefined);
  return { response, heard, ended, stop: () => stop.abort(), messages: () => heard.map((one) => one.data) };
}
const outputOf = async (command: string, query?: Record<string, string>) => {
  const stream = await run(command, query);
  await stream.ended;
  return stream.messages();
};

test('commands that may not run are refused before the authentication', async () => {
  for (const command of [
    'rm -rf /',
    'web-build',
    'install.pnpm',
    '__proto__',
    'constructor',
    'version.node --eval',
    '',
  ])
    expect(await outputOf(command, { batoken: '' }), command).toEqual([
      '错误：该命令不允许执行',
      commandRunSignals.error,
    ]);
});

test('commands run only for a super administrator with a recent proof of identity', async () => {
  expect(await outputOf('version.node', { batoken: '' })).toEqual(['错误：请先登录', commandRunSignals.error]);
  expect(await outputOf('version.node', { batoken: '', lang: 'en' })).toEqual([
    'Error: Please login first',
    commandRunSignals.error,
  ]);
  const member = await app.client({ member: '会员甲' });
  expect(await outputOf('version.node', { batoken: member.token })).toEqual([
    '错误：请先登录',
    commandRunSignals.error,
  ]);
  const city = await app.client({ officer: 'city' });
  expect(await outputOf('version.node', { batoken: city.token })).toEqual([
    '错误：仅超级管理员可以使用终端',
    commandRunSignals.error,
  ]);
  for (const action of ['state', 'runs', 'output'])
    expect((await city.get(`/admin/Terminal/${action}`, { id: 1 })).code).toBe(401);
  await app.db.query(`update session set confirmtime = now() - interval '11 minutes'`);
  expect(await outputOf('version.node')).toEqual(['错误：请先验证密码', commandRunSignals.error]);
  const wrong = await chief.post<{ errors: object }>('/admin/index/confirm', { password: 'Wrong-2026' });
  expect(wrong).toMatchObject({
    code: 0,
    data: { errors: { password: [expect.stringMatching(/^密码不正确：请输入登录/)] } },
  });
  expect((await chief.get<{ confirmed: number }>('/admin/Terminal/state')).data.confirmed).toBe(0);
  expect((await chief.post('/admin/index/confirm', { password: testPassword })).data).toEqual({ confirmed: 600 });
  expect(await outputOf('version.node')).toContain(process.version);
});

test('the calls of a BuildAdmin client', async () => {
  const stream = await run('version.node', { uuid: 'u-1', extend: 'module-install:x' });
  await stream.ended;
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  expect(stream.messages()).toEqual([
    commandRunSignals.linked,
    '> node --version',
    process.version,
    'exitcode: 0',
    commandRunSignals.success,
    commandRunSignals.completed,
  ]);
  expect(stream.heard[0]).toEqual({
    data: commandRunSignals.linked,
    uuid: 'u-1',
    extend: 'module-install:x',
    key: 'version.node',
  });
  expect(await outputOf('test.bad')).toEqual([
    commandRunSignals.linked,
    expect.stringMatching(/^> node -e/),
    '坏',
    'exitcode: 3',
    commandRunSignals.error,
    commandRunSignals.completed,
  ]);
});

test('a missing program is reported as such', async () => {
  list['test.gone'] = { program: 'no-such-program', args: [] };
  expect(await outputOf('test.gone')).toEqual(
    expect.arrayContaining([
      'no-such-program: 未安装 not installed',
      'exitcode: 127',
      commandRunSignals.error,
      commandRunSignals.completed,
    ]),
  );
});

test('output has colours only on request, only the last state of counters, and none of our secrets', async () => {
  const lines = await outputOf('test.good');
  expect(lines).toEqual(expect.arrayContaining(['绿色', '第二行', '100%']));
  expect(await outputOf('test.good', { ansi: '1' })).toContain('\u001b[32m绿色\u001b[0m');
  process.env.ADMIN_PASSWORD = 'secret';
  try {
    expect((await outputOf('test.secret')).join(' ')).not.toMatch(/ADMIN_PASSWORD|METRICS_TOKEN|NODE_OPTIONS/);
  } finally {
    delete process.env.ADMIN_PASSWORD;
  }
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a command runs once at a time, and ends when its caller disconnects', async () => {
  const first = await run('test.long');
  await expect.poll(() => first.messages().length).toBe(3);
  const pid = Number(first.messages()[2]);
  expect(isAlive(pid)).toBe(true);
  expect(await outputOf('test.long')).toEqual([
    commandRunSignals.linked,
    expect.stringMatching(/^>/),
    '该命令正在另一处执行',
    commandRunSignals.error,
    commandRunSignals.completed,
  ]);
  const { data } = await chief.get<{ list: { command: string; status: string }[] }>('/admin/Terminal/runs');
  expect(data.list[0]).toMatchObject({ command: 'test.long', status: 'running', username: 'admin' });
  first.stop();
  await expect.poll(() => isAlive(pid)).toBe(false);
  await expect
    .poll(async () => (await chief.get<{ list: { status: string }[] }>('/admin/Terminal/runs')).data.list[0]?.status)
    .toBe('stopped');
});

test('the same command by two package managers counts as one, and runs once', async () => {
  const commands = [list['web-build.npm'], list['web-build.pnpm']] as const;
  try {
    list['web-build.npm'] = list['test.long'] as (typeof list)[string];
    list['web-build.pnpm'] = list['test.good'] as (typeof list)[string];
    const first = await run('web-build.npm');
    await expect.poll(() => first.messages().length).toBe(3);
    expect(await outputOf('web-build.pnpm')).toContain('该命令正在另一处执行');
    expect(await outputOf('version.node'), 'other work goes on').toContain(commandRunSignals.success);
    first.stop();
    await expect.poll(() => isAlive(Number(first.messages()[2]))).toBe(false);
    await expect.poll(() => outputOf('web-build.pnpm')).toContain(commandRunSignals.success);
  } finally {
    [list['web-build.npm'], list['web-build.pnpm']] = commands as [(typeof list)[string], (typeof list)[string]];
  }
});

test('a browser that reconnects by itself does not run a command again', async () => {
  const before = await app.db.row('select count(*)::int as n from terminal_run');
  const { response } = await run('test.good', {}, { 'last-event-id': '3' });
  expect(response.status).toBe(204);
  expect(await app.db.row('select count(*)::int as n from terminal_run')).toEqual(before);
});

test('output is stored, limited, and deleted', async () => {
  list['test.flood'] = script(`for (let i = 0; i < 30000; i++) console.log('行 ' + i)`);
  const lines = await outputOf('test.flood');
  expect(lines.filter((one) => one.startsWith('行')).length).toBe(30_000);
  const { data } = await chief.get<{ list: { id: number; command: string; status: string }[] }>('/admin/Terminal/runs');
  const commands = data.list[0];
  expect(commands).toMatchObject({ command: 'test.flood', status: 'success', exit_code: 0 });
  const read = await chief.get<{ run: { output: string } }>('/admin/Terminal/output', { id: commands?.id });
  expect(read.data.run.output.length).toBeLessThanOrEqual(200_000);
  expect(read.data.run.output).toMatch(/行 29999$/);
  await app.db.query(`update terminal_run set createtime = now() - interval '91 days' where id < $1`, [commands?.id]);
  await removeAgedRows(app.engine, app);
  expect(await app.db.row('select count(*)::int as n from terminal_run')).toEqual({ n: 1 });
  const log = await app.db.row(
    `select data from auth_admin_log where title = '终端-执行命令' order by id desc limit 1`,
  );
  expect(JSON.stringify(log)).toContain('test.flood');
  expect(JSON.stringify(log)).not.toContain(chief.token);
});

test('a killed process blocks nothing, and its run is marked as stopped', async () => {
  await app.db.query(
    `insert into terminal_run (command, lock, username) select 'version.node', lock, 'admin' from terminal_run limit 1`,
  );
  const { data } = await chief.get<{ list: { status: string }[] }>('/admin/Terminal/runs');
  expect(data.list[0]?.status).toBe('stopped');
});

test('package manager and port are settings with which every browser starts', async () => {
  const boot = () => chief.get<{ terminal: object }>('/admin/index/index');
  expect((await boot()).data.terminal).toEqual({ installServicePort: '8000', npmPackageManager: 'pnpm' });
  expect((await chief.post('/admin/ajax/changeTerminalConfig', { manager: 'npm' })).code).toBe(1);
  expect((await chief.post('/admin/ajax/changeTerminalConfig', { port: '9000' })).code).toBe(1);
  expect((await boot()).data.terminal).toEqual({ installServicePort: '9000', npmPackageManager: 'npm' });
  for (const wrong of [{ manager: 'bash' }, { port: 'x' }, { port: 70_000 }, {}])
    expect((await chief.post('/admin/ajax/changeTerminalConfig', wrong)).code).toBe(0);
  const city = await app.client({ officer: 'city' });
  expect((await city.post('/admin/ajax/changeTerminalConfig', { manager: 'yarn' })).code).toBe(401);
});
