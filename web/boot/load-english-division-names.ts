import { get } from '#web/http/client.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { setEnglishDivisionNames } from '#web/i18n/translate-division-name.ts';

let loading: Promise<void> | undefined;

/** Loads the English names of divisions for pages in English. When loading fails, the Chinese names are shown. */
export function loadEnglishDivisionNames(): Promise<void> {
  if (currentLocale() !== 'en') return Promise.resolve();
  loading ??= get<{ names: [string, string][] }>('/api/ajax/areaNames', {}, { quiet: true, duplicate: 'allow' })
    .then(({ names }) => setEnglishDivisionNames(names))
    .catch(() => {
      loading = undefined;
    });
  return loading;
}
