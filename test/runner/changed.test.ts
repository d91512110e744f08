import { expect, it } from 'vitest';
import { chooseTests, findReached, stageOf } from '../../scripts/testing/changed.mjs';

/** A small product, its files by name. */
const texts: Record<string, string> = {
  'apps/server.ts': '',
  'server/start.ts': "startBundledWorkerThread('sheets/sheet-worker.ts')",
  'server/sheets/sheet-worker.ts': '',
  'server/start.test.ts': '',
  'modules/registry.ts': '',
  'modules/rental/contract/module.ts': "name: 'rental' name: 'cariframe'",
  'modules/rental/contract/order.ts': "name: 'rental/order', fields: { name: 'plate' }",
  'modules/rental/web/screen.tsx': '',
  'modules/travel/contract/hire.ts': '',
  'modules/travel/test/hire.test.ts': '',
  'modules/rental/test/order.integration.test.ts': "start() call('/admin/rental.order/add')",
  'modules/crew/test/crew.integration.test.ts': "start() call('/admin/crew.guide/add')",
  'test/support/start.ts': '',
  'test/contract/smoke.test.ts': '',
  'test/architecture/size.test.ts': '',
  'test/operation/deploy.test.ts': "read('deploy', 'nginx.conf')",
  'e2e/travel/rental.e2e.ts': "open('/admin/cariframe?id=1')",
  'e2e/wall/wall.e2e.ts': "open('/admin/wall') // a rental",
  'e2e/everywhere/workbench.e2e.ts': '',
};
const importers = new Map(
  Object.entries({
    'server/start.ts': ['apps/server.ts', 'server/start.test.ts', 'test/support/start.ts'],
    'test/support/start.ts': [
      'modules/rental/test/order.integration.test.ts',
      'modules/crew/test/crew.integration.test.ts',
      'test/contract/smoke.test.ts',
    ],
    'modules/registry.ts': ['apps/server.ts', 'test/support/start.ts'],
    'modules/rental/contract/module.ts': ['modules/registry.ts'],
    'modules/rental/contract/order.ts': ['modules/rental/contract/module.ts', 'modules/travel/contract/hire.ts'],
    'modules/travel/contract/hire.ts': ['modules/registry.ts', 'modules/travel/test/hire.test.ts'],
  }),
);
const choose = (...changed: string[]) =>
  chooseTests({ changed, sources: Object.keys(texts), importers, read: (file) => texts[file] ?? '' }).toSorted();

const always = 'test/architecture/size.test.ts';
const smoke = [always, 'test/contract/smoke.test.ts'];

it('follows imports through other modules, and what names the module where all are started', () => {
  expect(choose('modules/rental/contract/order.ts')).toEqual(
    [
      ...smoke,
      'e2e/travel/rental.e2e.ts',
      'modules/rental/test/order.integration.test.ts',
      'modules/travel/test/hire.test.ts',
    ].toSorted(),
  );
});

it('looks only at pages for a change of the web part of a module', () => {
  expect(choose('modules/rental/web/screen.tsx')).toEqual(['e2e/travel/rental.e2e.ts', ...smoke].toSorted());
});

it('looks at one page where none is chosen', () => {
  expect(choose('modules/travel/contract/hire.ts')).toEqual(
    [...smoke, 'e2e/everywhere/workbench.e2e.ts', 'modules/travel/test/hire.test.ts'].toSorted(),
  );
});

it('looks at every page for a change of what all modules share', () => {
  expect(choose('server/start.ts')).toEqual(
    [
      always,
      'e2e/travel/rental.e2e.ts',
      'e2e/wall/wall.e2e.ts',
      'e2e/everywhere/workbench.e2e.ts',
      'modules/crew/test/crew.integration.test.ts',
      'modules/rental/test/order.integration.test.ts',
      'server/start.test.ts',
      'test/contract/smoke.test.ts',
    ].toSorted(),
  );
});

it('finds who reads a file without an import, or starts it as a thread', () => {
  expect(choose('deploy/nginx.conf')).toEqual([always, 'test/operation/deploy.test.ts']);
  expect(choose('server/sheets/sheet-worker.ts')).toEqual(choose('server/start.ts'));
});

it('starts nothing for a change of tests or documents but those tests', () => {
  expect(choose('modules/travel/test/hire.test.ts')).toEqual(['modules/travel/test/hire.test.ts', always]);
  expect(choose('README.md')).toEqual([always]);
});

it('takes a change of migrations, scripts or settings of the tests for one of everything', async () => {
  for (const file of ['migrations/1_first.sql', 'scripts/test.mjs', 'vitest.config.ts', 'test/setup/file-order.ts'])
    expect(await findReached([file])).toMatchObject({ all: true });
});

it.each([
  ['e2e/wall/wall.e2e.ts', 'browser'],
  ['test/architecture/size.test.ts', 'architecture'],
  ['test/contract/smoke.test.ts', 'contract'],
  ['server/start.integration.test.ts', 'integration'],
  ['web/theme/tokens.test.tsx', 'unit'],
])('%s belongs to %s', (file, stage) => {
  expect(stageOf(file)).toBe(stage);
});

it('knows the imports of this product', async () => {
  const { files, sources, resources } = await findReached(['kernel/time/half-open-interval-in-unix-seconds.ts']);
  expect(files).toContain('kernel/time/half-open-interval-in-unix-seconds.test.ts');
  expect(files).not.toContain('kernel/text/validation-messages.test.ts');
  expect(sources).toContain('kernel/time/half-open-interval-in-unix-seconds.ts');
  expect(resources).toEqual([]);
});

it('names the resources of modules where nothing else has changed', async () => {
  const { resources } = await findReached(['modules/coach-rental/server/module.ts', 'README.md']);
  expect(resources).toContain('rental/order');
  expect(resources.every((name) => name.startsWith('rental/'))).toBe(true);
});
