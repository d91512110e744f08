import type { Locale } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Name of the platform. */
export function readPlatformName({ settings }: Pick<Engine, 'settings'>, locale: Locale): string {
  const { name, name_en } = settings(siteSettings);
  return locale === 'en' ? name_en : name;
}
