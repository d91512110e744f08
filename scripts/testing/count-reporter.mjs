import fs from 'node:fs';

/**
 * A vitest reporter for scripts/test.mjs. Writes JSON to the file TEST_COUNTS: result and cost of each file, errors of failed
 * tests, names of tests that passed only on retry, errors outside of files, and the processor time of the runner.
 */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const file = process.env.TEST_COUNTS;
    // a set-up failed and has written its error to the file (test/setup/printable-failure.ts); vitest calls this without it
    if (modules.length === 0 && fs.existsSync(file)) return;
    const { user, system } = process.cpuUsage(); // in microseconds
    const counts = { files: modules.map(countFile), errors: errors.map(describeError), runner: (user + system) / 1e6 };
    fs.writeFileSync(file, JSON.stringify(counts));
  }
}

/** Number of characters of a failure in the report. */
const shownLines = 1200;

function countFile(module) {
  const tests = [...module.children.allTests()];
  const count = (state) => tests.filter((test) => test.result().state === state).length;
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const took = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  // a file that cannot be loaded, or whose hooks fail, may have no failed tests
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

/** The message of an error with the lines of its stack in our own code. */
const describeError = ({ message, stack = message }) =>
  String(stack)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .join('\n')
    .slice(0, shownLines);
