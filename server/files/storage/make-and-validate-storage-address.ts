import { randomBytes, randomInt } from 'node:crypto';
import { saveNamePlaceholders } from '#kernel/settings/upload-settings.ts';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { refuseUpload } from '#server/files/storage/upload-rules-and-refusals.ts';

/** Values for the placeholders of a save-name template (specification §7). */
export interface StorageAddressParts {
  topic: string;
  /** Name as uploaded, with extension. */
  name: string;
  suffix: string;
  sha1: string;
  /** Milliseconds since 1970; the template uses dates in Asia/Shanghai. */
  time: number;
}

/** Length of the columns for addresses. */
const longestAddress = 255;

/**
 * The address that a template gives, below /storage. Only letters, digits and hyphens of file names are used, so that
 * no input leads out of the folder. A template that leads out of it, or gives no file, is refused.
 */
export function makeStorageAddress(template: string, parts: StorageAddressParts): string {
  const clock = toShanghaiIso(parts.time);
  const suffix = /^[a-z\d]{1,8}$/.test(parts.suffix) ? parts.suffix : 'file';
  const stem = parts.name.replace(/\.[^.]*$/, '');
  const values: Readonly<Record<string, string>> = {
    topic: cleanTopic(parts.topic),
    year: clock.slice(0, 4),
    mon: clock.slice(5, 7),
    day: clock.slice(8, 10),
    hour: clock.slice(11, 13),
    min: clock.slice(14, 16),
    sec: clock.slice(17, 19),
    random: String(randomInt(100_000, 1_000_000)),
    random32: randomBytes(16).toString('hex'),
    filename: safeName(stem),
    suffix,
    '.suffix': `.${suffix}`,
    filesha1: parts.sha1,
  };
  const filled = template.replace(/\{([.\w]+)\}/g, (place, name: string) => values[name] ?? place);
  const address = `/storage/${filled
    .replaceAll('\\', '/')
    .replace(/^\/*(storage\/+)?/, '')
    .replace(/\/{2,}/g, '/')
    .replace(ours, '$1-')}`;
  if (!isStorageAddress(address)) throw refuseUpload('template', { template });
  return address;
}

/**
 * Folders of files that are not public. No template, topic or name leads a public file into one, in upper or lower
 * case: some file systems do not distinguish them.
 */
const ours = /^(private|result)(?=\/|$)/i;

/** A random address for a private file, which discloses nothing and cannot be guessed. */
export function makePrivateStorageAddress(
  parts: Pick<StorageAddressParts, 'topic' | 'suffix' | 'name' | 'sha1' | 'time'>,
): string {
  const address = makeStorageAddress('{topic}/{year}{mon}{day}/{random32}{.suffix}', parts);
  return address.replace('/storage/', '/storage/private/');
}

/** Whether a template gives an address for every file. */
export function isValidStorageAddressTemplate(template: string): boolean {
  if (/[{}]/.test(template.replace(/\{[.\w]+\}/g, (place) => (isPlace(place.slice(1, -1)) ? '' : place)))) return false;
  const parts = { topic: 'default', name: `${'a'.repeat(100)}.jpeg`, suffix: 'jpeg', sha1: 'a'.repeat(40), time: 0 };
  try {
    return makeStorageAddress(template, parts) !== '';
  } catch {
    return false;
  }
}

const isPlace = (name: string): boolean => (saveNamePlaceholders as readonly string[]).includes(name);

/** Whether an address leads to a file below /storage. Names with a leading dot are reserved. */
export function isStorageAddress(address: string): boolean {
  return address.length <= longestAddress && /^\/storage(\/[\w-][\w.-]*)+$/.test(address) && !address.includes('..');
}

/** A topic in the form used in addresses and for recognising repeated uploads. */
export function cleanTopic(topic: string): string {
  return /^[a-z][\w-]{0,19}$/i.test(topic) && !ours.test(topic) ? topic.toLowerCase() : 'default';
}

/** At most 100 characters without special meaning in file systems and addresses. */
function safeName(stem: string): string {
  return (
    [...stem]
      .slice(0, 100)
      .join('')
      .replace(/[^\w-]+/g, '_')
      .replace(/^_+(?=.)/, '') || 'file'
  );
}
