/**
 * npm test [-- <stage>… <file filter>…]: sets itself up, runs every stage (or those named) and closes with the line
 * `N passed, N failed`. A checker counts as one test per run, a suite as the tests in it.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild } from './build.mjs';
import { root } from './child.mjs';
import { prepareChromium } from './chromium.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { runMain, step } from './steps.mjs';

/** In the order of what is cheap to know first. */
const stages = {
  types: checkers([
    ['tsc', '-p', 'tsconfig.server.json'],
    ['tsc', '-p', 'tsconfig.web.json'],
    ['tsc', '-p', 'tsconfig.test.json'],
  ]),
  lint: checkers([
    ['biome', 'lint', '--error-on-warnings', '.'],
    ['oxlint', '--type-aware', '--deny-warnings', '.'],
  ]),
  format: checkers([['biome', 'check', '--linter-enabled=false', '.']]),
  architecture: suite('architecture'),
  unit: suite('unit'),
  integration: suite('integration'),
  contract: suite('contract'),
  browser: suite('browser'),
  exhaustive: suite('exhaustive'),
};

/** Run only when named: they look for what is unknown, and take as long as they are given. */
const onlyNamed = new Set(['exhaustive']);

await runMain(async () => {
  const args = process.argv.slice(2);
  const named = args.filter((arg) => arg in stages);
  const filters = args.filter((arg) => !(arg in stages));
  const chosen = named.length > 0 ? named : Object.keys(stages).filter((name) => !onlyNamed.has(name));

  await ensureDependencies();
  if (chosen.includes('browser')) {
    await step('准备浏览器 Preparing a browser', prepareChromium);
    await ensureBuild();
  }

  const results = [];
  for (const name of chosen) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(4, 60 - name.length))}`);
    const started = performance.now();
    const { passed, failed } = await stages[name](filters);
    results.push({ name, passed, failed, seconds: (performance.now() - started) / 1000 });
  }
  return report(results);
});

function report(results) {
  console.log(`\n${'stage'.padEnd(14)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(10)}`);
  for (const { name, passed, failed, seconds } of results) {
    const numbers = `${String(passed).padStart(8)}${String(failed).padStart(8)}${seconds.toFixed(1).padStart(10)}`;
    console.log(`${name.padEnd(14)}${numbers}${failed > 0 ? '  ✗' : ''}`);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** A stage of programs that say yes or no by their exit code. */
function checkers(commands) {
  return async () => {
    let failed = 0;
    for (const [program, ...args] of commands) {
      const succeeded = (await run(program, args)) === 0;
      console.log(`${succeeded ? '✓' : '✗'} ${program} ${args.join(' ')}`);
      if (!succeeded) failed++;
    }
    return { passed: commands.length - failed, failed };
  };
}

/** A stage of one vitest project; its JSON report is counted, its ordinary report streams by. */
function suite(project) {
  return async (filters) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-report-'));
    const file = path.join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const code = await run('vitest', ['run', '--project', project, ...reporters, ...filters]);
    const counts = countTests(file);
    fs.rmSync(folder, { recursive: true, force: true });
    // something went wrong outside any test: an unhandled error, a set-up that failed, no test at all
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  };
}

function countTests(file) {
  if (!fs.existsSync(file)) return { passed: 0, failed: 0 };
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  // a file that cannot even be loaded has no tests to fail
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Runs a tool from node_modules with its output passing through. */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const command = path.join(root, 'node_modules', '.bin', program);
    const env = { ...process.env, NODE_ENV: 'test' };
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell, env });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
