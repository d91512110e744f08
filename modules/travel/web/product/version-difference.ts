import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isList } from '#kernel/kind/linked/rows.ts';
import { relationOf } from '#kernel/resource/names.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** A field that differs between two versions. */
export interface Difference {
  readonly name: string;
  readonly label: Text;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

/** Fields that differ between versions by nature. */
const ignoredFields = new Set(['revision', 'previous_id', 'next_id', 'review_note', 'submitted_at']);

const texts = {
  day: text('第 {n} 天', 'Day {n}'),
  minutes: text('{n} 分钟', '{n} min'),
};

type Part = Readonly<Record<string, unknown>>;

/** A row of a list as one line of text. */
function lineOf(name: string, row: Part, place: number, locale: Locale): string {
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
}

const rowsOf = (row: WireRow, name: string): readonly Part[] => (Array.isArray(row[name]) ? (row[name] as Part[]) : []);

/** Differences between two versions, by field; of lists, the lines that only one of them has. */
export function differencesOf(resource: AnyResource, before: WireRow, after: WireRow, locale: Locale): Difference[] {
  return Object.entries(resource.fields).flatMap(([name, one]): Difference[] => {
    if (ignoredFields.has(name) || one.through) return [];
    if (isList(one)) {
      const [was, is] = [before, after].map((row) =>
        rowsOf(row, name).map((part, at) => lineOf(name, part, at, locale)),
      );
      const [old, fresh] = [new Set(was), new Set(is)];
      const gone = (was ?? []).filter((line) => !fresh.has(line));
      const come = (is ?? []).filter((line) => !old.has(line));
      return gone.length + come.length === 0 ? [] : [{ name, label: one.label, was: gone, is: come }];
    }
    const shown = (row: WireRow): readonly string[] => {
      const value = row[name];
      if (value === null || value === undefined || value === '') return [];
      const { toText } = kindOf(one);
      const formatted = toText ? toText(value, one.options, locale, row[relationOf(name)]) : String(value);
      return [`${formatted}${String(one.options.unit ?? '')}`];
    };
    const [was, is] = [shown(before), shown(after)];
    return was.join() === is.join() ? [] : [{ name, label: one.label, was, is }];
  });
}
