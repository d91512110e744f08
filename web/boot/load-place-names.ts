import { get } from '#web/http/client.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { learnPlaceNames } from '#web/i18n/place-names.ts';

let loading: Promise<void> | undefined;

/** English pages learn what divisions are called in English before they show any; without it they show the Chinese names. */
export function loadPlaceNames(): Promise<void> {
  if (currentLocale() !== 'en') return Promise.resolve();
  loading ??= get<{ names: [string, string][] }>('/api/ajax/areaNames', {}, { quiet: true, duplicate: 'allow' })
    .then(({ names }) => learnPlaceNames(names))
    .catch(() => {
      loading = undefined;
    });
  return loading;
}
