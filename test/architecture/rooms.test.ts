import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { files, type Import, imports, readSource } from './sources.ts';

/**
 * Checks the imports between rooms: kernel ← data ← server, web ← modules ← apps. Server and web never import each
 * other, contracts import only the kernel, and a module knows another one only by its contract.
 */

/** The room a file is in: kernel, server, web, contract, module-server, module-web, registry or app. */
function roomOf(file: string): { room: string; module?: string } {
  const [top = '', module = '', part = ''] = file.split('/');
  if (top !== 'modules') return { room: top };
  if (part === '')
    return {
      room: /^(web|light-public-pages|public-pages|unlisted-public-pages)/.test(module)
        ? 'module-web'
        : module.startsWith('server')
          ? 'module-server'
          : 'registry',
    };
  return { room: part === 'contract' ? 'contract' : `module-${part}`, module };
}

/** The rooms that each room may import. `registry` is the list of contracts at modules/*.ts. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  kernel: ['kernel'],
  data: ['data', 'kernel'],
  server: ['server', 'kernel', 'data'],
  web: ['web', 'kernel', 'data'],
  contract: ['contract', 'kernel'],
  registry: ['contract', 'kernel', 'registry'],
  'module-server': ['module-server', 'contract', 'registry', 'server', 'kernel', 'data'],
  'module-web': ['module-web', 'contract', 'registry', 'web', 'kernel', 'data'],
  apps: ['apps', 'module-server', 'module-web', 'contract', 'registry', 'server', 'web', 'kernel', 'data'],
};

/** Why an import runs the wrong way, or undefined when it does not. */
function objection({ from, to }: Import): string | undefined {
  const [source, goal] = [roomOf(from), roomOf(to)];
  if (!ALLOWED[source.room]?.includes(goal.room)) return `${source.room} must not lean on ${goal.room}`;
  const insideModules = source.module !== undefined && goal.module !== undefined && source.module !== goal.module;
  if (insideModules && goal.room !== 'contract') return `${source.module} may know ${goal.module} only by its contract`;
  if (/^apps\/(web|light-pages)\.tsx$/.test(from) && ['server', 'module-server'].includes(goal.room))
    return 'the web part holds no server';
  if (/^apps\/.*\.ts$/.test(from) && ['web', 'module-web'].includes(goal.room))
    return 'the server part imports nothing of web';
  return undefined;
}

test('every import points in an allowed direction', () => {
  const wrong = imports.flatMap((one) => {
    const reason = objection(one);
    return reason ? [`${one.from} → ${one.to}: ${reason}`] : [];
  });
  expect(wrong).toEqual([]);
});

/**
 * Rooms of the kernel, the server and the browser, from the lowest to the highest: a room imports only from lower ones,
 * type imports included. Files directly in `server/` are below all of them.
 */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  kernel: [
    ['check'],
    ['text'],
    ['time'],
    ['declaration'],
    ['option', 'wire'],
    ['random-draw'],
    ['evidence-chain'],
    ['kind'],
    ['field'],
    ['lifecycle'],
    ['resource'],
    ['access', 'version', 'verification', 'settings', 'message', 'list', 'screening'],
    ['module'],
  ],
  server: [
    ['outgoing'],
    ['ground'],
    ['db'],
    ['limit', 'system', 'sheets', 'jobs', 'wall-panel'],
    ['engine'],
    ['pdf', 'auth', 'read'],
    ['files', 'events', 'backup'],
    ['write'],
    ['history', 'retention', 'time-series'],
    ['http'],
    ['open-api'],
    ['platform'],
    ['message', 'transfer'],
    ['calls'],
    ['start'],
  ],
  web: [
    ['i18n', 'session', 'tab'],
    ['theme', 'feedback'],
    ['http', 'chart'],
    ['error', 'boot', 'resource', 'map', 'scan'],
    ['cell', 'sign-in', 'screen'],
    ['input', 'wall'],
    ['form'],
    ['lifecycle'],
    ['timeline'],
    ['record'],
    ['table'],
    ['help'],
    ['shell'],
    ['light'],
  ],
};

/** The room of the server or the browser that a file is in, and its floor; -1 when it has none. */
function floorOf(file: string): { top: string; room: string; floor: number } {
  const [top = '', first = '', ...inside] = file.split('/');
  const room = inside.length > 0 ? first : 'ground';
  return { top, room, floor: FLOORS[top]?.findIndex((rooms) => rooms.includes(room)) ?? -1 };
}

/** Why an import between two rooms of one house climbs, or undefined when it does not. */
function climb({ from, to }: Import): string | undefined {
  const [source, goal] = [floorOf(from), floorOf(to)];
  if (source.top !== goal.top || source.room === goal.room || !FLOORS[source.top]) return undefined;
  const lost = [source, goal].find(({ floor }) => floor < 0);
  if (lost) return `${lost.top}/${lost.room} has no floor`;
  return goal.floor < source.floor ? undefined : `${source.room} must not lean on ${goal.room}`;
}

test('every room imports only from floors below its own', () => {
  const wrong = imports.flatMap((one) => {
    const reason = climb(one);
    return reason ? [`${one.from} → ${one.to}: ${reason}`] : [];
  });
  expect(wrong).toEqual([]);
});

/**
 * Parts of the travel module, from the lowest to the highest: each is a folder of its contract, server or web, and
 * imports only lower ones, on either side. What lies next to these folders is shared.
 */
const TRAVEL = [
  ['product', 'readings'],
  ['itinerary'],
  ['anomaly', 'rating', 'team-code'],
  ['on-the-road', 'print'],
  ['wall'],
] as const;

/** Why an import between two parts of the travel module climbs, or undefined when it does not. */
function climbInTravel({ from, to }: Import): string | undefined {
  const partOf = (file: string) => /^modules\/travel\/(?:contract|server|web)\/([^/]+)\//.exec(file)?.[1];
  const floorOfPart = (part: string) => TRAVEL.findIndex((parts) => (parts as readonly string[]).includes(part));
  const [source, goal] = [partOf(from), partOf(to)];
  if (source === undefined || goal === undefined || source === goal) return undefined;
  const lost = [source, goal].find((part) => floorOfPart(part) < 0);
  if (lost !== undefined) return `travel/${lost} has no floor`;
  return floorOfPart(goal) < floorOfPart(source) ? undefined : `${source} must not lean on ${goal}`;
}

test('the parts of travel import each other one way', () => {
  const wrong = imports.flatMap((one) => {
    const reason = climbInTravel(one);
    return reason ? [`${one.from} → ${one.to}: ${reason}`] : [];
  });
  expect(wrong).toEqual([]);
  const climb = (from: string, to: string) => climbInTravel({ from, to, typeOnly: true });
  expect(climb('modules/travel/server/itinerary/a.ts', 'modules/travel/contract/anomaly/b.ts')).toBeDefined();
  expect(climb('modules/travel/contract/anomaly/b.ts', 'modules/travel/server/itinerary/a.ts')).toBeUndefined();
  expect(climb('modules/travel/server/team-code/a.ts', 'modules/travel/server/on-the-road/b.ts')).toBeDefined();
  expect(climb('modules/travel/web/attic/a.ts', 'modules/travel/web/product/b.ts')).toBeDefined();
});

test('every import names a file that exists', () => {
  const missing = imports.filter(({ to }) => !fs.existsSync(path.join(packageRoot, to)));
  expect(missing.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

test('the kernel does no input or output', () => {
  const impure = files
    .filter((file) => file.startsWith('kernel/'))
    .filter((file) =>
      /from\s+['"]node:|import\(['"]node:|\bprocess\.|(?<![-\w])document\.|\bwindow\./.test(readSource(file)),
    );
  expect(impure).toEqual([]);
});

test('the check finds forbidden imports and circles', () => {
  const arrow = (from: string, to: string) => objection({ from, to, typeOnly: false });
  expect(arrow('server/a.ts', 'web/b.ts')).toBeDefined();
  expect(arrow('kernel/a.ts', 'server/b.ts')).toBeDefined();
  expect(arrow('server/a.ts', 'modules/enterprise/contract/b.ts')).toBeDefined();
  expect(arrow('modules/a/contract/x.ts', 'modules/b/contract/y.ts')).toBeUndefined();
  expect(arrow('modules/a/server/x.ts', 'modules/b/server/y.ts')).toBeDefined();
  expect(arrow('modules/a/server/x.ts', 'modules/a/web/y.ts')).toBeDefined();
  expect(arrow('modules/a/server/x.ts', 'server/y.ts')).toBeUndefined();
  expect(arrow('apps/server.ts', 'modules/web.ts')).toBeDefined();
  const stair = (from: string, to: string) => climb({ from, to, typeOnly: true });
  expect(stair('kernel/kind/a.ts', 'kernel/field/b.ts')).toBeDefined();
  expect(stair('kernel/a.ts', 'kernel/text/b.ts')).toBeDefined();
  expect(stair('kernel/field/a.ts', 'kernel/kind/linked/b.ts')).toBeUndefined();
  expect(stair('web/cell/a.tsx', 'web/form/b.tsx')).toBeDefined();
  expect(stair('web/theme/a.ts', 'web/feedback/b.ts')).toBeDefined();
  expect(stair('web/attic/a.ts', 'web/i18n/b.ts')).toBeDefined();
  expect(stair('web/form/a.tsx', 'web/cell/b.tsx')).toBeUndefined();
  expect(stair('server/engine/engine-type-with-services-to-read-and-write.ts', 'server/write/b.ts')).toBeDefined();
  expect(stair('server/start/start-server-with-database-and-jobs.ts', 'server/calls/b.ts')).toBeUndefined();
  expect(stair('server/write/a.ts', 'server/start/start-server-with-database-and-jobs.ts')).toBeDefined();
  expect(imports.length).toBeGreaterThan(20);
});

test('days and hours are computed in Asia/Shanghai, whatever the time zone of the database and the machine', () => {
  // expressions that use the day of the database or the clock of the machine; `toShanghaiDate`, `formatMoment` and
  // `timeZone` are right everywhere
  const ownClock =
    /\bcurrent_(?:date|time)\b|\blocaltime(?:stamp)?\b|\bnow\(\)::date|\.get(?:Hours|Date|Day|Month|FullYear)\(\)|\.toLocale(?:Date|Time)String\((?![^;]*timeZone)|new Date\([^;]*\)\.toLocaleString\((?![^;]*timeZone)/;
  const wrong = files.filter((file) => file !== 'server/log-line.ts' && ownClock.test(readSource(file)));
  expect(wrong).toEqual([]);
});
