import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { RichText } from '#web/cell/rendered-rich-text.tsx';
import { get, isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { BronzeMirror } from '#web/sign-in/page/bronze-mirror.tsx';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import './public-enterprise-page.css';

const texts = {
  title: text('文旅市场监管信息', 'Culture and tourism supervision record'),
  source: text(
    '由主管部门登记在册，以本页实时显示为准。',
    'Registered with the competent authority; the live display of this page prevails.',
  ),
  code: text('统一社会信用代码', 'Unified social credit code'),
  type: text('类型', 'Type'),
  grade: text('等级', 'Grade'),
  credit: text('信用等级', 'Credit grade'),
  area: text('所在地', 'Area'),
  address: text('地址', 'Address'),
  since: text('登记通过', 'Registered'),
  introduction: text('企业简介', 'About the enterprise'),
  licences: text('许可证', 'Licences'),
  noLicence: text('没有登记许可证', 'No licences on record'),
  until: text('有效期至 {date}', 'valid until {date}'),
  unlimited: text('长期有效', 'no expiry date'),
  suspended: text('{state}，至 {date}', '{state} until {date}'),
  missing: text('没有找到对应的企业', 'No matching enterprise found'),
  missingText: text(
    '监管码可能已更换，或并非主管部门发放。请向主管部门核实。',
    'The code may have been replaced or was not issued by the authority. Please check with the authority.',
  ),
  loading: text('正在核验…', 'Verifying…'),
  retry: text('重试', 'Try again'),
} as const;

interface Shown {
  name: string;
  uscc: string;
  type_label: string;
  grade_label: string;
  credit_label: string;
  status_label: string;
  tone: string;
  area: string | null;
  address: string;
  introduction: string | null;
  audited_at: number | null;
  suspended_until: string | null;
  licences: {
    kind: string;
    kind_label: string;
    license_no: string;
    issued_by: string;
    expire_date: string | null;
    validity_label: string;
    tone: string;
  }[];
}

const shapes: Readonly<Record<string, string>> = {
  good: 'M20 33l8.5 8.5L45 24',
  bad: 'M22 22l20 20M42 22L22 42',
  warning: 'M32 16v20M32 44v1',
  progress: 'M32 18v15l9 6',
  muted: 'M20 32h24',
};

/** `/enterprise/s/:code`: public page for whoever scans the code at the door. */
export default function PublicEnterprisePage() {
  const { code = '' } = useParams();
  const [shown, setShown] = useState<Shown | null>();
  const [problem, setProblem] = useState<string>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn asks again
  useEffect(() => {
    const controller = new AbortController();
    // another code is another enterprise: the previous result does not apply
    setShown(undefined);
    setProblem(undefined);
    get<Shown>('/api/enterprise/verifyCode', { code }, { quiet: true, area: 'api', signal: controller.signal })
      .then(setShown)
      .catch((error: unknown) => {
        if (isCancelled(error)) return;
        if (error instanceof WireError && error.reason === 'not_found') setShown(null);
        else setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => controller.abort();
  }, [code, turn]);
  return (
    <PublicPageLayout home="/enterprise/register">
      <div className="xj-supervision">
        {problem && (
          <p role="alert">
            {problem}{' '}
            <button type="button" className="xj-button" onClick={() => setTurn(turn + 1)}>
              {translate(texts.retry)}
            </button>
          </p>
        )}
        {shown === undefined && !problem && <p role="status">{translate(texts.loading)}</p>}
        {shown === null && (
          <section className="xj-supervision-card" data-tone="bad">
            <h1>{translate(texts.missing)}</h1>
            <p>{translate(texts.missingText)}</p>
          </section>
        )}
        {shown && <Card shown={shown} />}
      </div>
    </PublicPageLayout>
  );
}

function Card({ shown }: { shown: Shown }) {
  const { tone } = shown;
  const facts = [
    [texts.type, shown.type_label],
    [texts.grade, shown.grade_label],
    [texts.credit, shown.credit_label],
    [texts.code, shown.uscc],
    [texts.area, shown.area],
    [texts.address, shown.address],
    [texts.since, shown.audited_at ? shanghaiDateOf(shown.audited_at) : undefined],
  ] as const;
  return (
    <article className="xj-supervision-card" data-tone={tone}>
      <p className="xj-supervision-eyebrow">{translate(texts.title)}</p>
      <div className="xj-supervision-seal">
        <BronzeMirror className="xj-supervision-mirror" />
        <svg
          width="64"
          height="64"
          viewBox="0 0 64 64"
          fill="none"
          stroke="currentColor"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d={shapes[tone] ?? shapes.muted} />
        </svg>
        <strong>
          {shown.suspended_until
            ? translate(texts.suspended, { state: shown.status_label, date: shown.suspended_until })
            : shown.status_label}
        </strong>
      </div>
      <h1>{shown.name}</h1>
      <dl>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label.en}>
              <dt>{translate(label)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {shown.introduction && (
        <section className="xj-supervision-introduction">
          <h2>{translate(texts.introduction)}</h2>
          <RichText html={shown.introduction} />
        </section>
      )}
      <h2>{translate(texts.licences)}</h2>
      {shown.licences.length === 0 && <p>{translate(texts.noLicence)}</p>}
      <ul>
        {shown.licences.map((one) => (
          <li key={`${one.kind} ${one.license_no}`}>
            <strong>{one.kind_label}</strong>
            <span>{one.license_no}</span>
            <small>
              {one.issued_by} ·{' '}
              {one.expire_date ? translate(texts.until, { date: one.expire_date }) : translate(texts.unlimited)}
            </small>
            <em data-tone={one.tone}>{one.validity_label}</em>
          </li>
        ))}
      </ul>
      <p className="xj-supervision-source">{translate(texts.source)}</p>
    </article>
  );
}
