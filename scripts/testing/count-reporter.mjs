import fs from 'node:fs';

/**
 * A vitest reporter for scripts/test.mjs: writes to the file TEST_COUNTS, as JSON, what came of each file and what it took,
 * with the errors of failed tests and the names of tests that only passed on retry; errors outside of files; and the
 * processor time of the runner.
 */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const file = process.env.TEST_COUNTS;
    // a set-up that failed has told it (test/setup/printable-failure.ts); the runner does not know of it yet
    if (modules.length === 0 && fs.existsSync(file)) return;
    const { user, system } = process.cpuUsage(); // in microseconds
    const counts = { files: modules.map(countFile), errors: errors.map(describeError), runner: (user + system) / 1e6 };
    fs.writeFileSync(file, JSON.stringify(counts));
  }
}

/** Characters of a failure repeated at the end. */
const shownLines = 1200;

function countFile(module) {
  const tests = [...module.children.allTests()];
  const count = (state) => tests.filter((test) => test.result().state === state).length;
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const took = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  // a file that cannot be loaded, or whose hooks fail, may have no failed test
  const failed = Math.max(count('failed'), module.state() === 'failed' ? 1 : 0);
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    passed: count('passed'),
    failed,
    seconds: took / 1000,
    processor: module.meta().processorTime,
    failures: [
      ...module.errors().map((error) => ({ name: '', text: describeError(error) })),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => ({
          name: test.fullName,
          text: test.result().errors.map(describeError).join('\n'),
          retried: (test.diagnostic()?.retryCount ?? 0) > 0,
        })),
    ],
    clean: [
      ...tests
        .filter((test) => test.result().state === 'passed' && !test.diagnostic()?.flaky)
        .map((test) => test.fullName),
      ...(module.errors().length === 0 ? [''] : []),
    ],
    again: tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => ({ name: test.fullName, text: (test.result().errors ?? []).map(describeError).join('\n') })),
  };
}

/** The message of a failure, and its location in our own code. */
const describeError = ({ message, stack = message }) =>
  String(stack)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .join('\n')
    .slice(0, shownLines);
