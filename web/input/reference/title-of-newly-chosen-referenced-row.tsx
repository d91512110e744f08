import { useQuery } from '@tanstack/react-query';
import type { AnyField } from '#kernel/declaration/field.ts';
import { relatedTitle } from '#web/cell/reference-cell-and-related-row-titles.tsx';
import { listRows, type WireList } from '#web/resource/resource-calls.ts';
import { relationObject, type WireRow } from '#web/resource/wire-row.ts';
import { referenceFieldParamOfOptionsCall } from './params-of-reference-options-call.ts';

/** Looks up rows of which only the keys are known, for their titles. */
export const useReferencedRowsByKey = (to: string, keys: readonly number[], asking: { of?: string }) =>
  useQuery<WireList>({
    queryKey: ['resource', to, 'label', keys, asking],
    queryFn: ({ signal }) =>
      listRows({ name: to }, { select: true, initKey: 'id', initValue: keys, ...asking }, { signal }),
    enabled: keys.length > 0,
    staleTime: 60_000,
  });

/** Whether a row has the title of the row it refers to; for a newly chosen one only the key is known. */
export const hasTitleOfReferencedRow = (row: WireRow, name: string): boolean => {
  const key = row[name];
  return key === null || key === undefined || key === '' || Number(relationObject(row, name)?.id) === Number(key);
};

interface ChosenNameProps {
  readonly name: string;
  readonly field: AnyField;
  readonly value: unknown;
  readonly of: string;
}

/** Title of a row that was chosen in a cell and is not saved yet. */
export function TitleOfNewlyChosenRow({ name, field, value, of }: ChosenNameProps) {
  const to = String(field.options.to);
  const key = Number(value);
  const { data } = useReferencedRowsByKey(to, key > 0 ? [key] : [], referenceFieldParamOfOptionsCall(field, name, of));
  const row = (data?.options ?? data?.list)?.find(({ id }) => id === key);
  return row ? relatedTitle(to, row) : '…';
}
