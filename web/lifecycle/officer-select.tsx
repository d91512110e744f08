import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { useValueAfterComposition } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
import './officer-select.css';

const texts = {
  choose: text('按姓名查找', 'Search by name'),
};

/** An officer, as calls for candidates answer. */
export interface SelectableOfficer {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly department: string | null;
}

interface OfficerSelectProps {
  readonly id: string;
  /** Path of the call for candidates, which takes `quick_search`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly value: SelectableOfficer | undefined;
  /** Text for no candidates. */
  readonly none: string;
  readonly 'aria-label'?: string;
  onChange(officer: SelectableOfficer | undefined): void;
}

const labelOf = ({ name, department, username }: SelectableOfficer): string =>
  [name, department ?? username].join(' · ');

/** Chooses one of the officers a call offers, searched by name. */
export function OfficerSelect({ id, path, params = {}, value, none, onChange, ...props }: OfficerSelectProps) {
  const t = useText();
  const [typing, setTyped] = useState('');
  const typed = useValueAfterComposition(typing);
  const { data = [], isFetching } = useQuery({
    queryKey: ['officers', path, params, typed],
    queryFn: async (context) =>
      (await queryFnFor<{ list: SelectableOfficer[] }>(path, { ...params, quick_search: typed })(context)).list,
    staleTime: 10_000,
  });
  const offered = value && !data.some((one) => one.id === value.id) ? [value, ...data] : data;
  return (
    <Select<number>
      id={id}
      {...props}
      className="xj-officer-select"
      value={value?.id ?? null}
      placeholder={t(texts.choose)}
      loading={isFetching}
      notFoundContent={none}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={offered.map((one) => ({ value: one.id, label: labelOf(one) }))}
      onChange={(key) => onChange(offered.find((one) => one.id === key))}
    />
  );
}
