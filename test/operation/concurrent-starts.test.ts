import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

// A clone with our scripts and a program so small that it is built in a moment. Each build and each installation writes
// a line into a file.
let clone: string;
const builds = 'builds.txt';
const installations = 'installations.txt';
const write = (name: string, content: string) => {
  fs.mkdirSync(path.dirname(path.join(clone, name)), { recursive: true });
  fs.writeFileSync(path.join(clone, name), content);
};
const lines = (name: string) =>
  fs.existsSync(path.join(clone, name)) ? fs.readFileSync(path.join(clone, name), 'utf8').trim().split('\n') : [];

beforeAll(() => {
  clone = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-clone-'));
  fs.cpSync(path.join(packageRoot, 'scripts'), path.join(clone, 'scripts'), { recursive: true });
  write('index.html', '<script type="module" src="/apps/web.tsx"></script>');
  write('apps/web.tsx', 'document.title = "one";');
  write('light.html', '<script type="module" src="/apps/light-pages.tsx"></script>');
  write('apps/light-pages.tsx', 'document.title = "light";');
  write('apps/server.ts', 'console.log("one");');
  write('apps/verify.ts', 'console.log("verified");');
  for (const file of ['apps/load-server.ts', 'server/bundle-with-packages.json'])
    fs.cpSync(path.join(packageRoot, file), path.join(clone, file));
  write('apps/early-start.ts', 'export const earlyStart = Promise.resolve({ launched: undefined });');
  write('server/startup-error.ts', 'export class StartupError extends Error {}');
  for (const folder of ['server', 'modules', 'kernel', 'web', 'data/reference']) write(`${folder}/empty.json`, '{}');
  const mark = (name: string) => `import fs from 'node:fs';\nfs.appendFileSync('${name}', 'once\\n');\n`;
  write('vite.config.ts', `${mark(builds)}export default { build: { outDir: 'dist/web' } };`);
  const light = { build: { rolldownOptions: { input: 'light.html' } } };
  write('vite.light.config.ts', `export default ${JSON.stringify(light)};`);
  write('installed.mjs', `${mark(installations)}await new Promise((go) => setTimeout(go, 500));`);
  write('local/package.json', JSON.stringify({ name: 'local', version: '1.0.0' }));
  const own = { name: 'clone', version: '1.0.0', dependencies: { local: 'file:local' } };
  const imports = { '#server/*': './server/*' };
  write(
    'package.json',
    JSON.stringify({ ...own, imports, type: 'module', scripts: { postinstall: 'node installed.mjs' } }),
  );
  const packages = {
    '': { ...own, hasInstallScript: true },
    local: { version: '1.0.0' },
    'node_modules/local': { resolved: 'local', link: true },
  };
  write('package-lock.json', JSON.stringify({ name: 'clone', version: '1.0.0', lockfileVersion: 3, packages }));
});
afterAll(() => fs.rmSync(clone, { recursive: true, force: true }));

const started = new Set<ChildProcess>();
afterAll(() => {
  for (const one of started) one.kill('SIGKILL');
});
/** Runs a Node program in the clone; `ended` resolves with its exit code and all its output. */
function run(...args: string[]): { process: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const child = spawn(process.execPath, args, { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] });
  started.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'close').then(([code]) => {
    started.delete(child);
    return { code: code as number | null, output };
  });
  return { process: child, ended };
}

test('of several simultaneous starts in one clone one installs, and the others wait', async () => {
  const install = `import { ensureDependencies } from './scripts/install-dependencies.mjs'; await ensureDependencies();`;
  const ends = await Promise.all([1, 2, 3].map(() => run('--input-type=module', '--eval', install).ended));
  for (const { code, output } of ends) expect(code, output).toBe(0);
  expect(fs.existsSync(path.join(clone, 'node_modules/local/package.json'))).toBe(true);
  expect(lines(installations)).toHaveLength(1);
});

test('one builds, and all of them start that build', async () => {
  fs.rmSync(path.join(clone, 'node_modules'), { recursive: true, force: true });
  fs.symlinkSync(path.join(packageRoot, 'node_modules'), path.join(clone, 'node_modules'));
  const start = `import { ensureBuild } from './scripts/build.mjs'; await ensureBuild(); await import('./dist/server.mjs');`;
  const ends = await Promise.all([1, 2, 3].map(() => run('--input-type=module', '--eval', start).ended));
  for (const { code, output } of ends) {
    expect(code, output).toBe(0);
    expect(output).toMatch(/one\n$/);
  }
  expect(lines(builds)).toHaveLength(1);
  expect(fs.readdirSync(path.join(clone, 'dist'))).toEqual(expect.arrayContaining(['server.mjs', 'web']));
  expect(fs.readdirSync(path.join(clone, 'dist'))).not.toContain('web.new');
});

test('the code cache of V8 is stored, and checked before it is used', async () => {
  const dist = (ending: string) => fs.readdirSync(path.join(clone, 'dist')).filter((file) => file.endsWith(ending));
  const [compiled = ''] = dist('.compiled');
  expect(dist('.compiled')).toEqual([expect.stringMatching(/^server-\w+\.cjs\.compiled$/)]);
  const file = path.join(clone, 'dist', compiled);
  const { mtimeMs } = fs.statSync(file);
  expect(await run('dist/server.mjs').ended).toEqual({ code: 0, output: 'one\n' });
  expect(fs.statSync(file).mtimeMs, 'a valid cache is not written again').toBe(mtimeMs);
  for (const broken of ['', 'no code', fs.readFileSync(file).subarray(0, 200)]) {
    fs.writeFileSync(file, broken);
    expect(await run('dist/server.mjs').ended).toEqual({ code: 0, output: 'one\n' });
    expect(fs.statSync(file).size).toBeGreaterThan(300);
  }
  // the same length, which is all that V8 checks of the source
  write('apps/server.ts', 'console.log("two");');
  expect((await run('scripts/build.mjs').ended).code).toBe(0);
  expect(await run('dist/server.mjs').ended).toEqual({ code: 0, output: 'two\n' });
  expect(dist('.cjs'), 'nothing is left of the previous program').toHaveLength(1);
  expect(dist('.compiled')).not.toContain(compiled);
});

/** Prints when it has the lock, and holds it for some time. */
const hold = `import { withLock } from './scripts/clone-lock.mjs';
  await withLock(async () => { console.log('mine'); await new Promise((go) => setTimeout(go, Number(process.argv[1]))); console.log('done'); });`;
const holdLock = (milliseconds: number) => run('--input-type=module', '--eval', hold, String(milliseconds));

test('a killed builder leaves no lock behind', async () => {
  const first = holdLock(600_000);
  await once(first.process.stdout as NodeJS.ReadableStream, 'data');
  const second = holdLock(0);
  let isIn = false;
  second.process.stdout?.once('data', () => {
    isIn = true;
  });
  await new Promise((go) => setTimeout(go, 600));
  expect(isIn, 'waits while the first one is alive').toBe(false);
  first.process.kill('SIGKILL');
  await vi.waitFor(() => expect(isIn).toBe(true), { timeout: 60_000 });
  expect((await second.ended).code).toBe(0);
});

test('no two processes hold the lock at once, however many die while holding it', async () => {
  const log = path.join(clone, 'log.txt');
  const contend = `import fs from 'node:fs'; import { withLock } from './scripts/clone-lock.mjs';
    await withLock(async () => {
      fs.appendFileSync('log.txt', 'in ' + process.pid + '\\n');
      await new Promise((go) => setTimeout(go, 30));
      if (process.argv[1] === 'dies') process.kill(process.pid, 'SIGKILL');
      fs.appendFileSync('log.txt', 'out ' + process.pid + '\\n');
    });`;
  const many = Array.from({ length: 12 }, (_, place) => (place % 3 === 0 ? 'dies' : 'lives'));
  await Promise.all(many.map((how) => run('--input-type=module', '--eval', contend, how).ended));
  const output = fs.readFileSync(log, 'utf8').trim().split('\n');
  expect(output.filter((line) => line.startsWith('in'))).toHaveLength(12);
  expect(output.filter((line) => line.startsWith('out'))).toHaveLength(8);
  // the process that leaves is the one that entered last
  for (const [place, line] of output.entries())
    if (line.startsWith('out')) expect(output[place - 1]).toBe(line.replace('out', 'in'));
});
