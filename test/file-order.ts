import fs from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files of a run, longest first, those of one project and environment together: a worker takes all it has loaded
 * into the next file only where that is of the same kind, and is thrown away where it is not.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = new Map<string, TestSpecification[]>();
    for (const file of await super.sort(files)) {
      const kind = `${file.project.name} ${environmentOf(file.moduleId)}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), file]);
    }
    return [...kinds.values()].flat();
  }
}

const environmentOf = (file: string): string =>
  /^\/\/ @vitest-environment (\w+)/.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? 'node';
