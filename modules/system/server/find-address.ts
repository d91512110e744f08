import { isInChina } from '#kernel/check/coordinate.ts';
import type { Place } from '#kernel/kind/place.ts';
import { mapSettings } from '#kernel/map-settings.ts';
import { text } from '#kernel/text.ts';
import type { Engine } from '#server/engine.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { fetchLimited } from '#server/outgoing/fetch-limited.ts';
import { badParameter, Refused } from '#server/refusal.ts';

const words = {
  none: text('没有配置地址搜索', 'No address search is set up'),
  silent: text('地址搜索服务没有应答，请在地图上选点', 'The address search does not answer: pick the place on the map'),
  unknown: text(
    '没有找到这个地址，请写得更具体，或在地图上选点',
    'There is no such address: say more, or pick the place on the map',
  ),
};

/** The one host that is asked, whatever is set: 天地图, the state's own, whose CGCS2000 is WGS-84 to within centimetres. */
const service = 'https://api.tianditu.gov.cn/geocoder';

/** Milliseconds it has to answer, while somebody looks at a form. */
const patience = 6_000;
/** Bytes of its answer. */
const longest = 100_000;

/** How far off what it finds may be, in metres, by what it says it found. */
const exactness: ReadonlyMap<string, number> = new Map(
  Object.entries({
    门址: 50,
    门牌号: 50,
    地名地址: 100,
    兴趣点: 100,
    道路: 500,
    村: 1_000,
    村庄: 1_000,
    乡镇: 5_000,
    街道: 3_000,
    区县: 20_000,
  }),
);
/** Of anything else. */
const roughly = 2_000;

/** `GET map/address?address=&area=`: where an address is, asked of the map service that is set; its key stays here. */
export const addressControllers: readonly Controller[] = (['admin', 'api'] as const).map((app) => ({
  app,
  name: 'map',
  actions: { address: { gate: 'login', perMinute: 20, handle } },
}));

async function handle({ engine, query }: Call): Promise<Place> {
  const { address, area } = query;
  if (typeof address !== 'string' || address.trim() === '' || address.length > 200) throw badParameter();
  const named = engine.reference.areas().get(String(area ?? ''))?.full_name ?? '';
  const said = address.trim();
  return findAddress(engine, said.startsWith(named) ? said : `${named}${said}`);
}

/**
 * Where an address is.
 *
 * @throws Refused where nothing is set, the service does not answer, or knows no such place
 */
export async function findAddress(
  { settings, log, config }: Pick<Engine, 'settings' | 'log' | 'config'>,
  address: string,
  ask = fetchLimited,
): Promise<Place> {
  const { geocoder, geocoder_key: key } = settings(mapSettings);
  if (geocoder !== 'tianditu' || !key) throw new Refused(words.none, { data: { reason: 'not_set' } });
  const asked = `${service}?ds=${encodeURIComponent(JSON.stringify({ keyWord: address }))}&tk=${encodeURIComponent(key)}`;
  let answer: unknown;
  try {
    const response = await ask({ config }, asked, { maxBytes: longest, timeout: patience });
    answer = await response.json();
  } catch (error) {
    log.warn({ why: (error as Error).name }, 'the map service does not answer');
    throw new Refused(words.silent, { data: { reason: 'unanswered' } });
  }
  // whatever came: a service in trouble answers anything
  const { location } = (answer ?? {}) as { location?: { lon?: unknown; lat?: unknown; level?: unknown } | null };
  const [lng, lat] = [Number(location?.lon), Number(location?.lat)];
  if (!location || !isInChina([lng, lat])) throw new Refused(words.unknown, { data: { reason: 'not_found' } });
  return { lng, lat, from: 'address', accuracy: exactness.get(String(location.level)) ?? roughly };
}
