import { text, textIn } from '#kernel/text/text.ts';
import type { FormatChildRow } from '#web/record/version/differences-between-versions.ts';

const texts = {
  day: text('第 {n} 天', 'Day {n}'),
  minutes: text('{n} 分钟', '{n} min'),
};

/** A day, stop, price or extra of a product as one line of text. */
export const formatProductChildRowAsText: FormatChildRow = (name, row, place, locale) => {
  const joined = (...parts: readonly unknown[]) => parts.filter((one) => one !== null && one !== '').join(' ');
  switch (name) {
    case 'days':
      return joined(textIn(texts.day, locale, { n: place + 1 }), row.title, row.hotel_name ?? null);
    case 'stops':
      return joined(
        textIn(texts.day, locale, { n: row.day_no }),
        String(row.arrive).slice(0, 5),
        row.name,
        textIn(texts.minutes, locale, { n: row.stay_minutes }),
        row.fee ?? null,
      );
    case 'prices':
      return joined(row.date, row.adult, row.child ?? null);
    default:
      return joined(row.name, row.price ?? null);
  }
};
