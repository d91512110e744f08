import { type FoundPersonalNumber, findPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { publishedFreeTextFields } from '#kernel/resource/resource-with-public-fields-only.ts';
import { richTextToPlain } from '#kernel/text/rich-text.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { wherePublished } from '#server/read/list/published-rows-for-guests.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import {
  type FeatureContribution,
  firstValueOfProperty,
  type PlannedWrite,
  type WriteFeature,
} from './write-phase-and-feature-types.ts';

const kinds: Readonly<Record<FoundPersonalNumber['kind'], Text>> = {
  id_number: text('身份证号', 'an identity number'),
  mobile: text('手机号', 'a mobile number'),
  bank_card: text('银行卡号', 'a bank card number'),
};
const refused = text(
  '{label}{numbers}，公开前请删去',
  '{label} has {numbers}. Remove {n|it|them} before this is published',
);
const found = text('第 {at} 字起有{kind} {masked}', '{kind} ({masked}) at character {at}');
const more = text('{numbers}等 {n} 处', '{numbers} and more, {n} in all');

/** Numbers that a refusal names. */
const named = 5;

const isEdit = ({ order }: PlannedWrite): boolean => order.operation === 'edit' || order.operation === 'add';

/** Whether a write makes its texts public, or changes public ones. */
function publishes(write: PlannedWrite): boolean {
  const { resource, order, happens, state } = write;
  const moves = resource.published?.moves ?? [];
  if (happens && order.move !== undefined && moves.some((name) => name === order.move)) return true;
  return isEdit(write) && (moves.length === 0 || state.is_published === true);
}

const isOverridden = ({ resource, checked, step }: PlannedWrite): boolean => {
  const name = resource.published?.override;
  return name !== undefined && firstValueOfProperty(name, step?.input, checked) === '1';
};

/**
 * The text of rich text as people read it, because tags and addresses are not read by anybody, formatting must not split
 * a number, and the number in one cell of a table must not join the one in the next.
 */
const readable = (one: AnyField, value: unknown): string =>
  typeof value !== 'string' ? '' : kindOf(one).html ? richTextToPlain(value) : value;

/** The refusal of a text that has these numbers. It names them all, because one switch lets all of them be published. */
function refusal(numbers: readonly FoundPersonalNumber[], label: Text, locale: Locale): string {
  const n = numbers.length;
  const shown = numbers
    .slice(0, named)
    .map(({ kind, at, masked }) => textIn(found, locale, { kind: kinds[kind][locale], at, masked }))
    .join(locale === 'en' ? ', ' : '、');
  const all = n > named ? textIn(more, locale, { numbers: shown, n }) : shown;
  return textIn(refused, locale, { label: label[locale], numbers: all, n });
}

class TextScan implements FeatureContribution {
  readonly #write: PlannedWrite;
  #values: WriteContext['values'] = {};

  constructor(write: PlannedWrite) {
    this.#write = write;
  }

  async runHooks({ values }: WriteContext): Promise<void> {
    this.#values = values;
  }

  /** After the hooks, because they set texts too. */
  check(): void {
    const { resource, before, errors, caller } = this.#write;
    for (const name of publishedFreeTextFields(resource)) {
      const one = resource.fields[name] as AnyField;
      const stored = before as Readonly<Record<string, unknown>> | undefined;
      const written = readable(one, firstValueOfProperty(name, this.#values, stored));
      const numbers = findPersonalNumbers(written, shanghaiToday());
      if (numbers.length > 0) errors[name] ??= [refusal(numbers, one.label, caller.locale)];
    }
  }
}

const scans = (resource: AnyResource): boolean =>
  resource.published !== undefined && publishedFreeTextFields(resource).length > 0;

/** Published texts (`published`): a text that is about to be published is searched for numbers of persons. */
export const refusePersonalNumbersInPublishedText: WriteFeature = {
  state: ({ resource }) => (scans(resource) ? [sql`'is_published', coalesce(${wherePublished(resource)}, false)`] : []),
  plan: (write) =>
    scans(write.resource) && publishes(write) && !isOverridden(write) ? new TextScan(write) : undefined,
};
