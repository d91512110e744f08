import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeEnterprise, addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { createLog } from '#server/log.ts';
import { runFuzz } from '../fuzz/run-fuzz.ts';
import { startApp, type TestApp } from '../support/test-engine.ts';

/** FUZZ_SEED=… repeats a run that found something; FUZZ_WAYS=… is how often each call is made. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 4_294_967_296);
const ways = Number(process.env.FUZZ_WAYS ?? 60);

const errors: string[] = [];
let app: TestApp;
beforeAll(async () => {
  console.log(`FUZZ_SEED=${seed} FUZZ_WAYS=${ways}`);
  app = await startApp({
    max: 16,
    log: createLog({ level: 'error', pretty: true, destination: { write: (line) => void errors.push(line) } }),
  });
  await uploadMaterials(app.engine);
  const chief = await app.officer('admin');
  await activeEnterprise(app.engine, chief);
  await addEnterprise(app.engine, chief);
});
afterAll(() => app.close());

test('no malformed call causes an internal error, leaks internals or is answered without the envelope', {
  timeout: 1_800_000,
}, async () => {
  const report = await runFuzz(app, {
    seed,
    ways,
    conditions: Number(process.env.FUZZ_CONDITIONS ?? 1),
    patience: 1_500_000,
  });
  console.log(`${report.made} calls, ${report.heard} beyond the door`);
  expect(
    report.faults.slice(0, 40).join('\n\n') + (report.faults.length > 0 ? `\n\n${errors.join('')}` : ''),
    `FUZZ_SEED=${seed}`,
  ).toBe('');
  expect(report.heard / report.made).toBeGreaterThan(0.5);
  expect((await (await app.client('nobody')).get('/health')).status).toBe(200);
});
