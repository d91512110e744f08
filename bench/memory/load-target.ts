import http from 'node:http';

/** A server under load, and a caller with all rights. */
export interface LoadTarget {
  port: number;
  token: string;
  password: string;
  /** Saves settings of a section. */
  set(section: string, values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Keeps the callers busy for the given time; returns the number of answers by status. */
  drive(callers: number, ms: number, send: (n: number) => BenchCall): Promise<string>;
}

export interface BenchCall {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string;
}

/** Fills the memory, and describes what it did. */
export type MemoryLoad = (on: LoadTarget) => Promise<string>;

export async function connectTarget(port: number, password: string): Promise<LoadTarget> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1000 });
  const send = (token: string, { method = 'GET', path, headers = {}, body }: BenchCall) =>
    new Promise<{ status: number; bytes: number; text: string }>((resolve, reject) => {
      const request = http.request(
        { port, host: '127.0.0.1', agent, method, path, headers: { server: 'true', batoken: token, ...headers } },
        (answer) => {
          let bytes = 0;
          let text = '';
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (text.length < 2000) text += chunk.toString('latin1');
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes, text }));
          answer.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  const login = await send('', {
    method: 'POST',
    path: '/admin/index/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const token = /"token":"([^"]+)"/.exec(login.text)?.[1];
  if (!token) throw new Error(`no sign-in: ${login.text}`);
  return {
    port,
    token,
    password,
    async set(section, values) {
      const { text } = await send(token, {
        method: 'POST',
        path: '/admin/system.setting/save',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ section, values, versions: {} }),
      });
      if (!text.startsWith('{"code":1,')) throw new Error(`${section} is not set: ${text}`);
    },
    async drive(callers, ms, next) {
      const until = Date.now() + ms;
      const statuses = new Map<string, number>();
      let count = 0;
      const call = async () => {
        while (Date.now() < until) {
          const outcome = await send(token, next(count++)).then(
            ({ status, text }) => `${status} ${/"code":(\d+)/.exec(text)?.[1] ?? ''}`.trim(),
            (error: NodeJS.ErrnoException) => error.code ?? error.message,
          );
          statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: callers }, call));
      return [...statuses].map(([outcome, times]) => `${outcome}×${times}`).join(', ');
    },
  };
}
