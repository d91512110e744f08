import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = {
  title: text('谁查看过我的信息', 'Who looked at my data'),
  lead: text(
    '工作人员查看您的敏感信息须写明事由，每次都有记录。',
    'Officers state a reason whenever they look at your personal data, and each look is recorded.',
  ),
  none: text('还没有人查看过', 'Nobody so far'),
  officer: text('工作人员', 'Officer'),
  saw: text('查看{subject}的{fields}，事由：{reason}', '{subject}: {fields}. Reason: {reason}'),
};

const perPage = 10;

interface Opening {
  readonly id: number;
  readonly at: number;
  readonly subject: string;
  readonly role: string;
  readonly office: string;
  readonly fields: readonly string[];
  readonly reason: string;
}

/** Who was shown personal data of the member: role and office, when and why. */
export function OwnDataAccessLog() {
  const t = useText();
  const [page, setPage] = useState(1);
  const openings = useQuery({
    queryKey: ['own data openings', page],
    queryFn: queryFnFor<{ list: Opening[]; total: number }>(
      '/api/account/openings',
      { page, limit: perPage },
      { area: 'api' },
    ),
    staleTime: 0,
  });
  const { list = [], total = 0 } = openings.data ?? {};
  return (
    <section className="xj-profile-part" aria-labelledby="xj-own-openings">
      <h2 id="xj-own-openings">{t(texts.title)}</h2>
      <p className="xj-profile-rule">{t(texts.lead)}</p>
      {openings.error && <LoadErrorWithRetry error={openings.error} onRetry={() => void openings.refetch()} />}
      {openings.data && total === 0 && <p>{t(texts.none)}</p>}
      <ul className="xj-own-openings">
        {list.map(({ id, at, subject, role, office, fields, reason }) => (
          <li key={id}>
            <time dateTime={new Date(at * 1000).toISOString()}>{formatMinute(at)}</time>
            <div>
              <strong>{[office, role || t(texts.officer)].filter(Boolean).join(' · ')}</strong>
              <p>{t(texts.saw, { subject, fields: fields.join('、'), reason })}</p>
            </div>
          </li>
        ))}
      </ul>
      {total > perPage && (
        <Pagination current={page} pageSize={perPage} total={total} onChange={setPage} showSizeChanger={false} />
      )}
    </section>
  );
}
