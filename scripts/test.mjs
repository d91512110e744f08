/**
 * npm test [-- changed [ref] sixty <stage>… <file filter>… <option of vitest>…]: sets itself up, runs every stage (or
 * those named) and closes with what each file took and the line `N passed, N failed`. A checker counts as one test per
 * run, a suite as the tests in it.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { root } from './child-process.mjs';
import { ensureDependencies } from './install-dependencies.mjs';
import { Advice, runMain } from './print-steps.mjs';
import { filesSince, findBase, findCommit, findReached, stageOf } from './testing/changed.mjs';
import { countChildren } from './testing/processor-time.mjs';
import { addProcessor, describeResults } from './testing/report.mjs';
import {
  filesToRepeat,
  judgeSecondChances,
  mergeRepeated,
  readSecondChances,
  writeSecondChances,
} from './testing/second-chances.mjs';

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
 * waits leaves its core to the others. The first suite in browsers runs beside the suites before it as well (setUpEarly).
 */
const waves = [
  ['types', 'lint', 'architecture', 'unit'],
  ['integration', 'contract'],
  ['browser'],
  ['exhaustive'],
  ['screens'],
];
const stages = waves.flat();
/** A few files leave the runner half of their time to its own start: one for all is a third of it. */
const wavesOfChange = [waves.slice(0, 2).flat(), ...waves.slice(2)];

/** `npm test -- changed [ref]`: types, lint, and the tests that what has changed since then can reach. */
const changedArgument = 'changed';

/** `npm test -- sixty`: the same with sixty invented resources beside the real ones (test/sixty/). */
const invented = { argument: 'sixty', folder: 'test/sixty' };

/** Run only when named: they look for what is unknown, and take as long as they are given. */
const onlyNamed = new Set(['exhaustive', 'screens']);
/** Suites that look at the built product in a browser. */
const inBrowsers = new Set(['browser', 'screens']);
/** Of the arguments of a checker: the rest are files. */
const shownArguments = 5;
/** So few browser tests do not pay for a third product. */
const fewPages = 5;

/** Processor time of what runs the files, beside the files: of the runner itself, and of what it starts for all of them. */
const outside = { runner: 0, started: 0 };
/** Of the child that has just ended. */
let childSeconds = () => undefined;

await runMain(async () => {
  const started = performance.now();
  if (process.argv.includes(invented.argument)) process.env.MODULES = invented.folder;
  const { since, named, paths, options } = readArguments(
    process.argv.slice(2).filter((arg) => arg !== invented.argument),
  );

  await ensureDependencies();
  childSeconds = countChildren();
  const usual = named.length > 0 ? named : stages.filter((name) => !onlyNamed.has(name));
  const { chosen, files } = since ? await chooseReached(since, usual, paths) : { chosen: usual, files: paths };
  const filters = [...files, ...options];
  // beside the stages before it: a browser, and the product it looks at
  const ready = chosen.some((name) => inBrowsers.has(name)) ? prepareBrowser() : undefined;
  ready?.catch(() => undefined); // told when it is waited for

  const results = [];
  const chosenWaves = (since ? wavesOfChange : waves)
    .map((names) => names.filter((name) => chosen.includes(name)))
    .filter((names) => names.length > 0);
  const early = ready && setUpEarly(chosenWaves, ready, filters);
  for (const wave of chosenWaves) {
    if (wave.some((name) => inBrowsers.has(name))) await ready;
    console.log(`\n── ${wave.join(', ')} ${'─'.repeat(Math.max(4, 60 - wave.join(', ').length))}`);
    const suites = wave.filter((name) => !(name in checkers));
    const checked = runCheckers(wave.filter((name) => name in checkers));
    if (wave === early?.startsWith) {
      process.env.SHARED_WORKERS = '1';
      early.begin();
    }
    const begun = wave === early?.wave ? early.show() : undefined;
    const files = suites.length > 0 ? await runSuites(suites, filters, begun) : [];
    results.push(...(await checked), ...suites.map((name) => resultOf(name, files)));
  }
  return report(results, started);
});

/** From the first option on, what is no stage is for vitest. */
function readArguments(args) {
  const at = args.indexOf(changedArgument);
  const ref = at === -1 ? undefined : args[at + 1];
  const own = ref && !stages.includes(ref) && findCommit(ref);
  const rest = args.filter((_, index) => at === -1 || (index !== at && !(own && index === at + 1)));
  const option = rest.findIndex((arg) => arg.startsWith('-'));
  const ours = option === -1 ? rest : rest.slice(0, option);
  return {
    since: at === -1 ? undefined : own || findBase(),
    named: rest.filter((arg) => stages.includes(arg)),
    paths: ours.filter((arg) => !stages.includes(arg)),
    options: rest.slice(ours.length).filter((arg) => !stages.includes(arg)),
  };
}

/** The stages and test files that a change can reach. */
async function chooseReached(since, usual, paths) {
  const changed = filesSince(since);
  const { all, files, sources, resources } = await findReached(changed);
  const inPaths = files.filter((file) => paths.length === 0 || paths.some((part) => file.includes(part)));
  const chosen = usual.filter((name) => name in checkers || inPaths.some((file) => stageOf(file) === name));
  const those = inPaths.filter((file) => chosen.includes(stageOf(file)));
  const counts = chosen
    .filter((name) => !(name in checkers))
    .map((name) => `${those.filter((file) => stageOf(file) === name).length} ${name}`);
  console.log(`${changed.length} files changed since ${since.slice(0, 12)}: ${counts.join(', ')}`);
  process.env.SHARED_WORKERS = '1';
  // each worker has a product to be started
  const pages = those.filter((file) => stageOf(file) === 'browser').length;
  if (pages > 0 && pages <= fewPages) process.env.BROWSER_WORKERS = pages === 1 ? '1' : '2';
  if (resources.length > 0) process.env.SMOKE_RESOURCES = resources.join();
  if (!all) limitCheckers(changed.filter(isThere), sources);
  return { chosen, files: all && paths.length === 0 ? [] : those };
}

function isThere(file) {
  return fs.existsSync(path.join(root, file));
}

/** To what a change can reach: types by what tsc remembers of its last run, format by file, promises also where they come from. */
function limitCheckers(changed, reached) {
  for (const command of checkers.types) {
    const memory = path.join(
      root,
      'node_modules',
      '.cache',
      'xingjian',
      `${path.basename(command.at(-1), '.json')}.tsbuildinfo`,
    );
    command.push('--incremental', '--tsBuildInfoFile', memory);
  }
  const settings = changed.some((file) => /(^|\/)(biome\.json|\.oxlintrc\.json)$/.test(file));
  if (settings) return;
  const [format, promises] = checkers.lint;
  if (changed.length > 0) format.splice(-1, 1, '--no-errors-on-unmatched', ...changed);
  if (reached.length > 0) promises.splice(-1, 1, ...reached);
}

/** Told in one piece, as it runs beside suites that write as well. */
async function prepareBrowser() {
  const begun = performance.now();
  const processor = [];
  for (const script of ['find-chromium.mjs', 'build.mjs']) {
    const { code, output, seconds } = await run(process.execPath, [path.join(root, 'scripts', script)], 'pipe');
    if (code !== 0) throw new Advice(`${script}: exit ${code}\n${output.trim()}`);
    processor.push(seconds ?? 0);
  }
  const took = (performance.now() - begun) / 1000;
  console.log(`✓ 浏览器与构建 A browser and the build (${took.toFixed(1)} s${inProcessor(processor)})`);
}

/** In brackets behind what was done; nothing where the system does not tell. */
function inProcessor(seconds) {
  const sum = seconds.reduce((total, one) => total + one, 0);
  return sum > 0 ? `, ${sum.toFixed(1)} s of processors` : '';
}

/**
 * The first suite in browsers is set up beside the stages before it, and waits for its turn (test/setup/browser-setup.ts): three
 * products with the demonstration prefecture are half a minute in which a core has nothing to do. It runs beside the suites
 * before it (not beside checkers, which leave no core idle): on PostgreSQL a file waits for a quarter of its time, for a
 * server that was killed or a moment to come. What it writes is held back until they have ended.
 */
function setUpEarly(chosenWaves, ready, filters) {
  const at = chosenWaves.findIndex((names) => names.some((name) => inBrowsers.has(name)));
  if (at === 0) return undefined;
  const wave = chosenWaves[at];
  const before = chosenWaves[at - 1];
  const turn = new PassThrough();
  const output = holdOutput();
  const files = ready.then(() => runFiles(wave, filters, { turn, output }));
  files.catch(() => undefined); // told when its turn has come
  return {
    wave,
    startsWith: before.some((name) => name in checkers) ? undefined : before,
    begin: () => turn.end('begin\n'),
    show: () => {
      if (!turn.writableEnded) turn.end('begin\n');
      output.release();
      return files;
    },
  };
}

/** Keeps what a program writes until it is released; from then on it passes through. */
function holdOutput() {
  let held = [];
  return {
    write: (chunk) => (held ? held.push(chunk) : process.stdout.write(chunk)),
    release: () => {
      for (const chunk of held ?? []) process.stdout.write(chunk);
      held = undefined;
    },
  };
}

/** Prints what came of it, and returns the exit code. */
function report(results, started) {
  for (const line of describeResults(results, outside, (performance.now() - started) / 1000)) console.log(line);
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}

/** One after another, each told in one piece: they run beside a suite that writes as well. */
async function runCheckers(names) {
  const results = [];
  for (const name of names) {
    const begun = performance.now();
    let failed = 0;
    const processor = [];
    for (const [program, ...args] of checkers[name]) {
      const { code, output, seconds } = await run(program, args, 'pipe');
      processor.push(seconds === undefined ? undefined : { runner: seconds });
      console.log(`${code === 0 ? '✓' : `✗\n${output}`} ${program} ${args.slice(0, shownArguments).join(' ')}`);
      if (code !== 0) failed++;
    }
    const passed = checkers[name].length - failed;
    const seconds = (performance.now() - begun) / 1000;
    results.push({ name, passed, failed, seconds, processor: addProcessor(processor) });
  }
  return results;
}

/**
 * The files of some projects of vitest. A few that fail are run once more, each with a database of its own as before:
 * what passes then is told as such, and what needed that too often fails (testing/second-chances.mjs).
 */
async function runSuites(names, filters, begun = runFiles(names, filters)) {
  let files = await begun;
  const repeated = filesToRepeat(files);
  if (repeated.length > 0) {
    console.log(`\n↻ once more: ${repeated.map(({ file }) => file).join(', ')}`);
    const projects = [...new Set(repeated.map(({ project }) => project))];
    files = mergeRepeated(
      files,
      await runFiles(
        projects,
        repeated.map(({ file }) => file),
      ),
    );
  }
  const judged = judgeSecondChances(files, readSecondChances(), new Date().toISOString().slice(0, 10));
  writeSecondChances(judged.after);
  return judged.files;
}

/** What came of the files of one project. */
function resultOf(name, all) {
  const files = all.filter(({ project }) => project === name);
  const sum = (what) => files.reduce((total, one) => total + one[what], 0);
  return {
    name,
    passed: sum('passed'),
    failed: sum('failed'),
    seconds: sum('seconds'),
    processor: addProcessor(files.map((one) => one.processor)),
    files,
  };
}

/**
 * One run of vitest, its ordinary report streaming by: what came of each file, as the count reporter tells it. If it runs
 * `early`, it waits for a line of `turn` when it is set up, and writes to `output`.
 */
async function runFiles(names, filters, early) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-report-'));
  const counts = path.join(folder, 'counts.json');
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/count-reporter.mjs'];
  const projects = names.flatMap((name) => ['--project', name]);
  const env = { TEST_COUNTS: counts, ...(early ? { WAITS_FOR_TURN: '1' } : {}) };
  const { code, seconds = 0 } = await run(
    'vitest',
    ['run', ...projects, ...reporters, ...filters],
    early?.output ?? 'inherit',
    env,
    early?.turn,
  );
  const none = { files: [], errors: [], runner: 0 };
  const { files, errors, runner } = fs.existsSync(counts) ? JSON.parse(fs.readFileSync(counts, 'utf8')) : none;
  fs.rmSync(folder, { recursive: true, force: true });
  // something went wrong outside any test: an unhandled error, a set-up that failed, no test at all
  if (code !== 0 && files.every(({ failed }) => failed === 0)) {
    const text = ['failed outside any test: see above', ...errors].join('\n');
    const failures = [{ name: '', text }];
    files.push({ project: names[0], file: '', passed: 0, failed: 1, seconds: 0, failures, again: [], clean: [] });
  }
  // browsers end with the runner, which does not wait for them: they are in no sum of its children
  const within = addProcessor(files.map((one) => one.processor)) ?? { runner: 0, product: 0, database: 0 };
  outside.runner += Math.max(0, runner - within.runner);
  outside.started += Math.max(0, seconds - runner - within.product - within.database);
  return files;
}

/**
 * Runs a tool from node_modules, or a program by its path; its output passes through ('inherit'), comes back in one piece
 * ('pipe'), or is written to `output`. It reads `input`, if anything. `seconds` of processor time, with all that it started
 * and waited for.
 */
function run(program, args, output, more = {}, input = undefined) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32' && !path.isAbsolute(program);
    const command = path.resolve(root, 'node_modules', '.bin', program);
    const env = { ...process.env, NODE_ENV: 'test', ...more };
    const written = typeof output === 'string' ? output : 'pipe';
    const child = spawn(command, args, { cwd: root, stdio: [input ? 'pipe' : 'ignore', written, written], shell, env });
    if (input) input.pipe(child.stdin.on('error', () => undefined)); // it may have ended before its turn
    let collected = '';
    const take = typeof output === 'string' ? (chunk) => (collected += chunk) : output.write;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', take);
    let seconds;
    child.on('error', reject);
    child.on('exit', () => (seconds = childSeconds()));
    child.on('close', (code) => resolve({ code: code ?? 1, output: collected, seconds }));
  });
}
