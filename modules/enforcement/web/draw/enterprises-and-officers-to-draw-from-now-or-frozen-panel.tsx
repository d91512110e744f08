import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import type { DrawListsAnswer, EnterpriseInDrawList } from '../../contract/draw/draw-call-answer-types.ts';
import { randomDrawPanelTexts as texts } from './random-draw-panel-texts.ts';
import '../plan/plan-coverage-and-expected-picks-panel.css';

const page = 100;

const domainLabel = (domain: string) =>
  Object.hasOwn(enforcementDomains, domain)
    ? translate(enforcementDomains[domain as keyof typeof enforcementDomains])
    : domain;

/** The lists of a draw: before they are frozen as they would be now, then as they are frozen. */
export default function EnterprisesAndOfficersToDrawFromPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/draw', 'lists', row.status, row.id],
    queryFn: ({ signal }) => get<DrawListsAnswer>('/admin/enforcement.draw/lists', { id: row.id }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { frozen, objects, tickets, officers, gaps } = data;
  return (
    <div className="xj-draw-panel">
      <p>{t(frozen ? texts.frozen : texts.now, { n: objects, tickets, officers: officers.length })}</p>
      {gaps.length > 0 && (
        <section role="alert">
          <h3>{t(texts.gaps)}</h3>
          <ul>
            {gaps.map((gap) => (
              <li key={`${gap.area_name} ${gap.domain}`}>
                {t(texts.gap, { ...gap, area: translateDivisionName(gap.area_name), domain: domainLabel(gap.domain) })}
              </li>
            ))}
          </ul>
        </section>
      )}
      <ObjectTable id={row.id} lists={data} />
      <OfficerTable officers={officers} />
    </div>
  );
}

function ObjectTable({ id, lists: { groups, frozen } }: { id: number; lists: DrawListsAnswer }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <section>
      <h3>{t(texts.objects)}</h3>
      <div className="xj-coverage-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t(texts.area)}</th>
              <th scope="col" className="xj-text">
                {t(texts.domain)}
              </th>
              <th scope="col">{t(texts.risk)}</th>
              <th scope="col">{t(texts.n)}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ area, area_name, domain, risk, n }) => (
              <tr key={`${area} ${domain} ${risk}`}>
                <th scope="row">{translateDivisionName(area_name)}</th>
                <td className="xj-text">{domainLabel(domain)}</td>
                <td>{risk}</td>
                <td>{n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open ? (
        <Objects id={id} frozen={frozen} />
      ) : (
        <Button type="link" onClick={() => setOpen(true)}>
          {t(texts.each)}
        </Button>
      )}
    </section>
  );
}

/** The enterprises by name, a hundred at a time. */
function Objects({ id, frozen }: { id: number; frozen: boolean }) {
  const t = useText();
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['resource', 'enforcement/draw', 'objects', frozen, id],
    queryFn: ({ signal, pageParam }) =>
      get<{ list: EnterpriseInDrawList[] }>('/admin/enforcement.draw/objects', { id, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ list }) => (list.length < page ? undefined : list.at(-1)?.id),
  });
  return (
    <>
      <ol>
        {data?.pages.flatMap(({ list }) =>
          list.map((one) => (
            <li key={one.id}>
              {one.name} · {translateDivisionName(one.area_name)} · {one.risk}
            </li>
          )),
        )}
      </ol>
      {hasNextPage && (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {t(texts.more)}
        </Button>
      )}
    </>
  );
}

function OfficerTable({ officers }: Pick<DrawListsAnswer, 'officers'>) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.officers)}</h3>
      <div className="xj-coverage-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t(texts.name)}</th>
              <th scope="col" className="xj-text">
                {t(texts.area)}
              </th>
              <th scope="col" className="xj-text">
                {t(texts.domains)}
              </th>
              <th scope="col">{t(texts.capacity)}</th>
              <th scope="col">{t(texts.recused)}</th>
            </tr>
          </thead>
          <tbody>
            {officers.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.name}</th>
                <td className="xj-text">{translateDivisionName(one.area_name)}</td>
                <td className="xj-text">{one.domains.map(domainLabel).join(' · ')}</td>
                <td>{one.capacity}</td>
                <td>{one.recused || ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
