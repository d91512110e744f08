import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { text } from '#kernel/text.ts';
import { get, isCancelled, WireError } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import { PublicPage } from '#web/sign-in/public-page.tsx';
import './check-page.css';

const words = {
  title: text('文书核验', 'Check a document'),
  lead: text('输入文书末尾的 16 位验证码。', 'Type the 16-letter code at the end of the paper.'),
  code: text('验证码', 'Code'),
  check: text('核验', 'Check'),
  checking: text('正在核验…', 'Checking…'),
  genuine: text('该文书由主管部门制发', 'This document was issued by the authority'),
  void: text('该文书已作废', 'This document is void'),
  number: text('文书号', 'Number'),
  kind: text('种类', 'Kind'),
  heading: text('标题', 'Title'),
  party: text('当事人', 'Party'),
  authority: text('制发机关', 'Authority'),
  date: text('制发日期', 'Issued'),
  status: text('状态', 'Status'),
  file: text('核对电子文件', 'Compare a file'),
  fileLead: text(
    '选择手中的 PDF，在本机比对内容是否一致；文件不会上传。',
    'Choose the PDF you hold: it is compared here and is not uploaded.',
  ),
  same: text('一致：文件与制发时完全相同', 'The same: the file is exactly what was issued'),
  differs: text('不一致：文件与制发时不同，或不是制发的 PDF', 'Different: the file is not the PDF that was issued'),
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
}

/** `/check/:code`: whoever holds a paper learns whether it is what the authority issued. */
export default function CheckPage() {
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
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const next = typed.replace(/[^\w]/g, '');
    if (next) void navigate(`/check/${next}`);
  };
  return (
    <PublicPage>
      <div className="xj-checked-paper">
        <h1>{speak(words.title)}</h1>
        <form onSubmit={ask}>
          <label htmlFor="check-code">{speak(words.lead)}</label>
          <div className="xj-checked-paper-line">
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
              {speak(words.check)}
            </button>
          </div>
        </form>
        <div aria-live="polite">
          {code && !found && !problem && <p>{speak(words.checking)}</p>}
          {problem && <p className="xj-checked-paper-problem">{problem}</p>}
          {found && <Result found={found} />}
        </div>
      </div>
    </PublicPage>
  );
}

function Result({ found }: { found: Found }) {
  const facts = [
    [words.number, found.number],
    [words.kind, found.kind],
    [words.heading, found.title],
    [words.party, found.party],
    [words.authority, found.authority],
    [words.date, found.issued_on],
    [words.status, found.status_text],
  ] as const;
  const isVoid = found.status === 'void';
  return (
    <article className="xj-checked-paper-card" data-tone={isVoid ? 'bad' : 'good'}>
      <h2>
        <span aria-hidden="true">{isVoid ? '✕' : '✓'}</span> {speak(isVoid ? words.void : words.genuine)}
      </h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label.en}>
            <dt>{speak(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {found.sha256 && <Compare sha256={found.sha256} />}
    </article>
  );
}

/** The hash of the file is taken in the browser: nobody has to hand in the paper to have it checked. */
function Compare({ sha256 }: { sha256: string }) {
  const [same, setSame] = useState<boolean>();
  // only a page that came over https, or from this machine, may hash
  if (!globalThis.crypto?.subtle) return null;
  const compare = async (file: File | undefined) => {
    setSame(undefined);
    if (!file) return;
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    setSame([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') === sha256);
  };
  return (
    <div className="xj-checked-paper-file">
      <label htmlFor="check-file">{speak(words.file)}</label>
      <p>{speak(words.fileLead)}</p>
      <input
        id="check-file"
        type="file"
        accept="application/pdf"
        onChange={(event) => void compare(event.target.files?.[0])}
      />
      {same !== undefined && (
        <p role="status" data-same={same}>
          {speak(same ? words.same : words.differs)}
        </p>
      )}
    </div>
  );
}
