import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tabs } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import type { AnyField } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import { isEmptyValue } from '#web/cell/cell-value.tsx';
import { StateTag } from '#web/cell/state-tag.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { queryClientOf } from '#web/http/query.ts';
import { isLive, subscribe, watchLine } from '#web/http/stream.ts';
import { speak } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/offered-moves.ts';
import { useMoves } from '#web/lifecycle/use-moves.tsx';
import { RecordDetails } from '#web/record/record-details.tsx';
import { listRows, readRow } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { Timeline } from '#web/timeline/timeline.tsx';
import { claim } from '../contract/claim.ts';
import { enterprise } from '../contract/enterprise.ts';
import { licence } from '../contract/licence.ts';
import { Correction } from './correction.tsx';
import { MemberStanding } from './member-standing.tsx';
import { OwnLicences } from './own-licences.tsx';
import SupervisionPanel from './supervision-panel.tsx';
import './member-enterprise.css';
import '#web/sign-in/public-page.css';

const words = {
  title: text('我的企业', 'My enterprises'),
  none: text('您名下还没有企业', 'You have no enterprise yet'),
  noneText: text('登记一家企业，或认领已在册的企业。', 'Register one, or claim one that is on record.'),
  register: text('去登记', 'Register'),
  choose: text('选择企业', 'Choose an enterprise'),
  correct: text('更正资料', 'Correct'),
  edit: text('修改资料', 'Edit'),
  details: text('登记信息', 'Details'),
  licences: text('许可证', 'Licences'),
  timeline: text('办理记录', 'History'),
  code: text('监管码', 'Supervision code'),
  claims: text('认领申请', 'Claims'),
} as const;

/** What an owner reads: their registration, without what the office keeps about it. */
const ownView = {
  ...enterprise,
  fields: Object.fromEntries(
    Object.entries<AnyField>(enterprise.fields).filter(([, field]) => field.section && field.section !== 'supervision'),
  ),
};

/** Ms between two looks at what the authority did meanwhile, where nobody tells. */
const lookAgain = 15_000;

/** Reads again what is on the page when something happens to it, and now and then while the line is down. */
function useOwnEvents(): { refetchInterval: number | false } {
  const live = useSyncExternalStore(
    (onChange) => watchLine('member', onChange),
    () => isLive('member'),
  );
  useEffect(
    () =>
      subscribe([enterprise.name, claim.name], ({ resource }) => {
        const names = resource === enterprise.name ? [enterprise.name, licence.name] : [resource];
        for (const name of names)
          queryClientOf()
            .invalidateQueries({ queryKey: ['resource', name] })
            .catch(() => undefined);
      }),
    [],
  );
  return { refetchInterval: live ? false : lookAgain };
}

/** The member centre's page of one's own enterprises. */
export default function MemberEnterprise() {
  const { refetchInterval } = useOwnEvents();
  const list = useQuery({
    queryKey: ['resource', enterprise.name, 'own'],
    queryFn: ({ signal }) => listRows(enterprise, { limit: 100, order: 'id,desc' }, { signal }),
    refetchInterval,
  });
  const [chosen, setChosen] = useState<number>();
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton active paragraph={{ rows: 8 }} className="xj-padded" />;
  const rows = list.data.list ?? [];
  const id = chosen ?? rows[0]?.id;
  return (
    <div className="xj-own xj-padded">
      {rows.length > 1 && (
        <nav className="xj-own-choice" aria-label={speak(words.choose)}>
          {rows.map((row) => (
            <button
              key={row.id}
              type="button"
              aria-current={row.id === id ? 'true' : undefined}
              onClick={() => setChosen(row.id)}
            >
              <strong>{String(row.name)}</strong>
              <State row={row} />
            </button>
          ))}
        </nav>
      )}
      {id === undefined ? (
        <section className="xj-own-none">
          <h1>{speak(words.none)}</h1>
          <p>{speak(words.noneText)}</p>
          <Link className="xj-button" data-tone="primary" to="/enterprise/register">
            {speak(words.register)}
          </Link>
        </section>
      ) : (
        <One key={id} id={id} refetchInterval={refetchInterval} />
      )}
      <Claims />
    </div>
  );
}

function State({ row, of = enterprise }: { row: WireRow; of?: typeof enterprise | typeof claim }) {
  const state = stateOf(of, row);
  return state ? <StateTag option={state} /> : null;
}

function One({ id, refetchInterval }: { id: number; refetchInterval: number | false }) {
  const row = useQuery({
    queryKey: ['resource', enterprise.name, 'own', id],
    queryFn: ({ signal }) => readRow(enterprise, id, { signal }),
    refetchInterval,
    refetchOnWindowFocus: true,
  });
  const moves = useMoves(enterprise);
  const [correcting, setCorrecting] = useState<boolean>();
  const [explanations, setExplanations] = useState<Readonly<Record<string, string>>>({});
  const article = useRef<HTMLElement>(null);
  if (row.isError) return <ErrorState error={row.error} onRetry={() => void row.refetch()} />;
  const own = row.data;
  if (!own) return <Skeleton active paragraph={{ rows: 10 }} />;
  // an owner need not read through what was never filled in
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => !isEmptyValue(value))) as WireRow;
  const editable = own._actions?.includes('edit') ?? false;
  const returned = own.status === 'returned' || own.status === 'rejected' || own.status === 'draft';
  // what was returned opens with the form: that is what its owner came for
  const form = editable && (correcting ?? own.status === 'returned');
  const tabs = [
    { key: 'details', label: speak(words.details), children: <RecordDetails resource={ownView} row={given} /> },
    { key: 'licences', label: speak(words.licences), children: <OwnLicences id={id} /> },
    { key: 'timeline', label: speak(words.timeline), children: <Timeline resource={enterprise} id={id} /> },
    ...(own.sup_code
      ? [
          {
            key: 'code',
            label: speak(words.code),
            children: <SupervisionPanel resource={enterprise} row={own} />,
          },
        ]
      : []),
  ];
  return (
    <article className="xj-own-one" ref={article}>
      <MemberStanding row={own} moves={moves} correcting={form}>
        {editable && !form && (
          <Button type={returned ? 'primary' : 'default'} onClick={() => setCorrecting(true)}>
            {speak(returned ? words.correct : words.edit)}
          </Button>
        )}
      </MemberStanding>
      {form ? (
        <Correction
          key={own.version}
          row={own}
          submits={own._moves?.includes('submit') ?? false}
          explanations={explanations}
          onExplain={(field, value) => setExplanations((kept) => ({ ...kept, [field]: value }))}
          onDone={() => {
            setCorrecting(false);
            article.current?.scrollIntoView({ block: 'start' });
          }}
        />
      ) : (
        <Tabs items={tabs} destroyOnHidden />
      )}
      {moves.dialog}
    </article>
  );
}

/** Claims to enterprises that are not theirs yet. */
function Claims() {
  const { data } = useQuery({
    queryKey: ['resource', claim.name, 'own'],
    queryFn: ({ signal }) => listRows(claim, { limit: 20 }, { signal }),
  });
  const rows = data?.list ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="xj-own-claims">
      <h2>{speak(words.claims)}</h2>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <strong>{String((row.enterprise as { name?: string } | undefined)?.name ?? '')}</strong>
            <State row={row} of={claim} />
          </li>
        ))}
      </ul>
    </section>
  );
}
