import { createHash, createHmac, randomBytes } from 'node:crypto';

/** How to reach the platform, and the key and secret that it issued on the page of the application. */
export interface XingjianOptions {
  /** `https://bureau.example.cn` */
  readonly address: string;
  readonly appKey: string;
  readonly secret: string;
  readonly algorithm?: 'sm3' | 'sha256';
  readonly language?: 'zh-cn' | 'en';
}

/** An error of the catalogue (`GET /open/v1/errors`). */
export class XingjianError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(status: number, sent: { code?: string; message?: string; request_id?: string; errors?: object }) {
    super(sent.message ?? `HTTP ${status}`);
    this.name = 'XingjianError';
    this.status = status;
    this.code = sent.code ?? '';
    this.requestId = sent.request_id ?? '';
    this.errors = (sent.errors ?? {}) as XingjianError['errors'];
  }
}

export interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly page: number;
  readonly limit: number;
  readonly total: number;
}

/** How many readings had each result, and the result of each. */
export interface Reported {
  readonly stored: number;
  readonly known: number;
  readonly late: number;
  readonly suspect: number;
  readonly refused: number;
  readonly rows: readonly { readonly result: string; readonly errors?: Readonly<Record<string, readonly string[]>> }[];
}

/** A client of the signed calls. It needs nothing but Node.js, and can be copied as it is. */
export class XingjianClient {
  readonly #options: XingjianOptions;

  constructor(options: XingjianOptions) {
    this.#options = options;
  }

  /** One page of a resource, such as `list('enterprise/enterprise', { page: '2', limit: '50' })`. */
  list(resource: string, query: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.request('GET', `/open/v1/${resource}`, query) as Promise<Page>;
  }

  /** All rows, page by page, up to `most`. */
  async *all(resource: string, query: Readonly<Record<string, string>> = {}, most = 10_000) {
    let read = 0;
    for (let page = 1; read < most; page++) {
      const { data } = await this.list(resource, { limit: '100', ...query, page: String(page) });
      yield* data;
      read += data.length;
      if (data.length < Number(query.limit ?? 100)) return;
    }
  }

  async get(resource: string, id: number): Promise<Readonly<Record<string, unknown>>> {
    const { data } = (await this.request('GET', `/open/v1/${resource}/${id}`)) as { data: Record<string, unknown> };
    return data;
  }

  /** Adds a row and answers its key. */
  async add(resource: string, values: object): Promise<number> {
    const { data } = (await this.request('POST', `/open/v1/${resource}`, {}, values)) as { data: { id: number } };
    return data.id;
  }

  /** Reports up to 1,000 readings of a series, and answers what became of each. */
  async report(series: string, rows: readonly object[]): Promise<Reported> {
    const { data } = (await this.request('POST', `/open/v1/${series}`, {}, { rows })) as { data: Reported };
    return data;
  }

  async request(
    method: 'GET' | 'POST',
    path: string,
    query: Readonly<Record<string, string>> = {},
    values?: object,
  ): Promise<unknown> {
    const { address, language = 'zh-cn' } = this.#options;
    const sent = new URLSearchParams(query).toString();
    const body = values === undefined ? '' : JSON.stringify(values);
    const answer = await fetch(`${address}${path}${sent && `?${sent}`}`, {
      method,
      headers: {
        ...this.sign(method, path, sent, body),
        'think-lang': language,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
    });
    const read = (await answer.json()) as { error?: object };
    if (!answer.ok) throw new XingjianError(answer.status, read.error ?? {});
    return read;
  }

  /** The headers that sign a request. */
  sign(method: string, path: string, query: string, body: string): Record<string, string> {
    const { appKey, secret, algorithm = 'sm3' } = this.#options;
    const timestamp = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(16).toString('hex');
    const hash = createHash('sha256').update(body).digest('hex');
    const written = [method, path, query.split('&').sort().join('&'), hash, timestamp, nonce].join('\n');
    return {
      'X-App-Key': appKey,
      'X-Timestamp': timestamp,
      'X-Nonce': nonce,
      'X-Sign': createHmac(algorithm, secret).update(written).digest('hex'),
    };
  }
}
