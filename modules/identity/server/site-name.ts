import type { Locale } from '#kernel/text/text.ts';
import { site } from '#modules/system/contract/site.ts';
import type { Engine } from '#server/engine/engine.ts';

/** What the platform is called. */
export function siteName({ settings }: Pick<Engine, 'settings'>, locale: Locale): string {
  const { name, name_en } = settings(site);
  return locale === 'en' ? name_en : name;
}
