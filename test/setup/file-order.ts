import fs from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Runs the longest files first, and files of one project and environment together: a worker keeps its loaded modules
 * for the next file only if that is of the same kind, and is discarded otherwise.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = new Map<string, TestSpecification[]>();
    for (const file of await super.sort(files)) {
      const kind = `${file.project.name} ${environmentOf(file.moduleId)}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), file]);
    }
    return [...kinds.values()].flatMap((those) => those.toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId)));
  }
}

/** Files that take minutes start first: started last, they would run alone at the end. */
const slowFiles = ['e2e/everywhere/languages.e2e.ts', 'e2e/wall/wall.e2e.ts'];
const rank = (file: string): number => {
  const at = slowFiles.findIndex((one) => file.endsWith(one));
  return at === -1 ? slowFiles.length : at;
};

const environmentOf = (file: string): string =>
  /^\/\/ @vitest-environment (\w+)/.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? 'node';
