import { useQuery } from '@tanstack/react-query';
import { Button, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { useText } from '#web/i18n/locale.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import {
  type ChecksBehindFigure,
  type figuresOfFrequencyCapPreview,
  rowsPerPageOfPreview,
} from '../../contract/frequency/frequency-cap-preview-answer-types.ts';

const texts = {
  check: text('检查', 'Check'),
  enterprise: text('企业', 'Enterprise'),
  department: text('检查部门', 'Department'),
  day: text('检查日期', 'Day'),
  nth: text('当年第几次', 'Visit of the year'),
  now: text('现行上限', 'Limit now'),
  draft: text('本草稿上限', 'Limit of this draft'),
  unlimited: text('无', 'None'),
  unnumbered: text('未编号', 'No number'),
  close: text('收起', 'Close'),
  total: text('共 {n} 次检查', '{n} {n|check|checks}'),
} as const;

/** A number of the preview: of a year, and of all domains and classes unless it names one. */
export interface CapPreviewFigure {
  readonly year: number;
  readonly figure: keyof typeof figuresOfFrequencyCapPreview;
  readonly domain?: string;
  readonly risk?: string;
}

/** The checks that a number of the preview counts, in pages. */
export function ChecksBehindCapPreviewFigureList({
  limits,
  figure,
  onClose,
}: {
  readonly limits: number;
  readonly figure: CapPreviewFigure;
  onClose(): void;
}) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', check.name, 'preview of limits', limits, figure, page],
    queryFn: ({ signal }) =>
      get<ChecksBehindFigure>(
        '/admin/enforcement.frequencyCap/previewRows',
        { id: limits, ...figure, page },
        { signal, timeout: 60_000 },
      ),
    placeholderData: previousDataAsPlaceholder('resource', check.name, 'preview of limits', limits),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const mayOpenEnterprise = can(`${enterprise.name}/index`);
  return (
    <div className="xj-frequency-behind">
      <header>
        <strong>{t(texts.total, { n: data.total })}</strong>
        <Button size="small" onClick={onClose}>
          {t(texts.close)}
        </Button>
      </header>
      <div className="xj-frequency-scroll">
        <table>
          <thead>
            <tr>
              {(['check', 'enterprise', 'department', 'day', 'nth', 'now', 'draft'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(texts[name])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.list.map((one) => (
              <tr key={one.id}>
                <td>
                  <Link to={resourcePath(check, one.id)}>{one.check_no || t(texts.unnumbered)}</Link>
                </td>
                <td>
                  {mayOpenEnterprise ? (
                    <Link to={resourcePath(enterprise, one.enterprise_id)}>{one.enterprise}</Link>
                  ) : (
                    one.enterprise
                  )}
                </td>
                <td>{one.department}</td>
                <td>{one.day}</td>
                <td>{one.n}</td>
                <td>{one.cap_now ?? t(texts.unlimited)}</td>
                <td data-changed={one.n > one.cap_draft}>{one.cap_draft}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.total > rowsPerPageOfPreview && (
        <Pagination
          current={page}
          pageSize={rowsPerPageOfPreview}
          total={data.total}
          onChange={setPage}
          showSizeChanger={false}
        />
      )}
    </div>
  );
}
