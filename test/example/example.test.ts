import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

const read = (...names: string[]) => fs.readFileSync(path.join(packageRoot, ...names), 'utf8');
const contributing = read('CONTRIBUTING.md');

test('CONTRIBUTING quotes its example as it is tested', () => {
  for (const [language, file] of [
    ['ts', 'contract/insurance.ts'],
    ['ts', 'contract/cover.ts'],
    ['ts', 'server/insurance-subscribers.ts'],
    ['ts', 'server/premium-calls.ts'],
    ['sql', 'migrations/202611281435_enterprise_insurance.sql'],
  ] as const)
    expect(contributing, file).toContain(`\`\`\`${language}\n${read('test/example', file)}\`\`\``);
});

test('the code that it says to replace exists', () => {
  const changes = [...contributing.matchAll(/`(modules\/[\w/.-]+)`:?\n\n```diff\n([\s\S]*?)```/g)];
  expect(changes).toHaveLength(2);
  for (const [, file = '', change = ''] of changes)
    for (const [, line = ''] of change.matchAll(/^-(.*)$/gm)) expect(read(file), file).toContain(line);
});
