import { languageTag } from '#web/i18n/locale.ts';

/** A moment on the road, in Shanghai: day and time. */
export const momentOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(languageTag(), {
    ...{ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false },
    timeZone: 'Asia/Shanghai',
  });
