import { useId } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsPictures, kindOf, placeFieldOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { ModuleLens } from '#web/table/lens/module-lens-registry.ts';

export const listLenses = ['table', 'board', 'cards', 'calendar', 'map'] as const;
export type ListLens = (typeof listLenses)[number];

const texts = {
  label: text('查看方式', 'View as'),
  table: text('表格', 'Table'),
  board: text('看板', 'Board'),
  cards: text('卡片', 'Cards'),
  calendar: text('日历', 'Calendar'),
  map: text('地图', 'Map'),
};

const readable = (resource: AnyResource) =>
  Object.entries(resource.fields).filter(([, field]) => field.privacy === undefined);

/** The lenses of a resource: those it has fields for. */
export function lensesOfResource(resource: AnyResource): ListLens[] {
  const fields = readable(resource);
  const has = (test: (field: AnyField) => boolean) => fields.some(([, field]) => field.list !== 'never' && test(field));
  return listLenses.filter((lens) => {
    if (lens === 'table') return true;
    if (resource.tree) return false;
    if (lens === 'board') return resource.life !== undefined;
    if (lens === 'cards') return has(holdsPictures);
    if (lens === 'calendar') return resource.life !== undefined || has((field) => kindOf(field).column === 'date');
    return placeFieldOf(resource) !== undefined;
  });
}

/** Chooses a lens: one of a module, or one that follows from the fields. */
export function ListLensSwitch({
  own,
  offered,
  lens,
  onChange,
}: {
  own: readonly ModuleLens[];
  offered: readonly ListLens[];
  lens: string;
  onChange(lens: string): void;
}) {
  const group = useId();
  if (own.length + offered.length < 2) return null;
  const derived = offered.map((value) => ({ value: value as string, label: translate(texts[value]) }));
  const brought = (first: boolean) =>
    own
      .filter((one) => (one.first ?? false) === first)
      .map(({ name, label }) => ({ value: name, label: translate(label) }));
  return (
    <fieldset className="xj-segments">
      <legend className="xj-visually-hidden">{translate(texts.label)}</legend>
      {[...brought(true), ...derived, ...brought(false)].map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={group} checked={value === lens} onChange={() => onChange(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
