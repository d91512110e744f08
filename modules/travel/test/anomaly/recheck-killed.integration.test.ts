import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { sql } from '#server/db/sql.ts';
import { bundleProgram } from '../../../../test/support/bundle-program.ts';
import { startApp, type TestApp, testPassword } from '../../../../test/support/test-engine.ts';
import { recheckTeamsNightly } from '../../server/anomaly/recheck-teams-nightly.ts';
import { type Agency, openAgency } from '../agency.ts';
import { dayTrip, type Fleet, insure, openFleet } from '../team.ts';

let app: TestApp;
let agency: Agency;
let fleet: Fleet;
let child: ChildProcess | undefined;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  await insure(app, agency);
  fleet = await openFleet(app);
}, 120_000);
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.close();
});

const teams = 9;

/** Another process of the server, killed in the middle of a check before it stores its next results. */
const program = () => `
  import { resources } from '#modules/registry.ts';
  import { serverModules } from '#modules/server.ts';
  import { recheckTeamsNightly } from '#modules/travel/server/anomaly/recheck-teams-nightly.ts';
  import { readConfig } from '#server/config.ts';
  import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
  import { openDatabase } from '#server/db/open-database.ts';
  import { createLog } from '#server/log.ts';
  const config = readConfig({ PORT: '0', DATA_DIR: ${JSON.stringify(app.config.dataDir)}, DEMO: '0', CAPTCHA: '0', RATE_LIMIT: '0', ADMIN_PASSWORD: '${testPassword}' });
  const db = await openDatabase(${JSON.stringify(app.db.address)});
  const { engine } = await createEngine({ db, config, log: createLog({ level: 'silent' }), resources, modules: serverModules });
  await recheckTeamsNightly(engine, {
    together: 1,
    onPart({ teams }) {
      if (teams < 4) return;
      process.stdout.write('half way');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  });`;

test('a nightly check continues where it was after its server was killed', async () => {
  const vehicles: number[] = [];
  const ids: number[] = [];
  for (let n = 0; n < teams; n++) {
    const { id: vehicle_id } = await fleet.vehicle();
    vehicles.push(vehicle_id);
    const trip = await dayTrip(app, agency, { vehicles: [{ vehicle_id, driver_id: await fleet.driver() }] });
    const { data } = await agency.owner.post<{ id: number }>('/api/travel.itinerary/add', trip);
    expect((await agency.owner.post('/api/travel.itinerary/submit', { id: data.id })).code).toBe(1);
    ids.push(data.id);
  }
  await app.db.query(
    sql`update crew_vehicle set inspect_valid_to = '2030-04-01' where id = any(${vehicles}::bigint[])`,
  );
  const found = () =>
    app.db.rows<{ id: number; n: number }>(sql`
      select itinerary_id as id, count(*)::int as n from travel_finding where itinerary_id = any(${ids}::bigint[]) and code = 'I09' group by 1 order by 1`);

  child = spawn(process.execPath, [bundleProgram({ name: 'looking-server', code: program() })], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer];
  expect(String(output)).toContain('half way');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = (await found()).length;
  expect(before).toBeGreaterThanOrEqual(4);
  expect(before).toBeLessThan(teams);

  const parts: number[] = [];
  const whole = await recheckTeamsNightly(app.engine, {
    together: 1,
    onPart: (looked) => void parts.push(looked.teams),
  });
  // the count continues from the stored results, and teams in progress at the kill are checked once like all others
  expect(parts[0]).toBeGreaterThan(4);
  expect(whole).toEqual({ teams, stored: teams });
  expect(await found()).toEqual(ids.map((id) => ({ id, n: 1 })));
  const notices =
    await app.db.rows(sql`select f.id, count(n.id)::int as n from travel_finding f left join message_notice n on n.row_id = f.id
    and n.resource = 'travel/finding' and n.admin_id = (select id from auth_admin where username = 'admin')
    where f.itinerary_id = any(${ids}::bigint[]) group by 1`);
  expect(notices.map(({ n }) => n)).toEqual(ids.map(() => 1));
});
