import type { Locale } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** A request for a page that the server makes. */
export interface PageRequest {
  readonly engine: Engine;
  /** `?lang=en` or `?lang=zh-cn`, else the first language of the browser. */
  readonly locale: Locale;
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** A parameter of the address as text, without blanks around it; '' if there is none, or something else. */
  parameter(name: string): string;
  /** The address that was asked: `https://tour.example.gov.cn`. */
  readonly origin: string;
}

/** What a page answers. HTML is readable without script: it may not run any. */
export interface PageAnswer {
  readonly body: string;
  /** Default: 200. */
  readonly status?: 200 | 404;
  /** Default: HTML. */
  readonly type?: 'application/rss+xml';
  /** Leads to another address instead. */
  readonly redirect?: string;
}

/**
 * A page that the server makes for everybody, for readers, feed readers and search engines without script. Everything
 * else below its path is a page of the browser.
 */
export interface ServedPage {
  /** `/article/:code` */
  readonly path: string;
  read(request: PageRequest): Promise<PageAnswer>;
}
