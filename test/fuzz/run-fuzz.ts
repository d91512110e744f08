import zlib from 'node:zlib';
import type { ApiDocument } from '#server/open-api/open-api-types.ts';
import type { TestApp } from '../support/test-engine.ts';
import { checkAnswer } from './check-answer.ts';
import { seededRandom } from './seeded-random.ts';
import { conditionsOf, type DocumentedCall, documentedCalls, makeStrange, type StrangeCall } from './strange-calls.ts';
import { strangeForms } from './strange-forms.ts';

export interface FuzzOptions {
  seed: number;
  /** Number of malformed variants of each call. */
  ways: number;
  /** Share of all conditions that is tried. */
  conditions: number;
  /** Each call that takes files gets every n-th of the broken forms, in turn; by default all. */
  everyForm?: number;
  /** Stops after this many ms, between two calls. */
  patience?: number;
}

export interface FuzzReport {
  made: number;
  /** Answers of calls that were let in: neither unauthenticated nor forbidden. */
  heard: number;
  /** The faults found, each with its call. */
  faults: string[];
}

/** Calls answered by a stream never end by themselves: they are tried over a real connection. */
const endless = /\/stream\/index$/;
/** Would end the session of all other calls. */
const ending = /\/(logout|password)$/i;

/** Makes every call of the platform in many malformed ways, as officers, as a member and without a session. */
export async function runFuzz(
  app: TestApp,
  { seed, ways, conditions, everyForm = 1, patience = 600_000 }: FuzzOptions,
): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const document = (await (await app.client({ officer: 'admin' })).get<ApiDocument>('/admin/openapi/index')).data;
  const calls = documentedCalls(document).filter(({ path }) => !endless.test(path));
  const report: FuzzReport = { made: 0, heard: 0, faults: [] };
  const end = Date.now() + patience;
  await tryForms(app, report, calls, everyForm);
  const { chief } = await signIn(app);
  for (const call of calls)
    for (const one of conditionsOf(random, call, conditions))
      if (Date.now() < end) await tryCall(app, report, 'chief', chief, one);
  for (let way = 0; way < ways && Date.now() < end; way++) {
    const people = await signIn(app);
    for (const call of calls) {
      if (Date.now() >= end) break;
      const who = random.pick(likelyPeople);
      const tokens = ending.test(call.path) ? {} : people[who];
      await tryCall(app, report, who, tokens, makeStrange(random, call));
    }
  }
  return report;
}

/** Sends malformed forms to calls that take a file: all forms to each of them, or spread over them. */
async function tryForms(
  app: TestApp,
  report: FuzzReport,
  calls: readonly DocumentedCall[],
  every: number,
): Promise<void> {
  const { chief } = await signIn(app);
  for (const [at, { path }] of calls.filter(({ upload }) => upload).entries())
    for (const { what, type, body } of strangeForms.filter((_, form) => (form + at) % every === 0)) {
      const url = `${path}?topic=default`;
      const headers = { server: 'true', 'content-type': type };
      await tryCall(app, report, 'chief', chief, { method: 'POST', url, headers, payload: body, what });
    }
}

type People = Readonly<Record<'chief' | 'county' | 'member' | 'nobody', Readonly<Record<string, string>>>>;

const likelyPeople = ['chief', 'chief', 'chief', 'chief', 'county', 'member', 'nobody'] as const;

/** New sessions, because earlier calls may have changed the accounts. */
async function signIn(app: TestApp): Promise<People> {
  await app.db.query("update auth_admin set status = '1' where username in ('admin', 'county1')");
  await app.db.query("update member set status = 'enable' where username = 'fuzz'");
  const [chief, county, member] = [
    await app.client({ officer: 'admin' }),
    await app.client({ officer: 'county1' }),
    await app.client({ member: 'fuzz' }),
  ];
  return {
    chief: { batoken: chief.token, 'ba-user-token': member.token },
    county: { batoken: county.token, 'ba-user-token': member.token },
    member: { 'ba-user-token': member.token },
    nobody: {},
  };
}

async function tryCall(
  app: TestApp,
  report: FuzzReport,
  who: keyof People,
  tokens: Readonly<Record<string, string>>,
  strange: StrangeCall,
): Promise<void> {
  const answer = await app.server.app.inject({
    method: strange.method as 'GET',
    url: strange.url,
    headers: { ...tokens, ...strange.headers },
    ...(strange.payload === undefined ? {} : { payload: strange.payload }),
  });
  report.made++;
  const body = readBody(answer.rawPayload, String(answer.headers['content-encoding'] ?? ''));
  const code = /^\{"code":(\d+)/.exec(body)?.[1] ?? '1';
  if (['0', '1'].includes(code)) report.heard++;
  const type = String(answer.headers['content-type'] ?? '');
  const comesBack = strange.headers['last-event-id'] !== undefined && strange.method === 'GET';
  const file = String(answer.headers['content-disposition'] ?? '').startsWith('attachment');
  const wrong = checkAnswer({ status: answer.statusCode, type, body, comesBack, file });
  if (wrong) report.faults.push(`${wrong}\n  as ${who}: ${describeCall(strange)}\n  → ${body.slice(0, 300)}`);
}

function readBody(payload: Buffer, encoding: string): string {
  if (encoding === 'br') return zlib.brotliDecompressSync(payload).toString();
  return (encoding === 'gzip' ? zlib.gunzipSync(payload) : payload).toString();
}

const describeCall = ({ method, url, headers, payload = '', what }: StrangeCall) =>
  `${method} ${url.slice(0, 1000)} ${JSON.stringify(headers)} ${what ?? payload.toString().slice(0, 1500)}`;
