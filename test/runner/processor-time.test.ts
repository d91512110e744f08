import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { expect, it } from 'vitest';
import { childrenOf, kindOf, parseStat, readTree } from '../../scripts/testing/processor-time.mjs';
import { createTally, parseTitle, startMeter } from './meter.ts';

/** A line as Linux writes it; fields 14 to 17 are the ticks of the process and of its children. */
const stat =
  '4711 (Web (Content) x) S 1 4711 4711 0 -1 4194304 99 0 0 0 150 50 1000 25 20 0 5 0 127374 3133440 412 18446744073709551615';

it('parses a process whose name contains brackets and spaces', () => {
  expect(parseStat(stat)).toEqual({ command: 'Web (Content) x', own: 2, reaped: 10.25, started: 127374 });
  expect(parseStat('')).toBeUndefined();
});

it.each([
  ['chrome', 'browser'],
  ['chromium', 'browser'],
  ['headless_shell', 'browser'],
  ['postgres', 'database'],
  ['node', 'product'],
  ['sh', 'product'],
])('takes %s for a %s', (command, kind) => {
  expect(kindOf(command)).toBe(kind);
});

it('parses the database that a connection serves', () => {
  expect(parseTitle('postgres: xingjian test_0a1b2c [local] idle\0')).toBe('test_0a1b2c');
  expect(parseTitle('postgres: checkpointer \0')).toBeUndefined();
  expect(parseTitle('/somewhere/postgres\0-D\0/data')).toBeUndefined();
});

it('adds up the time used since the beginning, including processes that have ended', () => {
  const tally = createTally([{ key: 'browser', seconds: { browser: 40 } }]);
  tally.add({ key: 'program', seconds: { product: 1, database: 2 } });
  tally.add({ key: 'browser', seconds: { browser: 41.5 } });
  tally.add({ key: 'program', seconds: { product: 3, database: 2.5 } });
  tally.add({ key: 'another', seconds: { product: 0.5 } });
  expect(tally.sum()).toEqual({ browser: 1.5, product: 3.5, database: 2.5 });
});

it('counts a database that ended below a program as part of the program', () => {
  const tally = createTally([{ key: 'program', seconds: { product: 1, database: 2 } }]);
  tally.add({ key: 'program', seconds: { product: 4 } });
  expect(tally.sum()).toEqual({ browser: 0, product: 3, database: 0 });
});

it.runIf(process.platform === 'linux')('measures a program started by this thread', async () => {
  const meter = startMeter();
  const child = spawn(process.execPath, ['-e', 'while (process.cpuUsage().user < 3e5); setTimeout(() => {}, 60_000)']);
  await expect.poll(() => readTree(String(child.pid))?.seconds.product ?? 0).toBeGreaterThan(0.2);
  expect(childrenOf(`${process.pid}`)).toContain(String(child.pid));
  meter?.sample();
  child.kill();
  await once(child, 'exit');
  expect(readTree(String(child.pid))).toBeUndefined();
  expect(meter?.read().product).toBeGreaterThan(0.2);
});
