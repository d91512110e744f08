import { type FoundPersonalNumber, findPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { publishedFreeTextFields } from '#kernel/resource/resource-with-public-fields-only.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
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
const found = text(
  '{label}第 {at} 字起有{kind} {masked}，公开前请删去',
  '{label} has {kind} ({masked}) at character {at}. Remove it before this is published',
);

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
 * The text of rich text as people read it, because tags and addresses are not read by anybody, and formatting must not
 * split a number.
 */
const readable = (one: AnyField, value: unknown): string =>
  typeof value !== 'string' ? '' : kindOf(one).html ? value.replaceAll(/<[^>]*>/g, '') : value;

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
      const [first] = findPersonalNumbers(
        readable(one, firstValueOfProperty(name, this.#values, stored)),
        shanghaiToday(),
      );
      if (!first) continue;
      const kind = kinds[first.kind][caller.locale];
      const label = one.label[caller.locale];
      errors[name] ??= [textIn(found, caller.locale, { label, kind, at: first.at, masked: first.masked })];
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
