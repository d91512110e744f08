import fs from 'node:fs';
import type { TestProject } from 'vitest/node';

type SetUp = (project: TestProject) => Promise<() => Promise<void>>;

/**
 * A set-up whose failure is told by its own message. The runner keeps translated sources on disk (`fsModuleCache`) and
 * reads those of a set-up as bytes, where Vite looks for source lines in a text: it would fail while it prints the error,
 * with `code.charCodeAt is not a function` instead of what went wrong. Reporters are not told at all, so that the failure
 * is written where scripts/test.mjs reads what they tell.
 */
export const withPrintableFailure =
  (setUp: SetUp): SetUp =>
  async (project) => {
    try {
      return await setUp(project);
    } catch (error) {
      for (let one = error; one instanceof Error; one = one.cause) readStackPlainly(one);
      writeReport(error);
      throw error;
    }
  };

/** Before the runner does: a stack is composed when it is first read, and kept. */
function readStackPlainly(error: Error): void {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = undefined as never;
  void error.stack;
  Error.prepareStackTrace = prepareStackTrace;
}

/** As scripts/testing/count-reporter.mjs does for everything else. */
function writeReport(error: unknown): void {
  const file = process.env.TEST_COUNTS;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (file) fs.writeFileSync(file, JSON.stringify({ files: [], errors: [text], runner: 0 }));
}
