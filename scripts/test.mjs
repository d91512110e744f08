/**
 * npm test [-- changed [ref] sixty <stage>… <file filter>… <option of vitest>…]: installs what it needs, runs all stages
 * (or those named) and prints the cost of each file and, last, the line `N passed, N failed`. Each command of a checker
 * counts as one test.
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

/** Stages that run programs and read their exit codes. The other stages are test suites: projects of vitest.config.ts. */
const checkers = {
  // With several checkers tsc checks shared types in each of them: with four it took 1.5 times the processor time.
  types: [
    ['tsc', '--checkers', '1', '-p', 'tsconfig.server.json'],
    ['tsc', '--checkers', '1', '-p', 'tsconfig.web.json'],
    ['tsc', '--checkers', '1', '-p', 'tsconfig.test.json'],
  ],
  // one pass of Biome for format, order of imports and rules
  lint: [
    ['biome', 'check', '--error-on-warnings', '.'],
    ['oxlint', '--type-aware', '--deny-warnings', '.'],
  ],
};

/**
 * tsc and the type-aware oxlint are Go programs that run for seconds: collecting garbage took a third of their processor
 * time. They start collecting only at this much memory.
 */
const checkerEnvironment = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/**
 * The cheapest first. Stages of one line run at the same time, so that a core is not idle while a file waits. The first
 * browser suite is set up meanwhile (setUpEarly).
 */
const waves = [
  ['types', 'lint', 'architecture', 'unit'],
  ['integration', 'contract'],
  ['browser'],
  ['exhaustive'],
  ['screens'],
];
const stages = waves.flat();
/** For a few files, starting the runner takes half of the time: it is started once for all suites without browsers. */
const wavesOfChange = [waves.slice(0, 2).flat(), ...waves.slice(2)];

/** `npm test -- changed [ref]`: types, lint, and the tests that what has changed since then can reach. */
const changedArgument = 'changed';

/** `npm test -- sixty`: with sixty invented resources in addition to the real ones (test/sixty/). */
const invented = { argument: 'sixty', folder: 'test/sixty' };

/**
 * Suites whose files run in the workers of another one when both are run: workers of different projects are different, and each
 * of them loads all modules first.
 */
const hostOf = { architecture: 'unit', contract: 'integration' };

/** Run only when named: they take many minutes. */
const onlyNamed = new Set(['exhaustive', 'screens']);
/** Suites that test the built product in a browser. */
const inBrowsers = new Set(['browser', 'screens']);
/** Number of arguments of a checker that are printed; the others are files. */
const shownArguments = 5;
/** Up to this many browser test files, starting more than two products costs more time than it saves. */
const fewPages = 5;

/** Processor time that belongs to no file: of the runner, and of programs that it starts for all files. */
const outside = { runner: 0, started: 0 };
/** Processor time of the child process that ended last. */
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
  // the browser and the build are prepared during the earlier stages
  const ready = chosen.some((name) => inBrowsers.has(name)) ? prepareBrowser() : undefined;
  ready?.catch(() => undefined); // thrown where it is awaited

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
    const begun = wave === early?.wave ? early.show() : undefined;
    const files = suites.length > 0 ? await runSuites(suites, filters, begun) : [];
    results.push(...(await checked), ...suites.map((name) => resultOf(name, files)));
  }
  return report(results, started);
});

/** Stages, file filters and, from the first option on, arguments for vitest. */
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
  // one product is started per worker
  const pages = those.filter((file) => stageOf(file) === 'browser').length;
  if (pages > 0 && pages <= fewPages) process.env.BROWSER_WORKERS = pages === 1 ? '1' : '2';
  if (resources.length > 0) process.env.SMOKE_RESOURCES = resources.join();
  if (!all) limitCheckers(changed.filter(isThere), sources);
  return { chosen, files: all && paths.length === 0 ? [] : those };
}

function isThere(file) {
  return fs.existsSync(path.join(root, file));
}

/** Limits checkers to what a change can reach: tsc continues from its last run, Biome and oxlint get the files. */
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

/** Prints one line at the end, as other suites print at the same time. */
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

/** Processor time for a line of output; empty where the system does not report it. */
function inProcessor(seconds) {
  const sum = seconds.reduce((total, one) => total + one, 0);
  return sum > 0 ? `, ${sum.toFixed(1)} s of processors` : '';
}

/**
 * The first browser suite is set up during the earlier stages and then waits (test/setup/browser-setup.ts): starting its
 * products with the demonstration prefecture takes half a minute, during which a core is partly idle. Its files wait until
 * the earlier suites have ended: beside four browsers, tests of killed servers took four times as long and ran out of time.
 * Its output is held back, too.
 */
function setUpEarly(chosenWaves, ready, filters) {
  const at = chosenWaves.findIndex((names) => names.some((name) => inBrowsers.has(name)));
  if (at === 0) return undefined;
  const wave = chosenWaves[at];
  const turn = new PassThrough();
  const output = holdOutput();
  const files = ready.then(() => runFiles(wave, filters, { turn, output }));
  files.catch(() => undefined); // thrown where it is awaited
  return {
    wave,
    show: () => {
      turn.end('begin\n');
      output.release();
      return files;
    },
  };
}

/** Holds output back until it is released; from then on it is printed at once. */
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

/** Prints the results and returns the exit code. */
function report(results, started) {
  for (const line of describeResults(results, outside, (performance.now() - started) / 1000)) console.log(line);
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}

/** Runs checkers one after another and prints the output of each in one piece, as a suite prints at the same time. */
async function runCheckers(names) {
  const results = [];
  for (const name of names) {
    const begun = performance.now();
    let failed = 0;
    const processor = [];
    for (const [program, ...args] of checkers[name]) {
      const { code, output, seconds } = await run(program, args, 'pipe', checkerEnvironment);
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
 * Runs the files of some projects of vitest. If only a few fail, they are run once more. What passes only then is reported,
 * and fails if it needed that too often (testing/second-chances.mjs).
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

/** The result of one project. */
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
 * Runs vitest, printing its usual report, and returns the result of each file as written by the count reporter. With
 * `early`, it waits for a line from `turn` after its set-up, and prints to `output`.
 */
async function runFiles(names, filters, early) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-report-'));
  const counts = path.join(folder, 'counts.json');
  const reporters = ['--reporter=default', '--reporter=./scripts/testing/count-reporter.mjs'];
  const guests = names.filter((name) => names.includes(hostOf[name]));
  const projects = names.filter((name) => !guests.includes(name)).flatMap((name) => ['--project', name]);
  const env = { TEST_COUNTS: counts, TEST_GUESTS: guests.join(), ...(early ? { WAITS_FOR_TURN: '1' } : {}) };
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
  for (const one of files) {
    const own = stageOf(one.file);
    if (guests.includes(own) && one.project === hostOf[own]) one.project = own;
  }
  // something went wrong outside any test: an unhandled error, a set-up that failed, no test at all
  if (code !== 0 && files.every(({ failed }) => failed === 0)) {
    const text = ['failed outside any test: see above', ...errors].join('\n');
    const failures = [{ name: '', text }];
    files.push({ project: names[0], file: '', passed: 0, failed: 1, seconds: 0, failures, again: [], clean: [] });
  }
  // the runner does not wait for its browsers, so that they are missing from the time of its children
  const within = addProcessor(files.map((one) => one.processor)) ?? { runner: 0, product: 0, database: 0 };
  outside.runner += Math.max(0, runner - within.runner);
  outside.started += Math.max(0, seconds - runner - within.product - within.database);
  return files;
}

/**
 * Runs a tool of node_modules, or a program by its path. Its output is printed ('inherit'), returned ('pipe'), or written
 * to `output`; `input` is its standard input. `seconds` is the processor time of it and of all children it waited for.
 */
function run(program, args, output, more = {}, input = undefined) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32' && !path.isAbsolute(program);
    const command = path.resolve(root, 'node_modules', '.bin', program);
    const env = { ...process.env, NODE_ENV: 'test', ...more };
    const written = typeof output === 'string' ? output : 'pipe';
    const child = spawn(command, args, { cwd: root, stdio: [input ? 'pipe' : 'ignore', written, written], shell, env });
    if (input) input.pipe(child.stdin.on('error', () => undefined)); // it may have ended before
    let collected = '';
    const take = typeof output === 'string' ? (chunk) => (collected += chunk) : output.write;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', take);
    let seconds;
    child.on('error', reject);
    child.on('exit', () => (seconds = childSeconds()));
    child.on('close', (code) => resolve({ code: code ?? 1, output: collected, seconds }));
  });
}
