interface Failure {
  /** Of the test; empty: of its file. */
  name: string;
  text: string;
}

/** What came of a test file, as scripts/testing/count-reporter.mjs tells it. */
export interface FileResult {
  project: string;
  file: string;
  passed: number;
  failed: number;
  seconds: number;
  processor?: Record<string, number>;
  /** `retried`: by the suite, and in vain. */
  failures: (Failure & { retried?: boolean })[];
  /** Passed only when tried again. */
  again: Failure[];
  /** Tests that passed at once; the empty name stands for the file. */
  clean: string[];
}

export function filesToRepeat(files: FileResult[]): FileResult[];
export function mergeRepeated(files: FileResult[], repeated: FileResult[]): FileResult[];
export function judgeSecondChances(
  files: FileResult[],
  before: Record<string, string>,
  today: string,
): { files: FileResult[]; after: Record<string, string> };
