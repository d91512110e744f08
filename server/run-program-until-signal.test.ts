import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { bundleProgram } from '../test/support/bundle-program.ts';

function run(...args: string[]): { child: ChildProcess; output: () => string; exited: Promise<number | null> } {
  const child = spawn(process.execPath, [bundleProgram({ file: 'test/support/process-to-signal.ts' }), ...args], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) stream.on('data', (chunk) => (output += String(chunk)));
  // not 'close': Node does not emit it after the channel was disconnected from this side
  const ends = Promise.all(streams.map((stream) => once(stream, 'end')));
  const exited = once(child, 'exit').then(async ([code]) => {
    await ends;
    return code as number | null;
  });
  return { child, output: () => output, exited };
}

const PATIENCE = { timeout: 60_000 };
const SLOW = 20_000;

test.each(['SIGINT', 'SIGTERM'] as const)('%s stops cleanly', { timeout: SLOW }, async (signal) => {
  const { child, output, exited } = run('plain');
  await expect.poll(output, PATIENCE).toContain('running');
  child.kill(signal);
  expect(await exited).toBe(0);
  expect(output()).toBe('running\nstopping resource\nstopped\n');
});

test('the end of its launcher stops it', { timeout: SLOW }, async () => {
  const { child, output, exited } = run('plain');
  await expect.poll(output, PATIENCE).toContain('running');
  child.disconnect();
  expect(await exited).toBe(0);
  expect(output()).toContain('stopped');
});

test('the end of whatever reads its log stops it', { timeout: SLOW }, async () => {
  const { child, output } = run('log');
  await expect.poll(output, PATIENCE).toContain('still here');
  child.stdout?.destroy();
  child.stderr?.destroy();
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
});

test('a second signal ends the program at once', { timeout: SLOW }, async () => {
  const { child, output, exited } = run('stubborn');
  await expect.poll(output, PATIENCE).toContain('running');
  child.kill('SIGINT');
  await expect.poll(output, PATIENCE).toContain('stopping');
  child.kill('SIGINT');
  expect(await exited).toBe(130);
});

test('a signal during the start ends it', { timeout: SLOW }, async () => {
  const { child, output, exited } = run('slow');
  await expect.poll(output, PATIENCE).toContain('starting');
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  expect(output()).toBe('starting\n');
});

test('a known obstacle is one sentence per language and exit code 1', { timeout: SLOW }, async () => {
  const { output, exited } = run('refuse');
  expect(await exited).toBe(1);
  expect(output()).toBe('\n不行。\nNo.\n');
});

test('a port in use is a known obstacle', { timeout: SLOW }, async () => {
  const squatter = net.createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as net.AddressInfo;
  const { output, exited } = run('port', String(port));
  expect(await exited).toBe(1);
  expect(output()).toContain(`Port ${port} is in use`);
  squatter.close();
});

test('an unknown failure is logged with its stack', { timeout: SLOW }, async () => {
  const { output, exited } = run('break');
  expect(await exited).toBe(1);
  expect(output()).toContain('"message":"broken","stack"');
});

test('a forgotten rejection stops the program cleanly, with exit code 1', { timeout: SLOW }, async () => {
  const { output, exited } = run('crash');
  expect(await exited).toBe(1);
  expect(output()).toContain('forgotten');
  expect(output()).toContain('stopped');
});
