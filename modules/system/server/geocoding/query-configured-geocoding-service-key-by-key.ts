import { geocodingKeys, mapSettings } from '#kernel/settings/map-settings.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { fetchLimited } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import { OutgoingError } from '#server/outgoing/outgoing-request-error.ts';
import { Refused } from '#server/refusal.ts';
import { amapGeocoding } from './amap-geocoding.ts';
import {
  type GeocodingQuery,
  type GeocodingRefusal,
  type GeocodingService,
  readGeocodingAnswer,
} from './geocoding-service-interface.ts';
import { tiandituGeocoding } from './tianditu-geocoding.ts';

const texts = {
  none: text('没有配置地址搜索', 'Address search is not configured'),
  // the text BuildAdmin clients show
  timeout: text('查询超时', 'The search timed out'),
  failed: text('查询失败', 'The search failed'),
};

const services: ReadonlyMap<string, GeocodingService> = new Map(
  Object.entries({ tianditu: tiandituGeocoding, amap: amapGeocoding }),
);

export interface GeocodingLimits {
  /** Milliseconds per key, and for all keys together: a person waits in a form whose call ends after ten seconds. */
  readonly each: number;
  readonly whole: number;
}
const patience: GeocodingLimits = { each: 2_500, whole: 8_500 };
/** Maximum bytes of an answer. */
const longest = 100_000;

/** When a key last failed, by the settings object it belongs to, so that a change of settings forgets it. */
const troubled = new WeakMap<object, Map<string, number>>();

/**
 * Queries the configured map service, one key after the other while a key is refused, over its quota, silent, or
 * answered with unreadable data. Keys that failed are tried last next time, the longest ago first.
 *
 * @returns undefined if the service knows no such place
 * @throws Refused if no service is configured, or no key brings an answer
 */
export async function queryGeocodingServiceKeyByKey<Q, A>(
  { settings, log, config }: Pick<Engine, 'settings' | 'log' | 'config'>,
  choose: (service: GeocodingService) => GeocodingQuery<Q, A>,
  question: Q,
  limits = patience,
): Promise<A | undefined> {
  const set = settings(mapSettings);
  const service = services.get(set.geocoder ?? '');
  const keys = geocodingKeys(set.geocoder_key);
  if (!service || keys.length === 0) throw new Refused(texts.none, { data: { reason: 'not_set' } });
  const trouble = troubled.get(set) ?? new Map<string, number>();
  troubled.set(set, trouble);
  const order = keys.toSorted((one, other) => (trouble.get(one) ?? 0) - (trouble.get(other) ?? 0));
  const lookup = choose(service);
  const base = (set.geocoder_url || service.base).replace(/\/+$/, '');
  const end = Date.now() + limits.whole;
  const outcomes: (GeocodingRefusal | 'timeout')[] = [];
  for (const key of order) {
    const timeout = Math.min(limits.each, end - Date.now());
    if (timeout <= 0) break;
    const address = `${base}${lookup.path}?${new URLSearchParams(lookup.parameters(question, key)).toString()}`;
    const answer = await fetchAnswer({ config }, address, timeout);
    const outcome =
      typeof answer === 'string' ? answer : readGeocodingAnswer(service, lookup, answer.status, answer.body);
    if (typeof outcome === 'object' || outcome === 'none') {
      trouble.delete(key);
      return typeof outcome === 'object' ? outcome.found : undefined;
    }
    trouble.set(key, Date.now());
    outcomes.push(outcome);
    // the key's line in the settings, never the key itself
    log.warn({ service: set.geocoder, line: keys.indexOf(key) + 1, outcome }, 'a key of the map service');
  }
  // if one was silent, trying again may help; if all were refused, not
  const reason = outcomes.includes('timeout') ? 'timeout' : 'failed';
  throw new Refused(texts[reason], { data: { reason } });
}

async function fetchAnswer(
  by: Pick<Engine, 'config'>,
  address: string,
  timeout: number,
): Promise<{ readonly status: number; readonly body: unknown } | 'timeout' | 'failed'> {
  try {
    const response = await fetchLimited(by, address, { maxBytes: longest, timeout });
    return { status: response.status, body: readJson(await response.text()) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.reason === 'timeout' ? 'timeout' : 'failed';
  }
}

/** Parses JSON; undefined if it is none. */
function readJson(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
