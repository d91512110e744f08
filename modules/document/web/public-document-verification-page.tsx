import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { drawVerificationPage } from '#modules/enforcement/contract/draw/path-and-title-of-draw-verification-page.ts';
import { evidenceVerifyPage } from '#modules/evidence/contract/daily-root-and-evidence-verification-pages.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { get, isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { hashFile } from '#web/input/upload/sha256-of-file.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import './document-check-page.css';

const texts = {
  title: text('文书核验', 'Verify document'),
  lead: text(
    '输入文书、行程单或名单末尾的 16 位验证码。',
    'Enter the 16-character verification code at the end of the document, itinerary or list.',
  ),
  code: text('验证码', 'Verification code'),
  check: text('核验', 'Verify'),
  checking: text('正在核验…', 'Verifying…'),
  genuine: text('该文书由主管部门制发', 'This document was issued by the competent authority'),
  void: text('该文书已作废', 'This document has been voided'),
  printed: text('该文件由本平台制作，登记内容至今未变', 'Printed by this platform; the record has not changed since'),
  snapshot: text(
    '该文件由本平台制作，所载为制作时的情况',
    'Printed by this platform; it shows the record at the time of printing',
  ),
  older: text('该文件由本平台制作，但登记内容此后有变更', 'Printed by this platform, but the record has changed since'),
  olderMore: text(
    '请以平台现有登记为准，或向持有人索取新文件。',
    'Rely on the current record of the platform, or ask the holder for a new print.',
  ),
  madeBy: text('制作方', 'Printed by'),
  madeAt: text('制作时间', 'Printed at'),
  state: text('登记状态', 'Status on record'),
  became: text('{before} → {now}', '{before} → {now}'),
  number: text('文书号', 'Document number'),
  kind: text('种类', 'Type'),
  heading: text('标题', 'Title'),
  party: text('当事人', 'Party'),
  authority: text('制发机关', 'Issuing authority'),
  date: text('制发日期', 'Date of issue'),
  status: text('状态', 'Status'),
  file: text('核对电子文件', 'Verify file'),
  choose: text('选择文件', 'Choose the file'),
  fileLead: text(
    '选择手中的 PDF，在本机比对内容是否一致；文件不会上传。',
    'Choose your PDF to compare it on this device; it is not uploaded.',
  ),
  same: text('一致：文件与制发时完全相同', 'Match: the file is identical to the one issued'),
  differs: text(
    '不一致：文件与制发时不同，或不是制发的 PDF',
    'No match: the file differs from the one issued, or is not the issued PDF',
  ),
} as const;

interface Found {
  title: string;
  kind: string;
  number: string;
  status: string;
  status_text: string;
  issued_on: string;
  party: string;
  authority: string;
  sha256: string;
  /** Set if the code belongs to a print of records instead of a numbered document. */
  print?: Print | null;
}

interface Print {
  made_at: number;
  made_by: string;
  /** Null: the print covers several records and is valid for its date only. */
  changed: boolean | null;
  facts: readonly { label: string; value: string }[];
  state: { before: string; now: string } | null;
}

/** `/check/:code`: shows anyone who holds a paper whether the authority issued it. */
export default function PublicDocumentVerificationPage() {
  const { code = '' } = useParams();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    setFound(undefined);
    setProblem(undefined);
    if (!code) return;
    const controller = new AbortController();
    get<Found>('/api/document/check', { code }, { quiet: true, area: 'api', signal: controller.signal })
      .then(setFound)
      .catch((error: unknown) => {
        if (isCancelled(error)) return;
        setProblem(error instanceof WireError || error instanceof Error ? error.message : String(error));
      });
    return () => controller.abort();
  }, [code]);
  const check = (event: FormEvent) => {
    event.preventDefault();
    const next = typed.replace(/[^\w]/g, '');
    if (next) void navigate(`/check/${next}`);
  };
  return (
    <PublicPageLayout>
      <div className="xj-checked-document">
        <h1>{translate(texts.title)}</h1>
        <form onSubmit={check}>
          <label htmlFor="check-code">{translate(texts.lead)}</label>
          <div className="xj-checked-document-line">
            <input
              id="check-code"
              value={typed}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="characters"
              onChange={(event) => setTyped(event.target.value)}
            />
            <button type="submit" className="xj-button" data-primary>
              {translate(texts.check)}
            </button>
          </div>
        </form>
        <div aria-live="polite">
          {code && !found && !problem && <p>{translate(texts.checking)}</p>}
          {problem && <p className="xj-checked-document-problem">{problem}</p>}
          {found && (found.print ? <PrintResult found={found} print={found.print} /> : <Result found={found} />)}
        </div>
        <p className="xj-checked-document-line">
          <Link className="xj-button" to="/verify/draw">
            {translate(drawVerificationPage.title)}
          </Link>
          <Link className="xj-button" to="/verify/evidence">
            {translate(evidenceVerifyPage.title)}
          </Link>
        </p>
      </div>
    </PublicPageLayout>
  );
}

/** Public result for a print: no names, only whether it is still current. */
function PrintResult({ found, print }: { found: Found; print: Print }) {
  const { changed, state } = print;
  const facts = [
    ...print.facts.map(({ label, value }) => [label, value] as const),
    ...(state
      ? ([
          [translate(texts.state), state.before === state.now ? state.now : translate(texts.became, { ...state })],
        ] as const)
      : []),
    [translate(texts.authority), found.authority] as const,
    [translate(texts.madeBy), print.made_by] as const,
    [translate(texts.madeAt), formatMinute(print.made_at)] as const,
  ];
  return (
    <article className="xj-checked-document-card" data-tone={changed ? 'warning' : 'good'}>
      <h2>
        <span aria-hidden="true">{changed ? '!' : '✓'}</span>{' '}
        {translate(changed ? texts.older : changed === null ? texts.snapshot : texts.printed)}
      </h2>
      {changed && <p>{translate(texts.olderMore)}</p>}
      <h3>{found.title}</h3>
      <Facts facts={facts} />
      <Compare sha256={found.sha256} />
    </article>
  );
}

const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) => (
  <dl>
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function Result({ found }: { found: Found }) {
  const facts = (
    [
      [texts.number, found.number],
      [texts.kind, found.kind],
      [texts.heading, found.title],
      [texts.party, found.party],
      [texts.authority, found.authority],
      [texts.date, found.issued_on],
      [texts.status, found.status_text],
    ] as const
  ).map(([label, value]) => [translate(label), value] as const);
  const isVoid = found.status === 'void';
  return (
    <article className="xj-checked-document-card" data-tone={isVoid ? 'bad' : 'good'}>
      <h2>
        <span aria-hidden="true">{isVoid ? '✕' : '✓'}</span> {translate(isVoid ? texts.void : texts.genuine)}
      </h2>
      <Facts facts={facts} />
      {found.sha256 && <Compare sha256={found.sha256} />}
    </article>
  );
}

/** Compares a file with the issued one by its hash, computed in the browser: nothing is uploaded. */
function Compare({ sha256 }: { sha256: string }) {
  const [same, setSame] = useState<boolean>();
  const [name, setName] = useState('');
  const chooser = useRef<HTMLInputElement>(null);
  // crypto.subtle exists only in secure contexts
  if (!globalThis.crypto?.subtle) return null;
  const compare = async (file: File | undefined) => {
    setSame(undefined);
    setName(file?.name ?? '');
    if (!file) return;
    setSame((await hashFile(file, 'SHA-256')) === sha256);
  };
  return (
    <div className="xj-checked-document-file">
      <strong>{translate(texts.file)}</strong>
      <p>{translate(texts.fileLead)}</p>
      <p>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="application/pdf"
          aria-label={translate(texts.file)}
          onChange={(event) => void compare(event.target.files?.[0])}
        />
        <button type="button" className="xj-button" onClick={() => chooser.current?.click()}>
          {translate(texts.choose)}
        </button>{' '}
        {name}
      </p>
      {same !== undefined && (
        <p role="status" data-same={same}>
          {translate(same ? texts.same : texts.differs)}
        </p>
      )}
    </div>
  );
}
