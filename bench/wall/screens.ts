import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { feedsOf, wallPanelsOf } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { modules } from '#modules/registry.ts';
import { sql } from '#server/db/sql.ts';
import { type MeasuredServers, signIn } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

/** Screens of a large province on one process (domain reference §5), and how many an account may open. */
const screens = 150;
const perAccount = 10;
/** Seconds for which they show the wall, each reading every panel at its own pace. */
const watched = 60;
/** Incidents that are reported while they do. */
const incidents = 5;
/** MB by which the process may grow, and milliseconds in which all screens must hear of an incident. */
const most = { memory: 60, delivery: 1000 } as const;

interface Screen {
  readonly token: string;
  /** Milliseconds at which it heard of each incident, by its key. */
  readonly heard: Map<number, number>;
}

const headersOf = (token: string) => ({ batoken: token, server: '1', 'think-lang': 'zh-cn' });

/** Opens the wall on 150 screens: the memory of the process, and how long all of them take to hear of an incident. */
export async function measureScreens(servers: MeasuredServers): Promise<Finding> {
  const { db, product } = servers;
  const tokens: string[] = [];
  for (let n = 0; n < screens / perAccount; n++) {
    await db.query(sql`insert into auth_admin (username, nickname, password, group_arr, area_code)
      select ${`screen${n}`}, 'screen', password, group_arr, area_code from auth_admin where username = 'admin'
        and not exists (select from auth_admin where username = ${`screen${n}`})`);
    tokens.push((await signIn(product.port, `screen${n}`)).token);
  }
  // a server that has shown no wall yet would grow by what one screen needs
  await showOneScreen(product.port, tokens[0] ?? '');
  const megabytes = () => residentBytes(product.pid) / 2 ** 20;
  const before = megabytes();
  const control = new AbortController();
  const all = Array.from(
    { length: screens },
    (_, n): Screen => ({ token: tokens[n % tokens.length] ?? '', heard: new Map() }),
  );
  let reads = 0;
  setMaxListeners(0, control.signal); // of every request of every screen
  const failures: string[] = [];
  const work = all.map((screen, n) =>
    showWall(product.port, screen, n / screens, control.signal, () => reads++).catch((error: Error) => {
      if (!control.signal.aborted) failures.push(String(error.cause ?? error));
    }),
  );
  const peaks: number[] = [];
  const delays: number[] = [];
  try {
    for (let second = 0; second < watched; second++) {
      if (second > 0 && second % Math.floor(watched / (incidents + 1)) === 0 && delays.length < incidents)
        delays.push(await reportIncident(product.port, all));
      await sleep(1000);
      peaks.push(megabytes());
    }
  } finally {
    control.abort();
    await Promise.all(work);
  }
  const grown = Math.max(...peaks) - before;
  const slowest = Math.max(...delays);
  return {
    name: 'wall-screens',
    title: `${screens} screens for ${watched} s, ${(reads / watched).toFixed(0)} panels a second`,
    seen: `memory +${grown.toFixed(0)} MB at most (≤ ${most.memory}); an incident is heard by all in ${delays.map((one) => one.toFixed(0)).join(', ')} ms (≤ ${most.delivery})${failures.length > 0 ? `; ${failures.length} screens failed: ${failures[0]}` : ''}`,
    met: grown <= most.memory && slowest <= most.delivery && failures.length === 0,
    values: { grown, slowest },
  };
}

/** Shows the wall on one screen for a few seconds. */
async function showOneScreen(port: number, token: string): Promise<void> {
  const signal = AbortSignal.timeout(5000);
  await showWall(port, { token, heard: new Map() }, 0, signal, () => {}).catch((error: Error) => {
    if (!signal.aborted) throw error;
  });
}

/** What a screen does until it is switched off: it listens, and reads every feed at its pace. `phase`: 0 to 1. */
async function showWall(
  port: number,
  screen: Screen,
  phase: number,
  signal: AbortSignal,
  read: () => void,
): Promise<void> {
  const feeds = feedsOf(wallPanelsOf(modules));
  const topics = [...new Set(feeds.flatMap(({ of }) => of))].slice(0, 100).join(',');
  const at = `http://127.0.0.1:${port}/admin`;
  const listen = async () => {
    const answer = await fetch(`${at}/stream/index?topics=${topics}`, { headers: headersOf(screen.token), signal });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (!part.includes('event: event') || !data) continue;
        const { name, row_id } = JSON.parse(data) as { name: string; row_id: number };
        if (name === 'incident/incident.added') screen.heard.set(row_id, performance.now());
      }
    }
  };
  const poll = async (name: string, every: number) => {
    await sleep(phase * Math.min(every, watched / 2) * 1000, undefined, { signal });
    for (;;) {
      const answer = await fetch(`${at}/screen.${name}/index`, { headers: headersOf(screen.token), signal });
      const { code, msg } = (await answer.json()) as { code: number; msg: string };
      if (code !== 1) throw new Error(`${name}: ${msg}`);
      read();
      await sleep(every * 1000, undefined, { signal });
    }
  };
  await Promise.all([listen(), ...feeds.map(({ name, every }) => poll(name, every))]);
}

/** Milliseconds from the report of an incident until the last screen has heard of it. */
async function reportIncident(port: number, all: readonly Screen[]): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/admin/incident.incident/add`, {
    method: 'POST',
    headers: { ...headersOf(all[0]?.token ?? ''), 'content-type': 'application/json' },
    body: JSON.stringify({
      title: '索道停运',
      kind: 'accident',
      happened_at: Math.floor(Date.now() / 1000),
      place_name: '缆车上站',
      area_code: '530102',
      source: 'phone',
      reporter_name: '张三',
    }),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { id: number } };
  if (code !== 1) throw new Error(msg);
  const last = began + 10_000;
  while (performance.now() < last && all.some(({ heard }) => !heard.has(data.id))) await sleep(5);
  return Math.max(...all.map(({ heard }) => heard.get(data.id) ?? Number.POSITIVE_INFINITY)) - began;
}
