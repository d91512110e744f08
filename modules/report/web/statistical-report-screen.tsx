import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { arrangeReportInCrossTable } from '#kernel/module/arrange-report-figures-in-cross-table.ts';
import type {
  ReportDimension,
  ReportFigure,
  ReportResponse,
} from '#kernel/module/dimensions-of-requested-report-and-response-types.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { declaredResources, visibleToSignedInUser } from '#web/resource/resource-registry.ts';
import { ModuleScreenFrame } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { reportSchedule } from '../contract/report-schedule.ts';
import { statisticalReportScreen } from '../contract/statistical-report-screen.ts';
import { ReportCriteriaBar } from './report-criteria-bar.tsx';
import {
  dimensionsOfReportCriteria,
  linkToRowsBehind,
  measuresOf,
  type ReportCriteria,
  readReportCriteria,
  toReportParams,
  writeReportCriteria,
} from './report-criteria-in-url.ts';
import { StatisticalReportChart } from './statistical-report-chart.tsx';
import { StatisticalReportTable } from './statistical-report-table.tsx';

import './report.css';

const texts = {
  lead: text(
    '按状态、类型、地区和时间统计；每个数字都能打开对应的记录。',
    'Statistics by status, type, area and time; every number opens the records behind it.',
  ),
  export: text('导出', 'Export'),
  queued: text('正在生成，完成后会通知您下载', 'The export is being generated; you will be notified when it is ready'),
  scheduled: text('定期报表', 'Scheduled reports'),
  copy: text('复制链接', 'Copy link'),
  copied: text('链接已复制', 'Link copied'),
  nothing: text('没有可查看的统计指标', 'No statistics available to you'),
  none: text('所选范围内没有数据', 'No data in the selected range'),
  more: text(
    '分组过多，仅列出前 {n} 组；合计为全部',
    'Too many groups: only the first {n} {n|is|are} listed; totals cover all',
  ),
  read: text('读取于 {at}', 'As of {at}'),
};

/** `/admin/report`: a measure, its grouping and period, all stored in the URL. */
export default function StatisticalReportScreen() {
  const t = useText();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const today = shanghaiDateOf(serverNow());
  const all = useMemo(
    () =>
      measuresOf(
        declaredResources()
          .filter((one) => can(`${one.name}/index`))
          .map(visibleToSignedInUser),
      ),
    [],
  );
  const choice = useMemo(() => readReportCriteria(address, all, today), [address, all, today]);
  const exporting = useMutation({
    mutationFn: (one: ReportCriteria) => post('/admin/report/export', toReportParams(one)),
    onSuccess: () => toast.info(t(texts.queued)),
  });
  return (
    <ModuleScreenFrame
      title={t(statisticalReportScreen.label)}
      lead={t(texts.lead)}
      className="xj-report"
      tools={
        choice && (
          <div className="xj-report-tools">
            {can(`${reportSchedule.name}/index`) && (
              <Button onClick={() => void navigate(resourcePath(reportSchedule))}>{t(texts.scheduled)}</Button>
            )}
            <Button onClick={() => void copyLink(choice).then(() => toast.success(t(texts.copied)))}>
              {t(texts.copy)}
            </Button>
            <Button loading={exporting.isPending} onClick={() => exporting.mutate(choice)}>
              {t(texts.export)}
            </Button>
          </div>
        )
      }
    >
      {choice ? (
        <>
          <ReportCriteriaBar
            choice={choice}
            all={all}
            today={today}
            onChoice={(next) => setAddress(writeReportCriteria(next))}
          />
          <Figures choice={choice} today={today} />
        </>
      ) : (
        <p className="xj-report-none">{t(texts.nothing)}</p>
      )}
    </ModuleScreenFrame>
  );
}

const copyLink = (choice: ReportCriteria) =>
  copyText(`${window.location.origin}/admin/report?${writeReportCriteria(choice).toString()}`);

function Figures({ choice, today }: { choice: ReportCriteria; today: string }) {
  const t = useText();
  const navigate = useNavigate();
  const params = useMemo(() => toReportParams(choice), [choice]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['resource', choice.measured.resource.name, 'report', params],
    queryFn: async ({ signal }) => ({
      choice,
      report: await queryFnFor<ReportResponse>('/admin/report/index', params)({ signal }),
    }),
    placeholderData: previousDataAsPlaceholder('resource'),
  });
  // show the previous choice until its new figures arrive: rows and column heads must match
  const shown = data?.choice;
  const laid = useMemo(() => {
    if (!data) return undefined;
    const dimensions = dimensionsOfReportCriteria(data.choice);
    return {
      dimensions,
      table: arrangeReportInCrossTable(
        data.report,
        dimensions,
        allColumnsOf(data.choice.measured.resource),
        currentLocale(),
      ),
    };
  }, [data]);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data || !laid || !shown) return <div className="xj-report-waiting" aria-busy="true" />;
  const { report } = data;
  const link = (figures: readonly (readonly [ReportDimension, ReportFigure])[]) =>
    linkToRowsBehind(shown, report, figures, today);
  const empty = Number(report.total) === 0 && Number(report.total_before) === 0;
  return (
    <div className="xj-report-figures" aria-busy={isPlaceholderData}>
      {empty ? (
        <p className="xj-report-none">{t(texts.none)}</p>
      ) : (
        <>
          {laid.dimensions.length > 0 && (
            <StatisticalReportChart
              key={shown.by.join()}
              choice={shown}
              report={report}
              dimensions={laid.dimensions}
              table={laid.table}
              onOpen={(figures) => {
                const to = link(figures);
                if (to) void navigate(to);
              }}
            />
          )}
          <StatisticalReportTable
            choice={shown}
            report={report}
            dimensions={laid.dimensions}
            table={laid.table}
            linkOf={link}
          />
        </>
      )}
      <p className="xj-report-note">
        {report.more && <strong>{t(texts.more, { n: report.list.length })}</strong>}
        <span>{t(texts.read, { at: formatMinute(report.asof) })}</span>
      </p>
    </div>
  );
}
