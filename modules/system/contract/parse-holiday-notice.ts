import { type Text, text } from '#kernel/text/text.ts';
import { addDays, isDate, weekdayOf } from '#kernel/time/shanghai-time.ts';

/** A day that differs from the plain week, as read from a notice. */
export interface HolidayNoticeDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly kind: 'holiday' | 'makeup';
  readonly name: string;
}

/**
 * The result of parsing a notice, with what contradicts itself in it: a person reviews both before anything is stored.
 */
export interface HolidayNotice {
  /** The year named in the notice, if any. */
  readonly year: number | undefined;
  readonly days: readonly HolidayNoticeDay[];
  readonly faults: readonly { readonly sentence: string; readonly why: Text }[];
}

const why = {
  noVerb: text('没有写明放假还是上班', 'Not stated whether days off or workdays'),
  noDate: text('没有这一天', 'This day does not exist'),
  backwards: text('起止日期颠倒', 'End is before start'),
  weekday: text('星期与日期不符', 'Weekday does not match the date'),
  total: text('共几天与起止日期不符', 'Number of days does not match the dates'),
  both: text('同一天既放假又上班', 'Same day is both off and a workday'),
  atWork: text('这一天本来就上班', 'This day is a workday anyway'),
};

const weekdays = '日一二三四五六';
const sign = /(?:(\d{4})年)?(?:(\d{1,2})月)?(\d{1,2})日(?:\(([^)]*)\))?|至|到|[-~—–]+|放假|休息|上班|补班|共(\d+)天/g;
const heading = /^(?:[一二三四五六七八九十]+、|\d+[.、])?\s*([\u4e00-\u9fa5、和]{2,14}):(.*)$/;
const line = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[\s,]+(.+)$/;
const offPattern = /^(?:放假|休息?|holiday|off)$/i;
const workPattern = /^(?:上班|调休上班|调休|补班|班|makeup|work)$/i;

const dateOf = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/**
 * Parses the notice of the State Council with the holiday arrangement of a year as published
 * (“一、元旦：1月1日（周四）至3日（周六）放假调休，共3天。1月4日（周日）上班。”), or a list with one day per line (`2027-01-01 放假 元旦`). Dates without a
 * year belong to the year the text names, else to `year`. Sentences without a date are skipped.
 */
export function parseHolidayNotice(written: string, year: number): HolidayNotice {
  const plain = written.normalize('NFKC');
  const named = /(\d{4})年\s*(?:部分)?\s*节假日/.exec(plain)?.[1];
  const reading = new Reading(named ? Number(named) : year);
  let name = '';
  for (const sentence of plain.split(/[。;\n\r]+/).map((one) => one.trim())) {
    const [, y = '', m = '', d = '', rest = ''] = line.exec(sentence) ?? [];
    if (y) {
      reading.takeLine(sentence, dateOf(Number(y), Number(m), Number(d)), rest);
      continue;
    }
    const head = heading.exec(sentence);
    if (head?.[1]) name = head[1];
    if (!/鼓励/.test(sentence)) reading.takeSentence(head?.[2] ?? sentence, name);
  }
  return { year: named ? Number(named) : undefined, ...reading.result() };
}

class Reading {
  readonly #days = new Map<string, HolidayNoticeDay>();
  readonly #faults: { sentence: string; why: Text }[] = [];
  readonly #year: number;

  constructor(year: number) {
    this.#year = year;
  }

  result() {
    const days = [...this.#days.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
    return { days, faults: this.#faults };
  }

  /** A line of a list: kind and name, in either order. */
  takeLine(sentence: string, date: string, rest: string): void {
    const parts = rest.split(/[\s,]+/).filter(Boolean);
    const kind = parts.some((one) => workPattern.test(one))
      ? 'makeup'
      : parts.some((one) => offPattern.test(one))
        ? 'holiday'
        : undefined;
    if (!kind) {
      this.#fault(sentence, why.noVerb);
      return;
    }
    const name = parts.filter((one) => !workPattern.test(one) && !offPattern.test(one)).join(' ');
    this.#add(sentence, [date], kind, name);
  }

  takeSentence(sentence: string, name: string): void {
    let [year, month] = [this.#year, 0];
    let waiting: string[] = [];
    let holidays = 0;
    let ranges = false;
    for (const [word, y, m, d, note, total] of sentence.matchAll(sign)) {
      if (total !== undefined) {
        if (Number(total) !== holidays) this.#fault(sentence, why.total);
      } else if (word === '放假' || word === '休息') {
        holidays += waiting.length;
        this.#add(sentence, waiting, 'holiday', name);
        waiting = [];
      } else if (word === '上班' || word === '补班') {
        this.#add(sentence, waiting, 'makeup', name && `${name}调休`);
        waiting = [];
      } else if (d === undefined) {
        ranges = waiting.length > 0;
      } else {
        // 元旦：12月31日至1月2日 begins in the previous year
        if (y) year = Number(y);
        else if (m && month === 0 && m === '12' && name.includes('元旦')) year = this.#year - 1;
        else if (m && month > Number(m)) year += 1;
        if (m) month = Number(m);
        const date = dateOf(year, month, Number(d));
        const from = ranges ? waiting.at(-1) : undefined;
        const wrong = !isDate(date) ? why.noDate : from !== undefined && from >= date ? why.backwards : undefined;
        if (wrong) {
          this.#fault(sentence, wrong);
          return;
        }
        const day = /(?:周|星期)([一二三四五六日天])/.exec(note ?? '')?.[1]?.replace('天', '日');
        if (day && weekdays[weekdayOf(date)] !== day) this.#fault(sentence, why.weekday);
        if (from === undefined) waiting.push(date);
        // at most a month: anything longer is a typing error
        else
          for (let next = addDays(from, 1), left = 31; next <= date && left > 0; next = addDays(next, 1), left -= 1)
            waiting.push(next);
        ranges = false;
      }
    }
    // a date alone in a sentence is that of the signature
    const signed = /^\d{4}年\d{1,2}月\d{1,2}日$/.test(sentence);
    if (waiting.length > 0 && !signed) this.#fault(sentence, why.noVerb);
  }

  #add(sentence: string, dates: readonly string[], kind: HolidayNoticeDay['kind'], name: string): void {
    for (const date of dates) {
      if (!isDate(date)) {
        this.#fault(sentence, why.noDate);
        continue;
      }
      const existing = this.#days.get(date);
      if (existing && existing.kind !== kind) this.#fault(sentence, why.both);
      if (kind === 'makeup' && ![0, 6].includes(weekdayOf(date))) this.#fault(sentence, why.atWork);
      if (!existing)
        this.#days.set(date, { date, kind, name: (name || (kind === 'holiday' ? '放假' : '调休上班')).slice(0, 50) });
    }
  }

  #fault(sentence: string, reason: Text): void {
    if (!this.#faults.some((one) => one.sentence === sentence && one.why === reason))
      this.#faults.push({ sentence: sentence.slice(0, 200), why: reason });
  }
}
