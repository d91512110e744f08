import fs from 'node:fs';

/**
 * A vitest reporter for scripts/test.mjs: writes results and duration of each file as JSON to the file TEST_COUNTS,
 * with the errors of failed tests and the names of tests that only passed on retry.
 */
export default class CountReporter {
  onTestRunEnd(modules) {
    fs.writeFileSync(process.env.TEST_COUNTS, JSON.stringify({ files: modules.map(countFile) }));
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
    failures: [
      ...module.errors().map((error) => ({ name: '', text: describeError(error) })),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => ({ name: test.fullName, text: test.result().errors.map(describeError).join('\n') })),
    ],
    again: tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => ({ name: test.fullName, text: (test.result().errors ?? []).map(describeError).join('\n') })),
  };
}

/** The message of a failure, and its location in our own code. */
const describeError = ({ message, stack = message }) =>
  stack
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
    .join('\n')
    .slice(0, shownLines);
