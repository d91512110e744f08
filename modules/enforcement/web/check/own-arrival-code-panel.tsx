import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { HiddenMarkerOfEmptyRecordPanel } from '#web/record/hidden-marker-that-hides-section-of-empty-record-panel.tsx';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import './answer-check-items-panel.css';

const QrCode = lazy(async () => ({ default: (await import('#web/scan/qr-code.tsx')).QrCode }));

const texts = {
  code: text('到场码 {code}', 'Arrival code {code}'),
  lead: text(
    '您的同行执法人员办理“扫码入企”时填写，以证明您本人在场。请勿提前交给他人。',
    'Your colleague enters it to scan in: it proves that you are there. Do not hand it over before.',
  ),
  until: text('{time} 更换', 'Changes at {time}'),
} as const;

/** The arrival code of an officer who looks at a check of their own, before anybody scans in. */
export default function OwnArrivalCodePanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, isPending } = useQuery({
    queryKey: ['resource', 'enforcement/check', 'arrivalCode', row.id],
    queryFn: ({ signal }) =>
      get<{ code: string; until: number }>(
        '/admin/enforcement.check/arrivalCode',
        { id: row.id },
        { signal, quiet: true },
      ),
    refetchInterval: 30_000,
    gcTime: 0,
    retry: false,
  });
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  if (!data) return <HiddenMarkerOfEmptyRecordPanel />;
  return (
    <div className="xj-arrival-code">
      <output>{data.code.replace(/(\d{4})(\d{4})/, '$1 $2 ')}</output>
      <Suspense fallback={null}>
        <QrCode text={data.code} label={t(texts.code, { code: data.code })} />
      </Suspense>
      <p>{t(texts.until, { time: formatMinute(data.until).slice(11) })}</p>
      <p>{t(texts.lead)}</p>
    </div>
  );
}
