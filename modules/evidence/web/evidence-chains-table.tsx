import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import type { EvidenceChainStatus, EvidenceChainStatusList } from '../contract/evidence-chain-status.ts';
import './evidence-pages.css';

const texts = {
  heading: text('全部证据链', 'All chains'),
  all: text('全部业务', 'All resources'),
  kind: text('业务', 'Resource'),
  row: text('记录', 'Record'),
  length: text('长度', 'Length'),
  last: text('最后一条', 'Last entry'),
  seal: text('封存', 'Sealed'),
  open: text('待封存', 'Not sealed yet'),
  partly: text('封存到第 {sealed_seq} 条', 'Up to entry {sealed_seq}'),
  signed: text('已封存，第 {root} 个时段根', 'Sealed by root {root}'),
  unsigned: text('已封存，第 {root} 个时段根未签名', 'Sealed by root {root}, which is not signed'),
  more: text('再看五十条', 'Fifty more'),
  none: text('还没有证据链', 'No chains yet'),
};

/** Every chain of the platform: its length, its last entry, and how far it is sealed. */
export function EvidenceChainsTable() {
  const t = useText();
  const [resource, setResource] = useState('');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['evidence', 'streams', resource],
    queryFn: ({ signal, pageParam }) =>
      get<EvidenceChainStatusList>(
        '/admin/evidence.chain/streams',
        { ...(resource && { resource }), ...(pageParam && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const resources = data?.pages[0]?.resources ?? [];
  const labelOf = (name: string) => {
    const label = resources.find((one) => one.name === name)?.label;
    return label ? t(label) : name;
  };
  const list = data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <section className="xj-evidence-streams">
      <h2>{t(texts.heading)}</h2>
      <Select
        aria-label={t(texts.kind)}
        value={resource}
        onChange={setResource}
        options={[
          { value: '', label: t(texts.all) },
          ...resources.map(({ name, label }) => ({ value: name, label: t(label) })),
        ]}
      />
      {error && <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />}
      {data && list.length === 0 && <p>{t(texts.none)}</p>}
      {list.length > 0 && (
        <div className="xj-evidence-streams-table">
          <table>
            <thead>
              <tr>
                {(['row', 'length', 'last', 'seal'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(texts[name])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((one) => (
                <tr key={one.stream}>
                  <th scope="row">
                    <Row one={one} label={`${labelOf(one.resource)} #${one.row_id}`} />
                  </th>
                  <td>{one.seq}</td>
                  <td>{formatMinute(one.time)}</td>
                  <td data-open={one.sealed_seq !== one.seq || one.signed === false}>{t(sealOf(one), { ...one })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {t(texts.more)}
        </Button>
      )}
    </section>
  );
}

function Row({ one: { resource, row_id }, label }: { one: EvidenceChainStatus; label: string }) {
  if (!can(`${resource}/index`)) return label;
  return <Link to={resourcePath({ name: resource }, row_id)}>{label}</Link>;
}

function sealOf({ seq, sealed_seq, signed }: EvidenceChainStatus) {
  if (sealed_seq === null) return texts.open;
  if (sealed_seq < seq) return texts.partly;
  return signed ? texts.signed : texts.unsigned;
}
