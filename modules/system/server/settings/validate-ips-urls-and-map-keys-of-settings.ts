import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { deliveryFailureReasons } from '#kernel/message/delivery-failure-reasons.ts';
import { blockedIpSettings } from '#kernel/settings/blocked-ip-settings.ts';
import { smsSettings } from '#kernel/settings/email-and-sms-settings.ts';
import { geocodingKeys, geocodingLimits, mapSettings } from '#kernel/settings/map-settings.ts';
import { uploadSettings } from '#kernel/settings/upload-settings.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { urlOriginOf } from '#kernel/wire/url-origin.ts';
import { oidcSettings } from '#modules/identity/contract/single-sign-on-oidc-settings.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Caller } from '#server/caller.ts';
import type { Config } from '#server/config.ts';
import { isBlockedAddress, parseBlockedAddresses } from '#server/http/refuse-calls-from-blocked-ip-addresses.ts';
import { whyUrlIsForbidden } from '#server/outgoing/ssrf-protection-of-outgoing-requests.ts';

const texts = {
  line: text('不是 IP 地址或网段：{line}', 'Not an IP address or network: {line}'),
  yourself: text('这会禁止您自己的地址 {ip}', 'This would block your own address {ip}'),
  keys: text(
    '每行一个密钥，最多 {n} 个，每个不超过 {most} 个字符',
    'One key per line, at most {n}, each up to {most} {most|character|characters}',
  ),
  entrance: text('应为站内地址，如 /admin/user/user', 'Must be an address within the platform, e.g. /admin/user/user'),
  tiles: text('应为 http(s) 地址，且含 {x}、{y}、{z}', 'Must be an http(s) address containing {x}, {y} and {z}'),
};

/** Settings with addresses that this server calls, by section. */
const called: Readonly<Record<string, string>> = {
  [oidcSettings.name]: 'issuer',
  [smsSettings.name]: 'endpoint',
  [uploadSettings.name]: 'bucket_url',
  [mapSettings.name]: 'geocoder_url',
};

/** A path within the platform, with or without leading slash, that no browser executes: clients open it as it is. */
const isWithin = (address: string): boolean =>
  !/^[\\/]{2}/.test(address) && !/^\/?\\/.test(address) && !/^[^/?#]*:/.test(address);

type Errors = Record<string, string[]>;
type Check = (values: Readonly<Record<string, unknown>>, caller: Pick<Caller, 'ip' | 'locale'>) => Errors;

/** Additional checks of some sections, by section name. */
const checks: Readonly<Record<string, Check>> = {
  [blockedIpSettings.name]({ no_access_ip }, { ip, locale }): Errors {
    const { list, wrong } = parseBlockedAddresses(String(no_access_ip ?? ''));
    const why = wrong[0] !== undefined ? textIn(texts.line, locale, { line: wrong[0].slice(0, 60) }) : undefined;
    const own = isBlockedAddress(list, ip) ? textIn(texts.yourself, locale, { ip }) : undefined;
    return why || own ? { no_access_ip: [why ?? own ?? ''] } : {};
  },
  [siteSettings.name]({ quick_entrance }, { locale }): Errors {
    const links = Array.isArray(quick_entrance) ? (quick_entrance as readonly Pair[]) : [];
    return links.every(({ value }) => isWithin(value)) ? {} : { quick_entrance: [texts.entrance[locale]] };
  },
  [mapSettings.name]({ tiles, geocoder_key }, { locale }): Errors {
    const { keys: n, length: most } = geocodingLimits;
    const keys = geocodingKeys(typeof geocoder_key === 'string' ? geocoder_key : null);
    const many = keys.length > n || keys.some((key) => key.length > most);
    const drawn =
      typeof tiles !== 'string' ||
      tiles === '' ||
      (urlOriginOf(tiles) !== undefined && ['{x}', '{y}', '{z}'].every((place) => tiles.includes(place)));
    return {
      ...(drawn ? {} : { tiles: [texts.tiles[locale]] }),
      ...(many ? { geocoder_key: [textIn(texts.keys, locale, { n, most })] } : {}),
    };
  },
};

/** Errors by field of new values of a section, in the caller's language. */
export function validateIpsUrlsAndMapKeysOfSettings(
  section: string,
  values: Parameters<Check>[0],
  caller: Parameters<Check>[1],
  { innerNetworks }: Pick<Config, 'innerNetworks'>,
): Errors {
  const name = called[section];
  const address = name === undefined ? undefined : values[name];
  const closed = typeof address === 'string' && address !== '' && whyUrlIsForbidden(address, { innerNetworks });
  const wrong: Errors = name !== undefined && closed ? { [name]: [deliveryFailureReasons.closed[caller.locale]] } : {};
  return { ...checks[section]?.(values, caller), ...wrong };
}
