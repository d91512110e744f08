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

/**
 * Files that take long, or mostly wait, start first and in this order: started last, they would run alone at the end.
 * Others follow as the runner orders them, by their size.
 */
export const slowFiles = [
  'e2e/everywhere/languages/english-pages.e2e.ts',
  'e2e/everywhere/languages/chinese-pages.e2e.ts',
  'e2e/wall/wall.e2e.ts',
  'e2e/sign-in/sign-in.e2e.ts',
  'e2e/member/centre.e2e.ts',
  'e2e/travel/itinerary-builder.e2e.ts',
  'e2e/enterprise/lifecycle.e2e.ts',
  'e2e/enterprise/registration.e2e.ts',
  'e2e/everywhere/browsers.e2e.ts',
  'e2e/everywhere/thumb.e2e.ts',
  'e2e/everywhere/accessibility.e2e.ts',
  'e2e/sign-in/session-lock.e2e.ts',
  'e2e/administration/scheduled-work.e2e.ts',
  'test/operation/restore-with-product-role.integration.test.ts',
  'test/crash/check-sealing-killed.integration.test.ts',
  'test/crash/embedded-database-killed.integration.test.ts',
  'test/crash/database-restart.integration.test.ts',
  'test/crash/database-crash.integration.test.ts',
  'test/crash/server-killed.integration.test.ts',
  'test/operation/backup.integration.test.ts',
  'test/operation/cli.integration.test.ts',
  'test/contract/smoke.test.ts',
  'test/contract/offers-and-clocks.test.ts',
  'test/http/strange-calls.integration.test.ts',
  'test/access/moves-by-group.integration.test.ts',
  'test/transfer/import.integration.test.ts',
  'test/operation/npm-run-dev.integration.test.ts',
  'server/jobs/jobs.integration.test.ts',
  'modules/document/test/document.integration.test.ts',
  'modules/message/test/mail.integration.test.ts',
  'test/contract/list.test.ts',
  'test/contract/form.test.ts',
  'server/sheets/read-sheets-of-xlsx-or-csv-file.test.ts',
  'server/http/connection/end-slow-request-bodies.test.ts',
  'test/operation/concurrent-starts.test.ts',
];
const rank = (file: string): number => {
  const at = slowFiles.findIndex((one) => file.endsWith(one));
  return at === -1 ? slowFiles.length : at;
};

const environmentOf = (file: string): string =>
  /^\/\/ @vitest-environment (\w+)/.exec(fs.readFileSync(file, 'utf8'))?.[1] ?? 'node';
