/**
 * npm test [-- sixty <stage>… <file filter>…]: sets itself up, runs every stage (or those named) and closes with how long each
 * file took and the line `N passed, N failed`. A checker counts as one test per run, a suite as the tests in it.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { root, runQuietly } from './child-process.mjs';
import { ensureDependencies } from './install-dependencies.mjs';
import { Advice, runMain } from './print-steps.mjs';

/** Programs that say yes or no by their exit code; what is not among them is a suite, a project of vitest.config.ts. */
const checkers = {
  types: [
    ['tsc', '-p', 'tsconfig.server.json'],
    ['tsc', '-p', 'tsconfig.web.json'],
    ['tsc', '-p', 'tsconfig.test.json'],
  ],
  // biome check reads each file once for all it looks at: format, order of imports, rules
  lint: [
    ['biome', 'check', '--error-on-warnings', '.'],
    ['oxlint', '--type-aware', '--deny-warnings', '.'],
  ],
};

/**
 * In the order of what is cheap to know first. What stands on one line runs at the same time: a checker or a file that
 * waits leaves its core to the others.
 */
const waves = [
  ['types', 'lint', 'architecture', 'unit'],
  ['integration', 'contract'],
  ['browser'],
  ['exhaustive'],
  ['screens'],
];
const stages = waves.flat();

/** `npm test -- sixty`: the same with sixty invented resources beside the real ones (test/sixty/). */
const invented = { word: 'sixty', folder: 'test/sixty' };

/** Run only when named: they look for what is unknown, and take as long as they are given. */
const onlyNamed = new Set(['exhaustive', 'screens']);
/** Suites that look at the built product in a browser. */
const inBrowsers = new Set(['browser', 'screens']);
/** Slowest files shown at the end. */
const shownFiles = 25;
/** As many files that failed are run once more, by themselves; more of them are no accident of a busy machine. */
const triedAgain = 3;

await runMain(async () => {
  const started = performance.now();
  const args = process.argv.slice(2).filter((arg) => arg !== invented.word);
  if (process.argv.includes(invented.word)) process.env.MODULES = invented.folder;
  const named = args.filter((arg) => stages.includes(arg));
  const filters = args.filter((arg) => !stages.includes(arg));
  const chosen = named.length > 0 ? named : stages.filter((name) => !onlyNamed.has(name));

  await ensureDependencies();
  // beside the stages before it: a browser, and the product it looks at
  const ready = chosen.some((name) => inBrowsers.has(name)) ? prepareBrowser() : undefined;
  ready?.catch(() => undefined); // told when it is waited for

  const results = [];
  const chosenWaves = waves
    .map((names) => names.filter((name) => chosen.includes(name)))
    .filter((names) => names.length > 0);
  const early = ready && setUpEarly(chosenWaves, ready, filters);
  for (const wave of chosenWaves) {
    if (wave.some((name) => inBrowsers.has(name))) await ready;
    console.log(`\n── ${wave.join(', ')} ${'─'.repeat(Math.max(4, 60 - wave.join(', ').length))}`);
    const suites = wave.filter((name) => !(name in checkers));
    const checked = runCheckers(wave.filter((name) => name in checkers));
    const begun = wave === early?.wave ? early.begin() : undefined;
    const files = suites.length > 0 ? await runSuites(suites, filters, begun) : [];
    results.push(...(await checked), ...suites.map((name) => resultOf(name, files)));
  }
  return report(results, started);
});

/** Told in one piece, as it runs beside suites that write as well. */
async function prepareBrowser() {
  const begun = performance.now();
  for (const script of ['find-chromium.mjs', 'build.mjs']) {
    await runQuietly(process.execPath, [path.join(root, 'scripts', script)]).catch((error) => {
      throw new Advice(error.message);
    });
  }
  console.log(`✓ 浏览器与构建 A browser and the build (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
}

/**
 * The first suite in browsers is set up beside the stages before it, and waits for its turn (test/setup/browser-setup.ts): three
 * products with the demonstration prefecture are half a minute in which a core has nothing to do.
 */
function setUpEarly(chosenWaves, ready, filters) {
  const wave = chosenWaves.find((names) => names.some((name) => inBrowsers.has(name)));
  if (wave === chosenWaves[0]) return undefined;
  const turn = new PassThrough();
  const files = ready.then(() => runFiles(wave, filters, turn));
  files.catch(() => undefined); // told when its turn has come
  return {
    wave,
    begin: () => {
      turn.end('begin\n');
      return files;
    },
  };
}

/**
 * Names what took longest, what passed only when tried again, what failed and with which errors; then each stage: the
 * seconds its parts worked, not those it lasted beside others.
 */
function report(results, started) {
  const files = results.flatMap((one) => one.files ?? []).toSorted((one, other) => other.seconds - one.seconds);
  if (files.length > 0) console.log(`\nseconds of ${files.length} files, the slowest first`);
  for (const { project, file, seconds } of files.slice(0, shownFiles))
    console.log(`${seconds.toFixed(1).padStart(8)}  ${project.padEnd(12)}  ${file}`);
  for (const { file, again, first = [] } of files)
    for (const { name, text } of [...again, ...first])
      console.log(`\n↻ passed only when tried again: ${file} ${name}\n${text}`);
  for (const { file, failures } of files)
    for (const { name, text } of failures) console.log(`\n✗ ${file} ${name}\n${text}`);
  console.log(`\n${'stage'.padEnd(14)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'worked'.padStart(10)}`);
  for (const { name, passed, failed, seconds } of results) {
    const numbers = `${String(passed).padStart(8)}${String(failed).padStart(8)}${seconds.toFixed(1).padStart(10)}`;
    console.log(`${name.padEnd(14)}${numbers}${failed > 0 ? '  ✗' : ''}`);
  }
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} seconds in all`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}

/** One after another, each told in one piece: they run beside a suite that writes as well. */
async function runCheckers(names) {
  const results = [];
  for (const name of names) {
    const begun = performance.now();
    let failed = 0;
    for (const [program, ...args] of checkers[name]) {
      const { code, output } = await run(program, args, 'pipe');
      console.log(`${code === 0 ? '✓' : `✗\n${output}`} ${program} ${args.join(' ')}`);
      if (code !== 0) failed++;
    }
    const passed = checkers[name].length - failed;
    results.push({ name, passed, failed, seconds: (performance.now() - begun) / 1000 });
  }
  return results;
}

/**
 * The files of some projects of vitest. A few that fail are run once more, each with a database of its own as before:
 * what passes then is told as such, and not believed for its first failure.
 */
async function runSuites(names, filters, begun = runFiles(names, filters)) {
  const files = await begun;
  const failed = files.filter((one) => one.failed > 0);
  if (failed.length === 0 || failed.length > triedAgain || failed.some(({ file }) => !file)) return files;
  console.log(`\n↻ once more: ${failed.map(({ file }) => file).join(', ')}`);
  const projects = [...new Set(failed.map(({ project }) => project))];
  const second = await runFiles(
    projects,
    failed.map(({ file }) => file),
  );
  return files.map((one) => {
    const later = one.failed > 0 && second.find(({ file, project }) => file === one.file && project === one.project);
    return later
      ? { ...later, seconds: one.seconds + later.seconds, first: later.failed > 0 ? [] : one.failures }
      : one;
  });
}

/** What came of the files of one project. */
function resultOf(name, all) {
  const files = all.filter(({ project }) => project === name);
  const sum = (what) => files.reduce((total, one) => total + one[what], 0);
  return { name, passed: sum('passed'), failed: sum('failed'), seconds: sum('seconds'), files };
}

/**
 * One run of vitest, its ordinary report streaming by: what came of each file, as the count reporter tells it. Set up, it
 * waits for a line of `turn` where that is given.
 */
async function runFiles(names, filters, turn) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-report-'));
  const counts = path.join(folder, 'counts.json');
  const reporters = ['--reporter=default', '--reporter=./scripts/count-reporter.mjs'];
  const projects = names.flatMap((name) => ['--project', name]);
  const env = { TEST_COUNTS: counts, ...(turn ? { WAITS_FOR_TURN: '1' } : {}) };
  const { code } = await run('vitest', ['run', ...projects, ...reporters, ...filters], 'inherit', env, turn);
  const { files } = fs.existsSync(counts) ? JSON.parse(fs.readFileSync(counts, 'utf8')) : { files: [] };
  fs.rmSync(folder, { recursive: true, force: true });
  // something went wrong outside any test: an unhandled error, a set-up that failed, no test at all
  if (code !== 0 && files.every(({ failed }) => failed === 0)) {
    const outside = [{ name: '', text: 'failed outside any test: see above' }];
    files.push({ project: names[0], file: '', passed: 0, failed: 1, seconds: 0, failures: outside, again: [] });
  }
  return files;
}

/** Runs a tool from node_modules; its output passes through, or comes back in one piece. It reads `input`, if anything. */
function run(program, args, output, more = {}, input = undefined) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const command = path.join(root, 'node_modules', '.bin', program);
    const env = { ...process.env, NODE_ENV: 'test', ...more };
    const child = spawn(command, args, { cwd: root, stdio: [input ? 'pipe' : 'ignore', output, output], shell, env });
    if (input) input.pipe(child.stdin.on('error', () => undefined)); // it may have ended before its turn
    let collected = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (collected += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output: collected }));
  });
}
