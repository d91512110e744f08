import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import type { WitnessInvitation } from '../../contract/draw/draw-call-answer-types.ts';
import {
  drawWitnessSeedPage,
  witnessSeedLength,
} from '../../contract/draw/path-and-title-of-draw-witness-seed-page.ts';
import './enter-witness-seed-page.css';

const ScanView = lazy(async () => ({ default: (await import('#web/scan/code-scanner-view.tsx')).CodeScannerView }));

const texts = {
  as: text('您以“{witness}”的身份见证', 'You are a witness as “{witness}”'),
  draw: text('{name}（{no}）', '{name} ({no})'),
  drawn: text(
    '从 {objects} 家企业中抽取 {count} 家，执法人员名单 {officers} 人，{at} 起抽取。',
    '{count} of {objects} {objects|enterprise|enterprises} will be drawn from {at} on; {officers} {officers|officer is|officers are} listed.',
  ),
  drawnExperts: text(
    '从 {objects} 名专家中抽取 {count} 名，{at} 起抽取。',
    '{count} of {objects} {objects|expert|experts} will be drawn from {at} on.',
  ),
  lead: text(
    '请输入一段只有您知道的内容：掷骰子的点数、随手写的一句话、纸币号码都可以。它与其他见证人的种子、平台的种子一起决定结果；全部到齐之前任何人都看不到。',
    'Enter something only you know: the numbers of some dice, a sentence, the number of a banknote. With the seeds of the other witnesses and of the platform it decides the result. Nobody sees it before all are in.',
  ),
  open: text(
    '抽取后您的种子会公开，供人重新计算。请勿使用密码、手机号、证件号。',
    'After the draw your seed is published, so that the draw can be computed again. Do not use a password, telephone or identity number.',
  ),
  seed: text('种子', 'Seed'),
  hint: text('{min} 到 {max} 个字符', 'From {min} to {max} {max|character|characters}'),
  scan: text('扫码填写', 'Scan a code'),
  random: text('随机生成', 'Make a random one'),
  send: text('封存种子', 'Seal my seed'),
  thanks: text('种子已封存。', 'Your seed is sealed.'),
  after: text(
    '请记住您的种子：记录公布后，可在公开页面核对它确实参与了抽取。',
    'Remember your seed: once the record is published, you can check on the public page that it was used.',
  ),
  yours: text('您的种子：{seed}', 'Your seed: {seed}'),
  verify: text('到公开页面验证', 'Public verification'),
  commitment: text('已公布、不能再改的承诺', 'The commitment, published and final'),
  objectRoot: text('企业名单的根', 'Root of the enterprises'),
  expertRoot: text('专家名单的根', 'Root of the experts'),
  officerRoot: text('执法人员名单的根', 'Root of the officers'),
  seedHash: text('平台种子的哈希', 'Hash of the platform’s seed'),
  code: text('见证码', 'Witness code'),
  enter: text('打开', 'Open'),
  noCode: text('请扫工作人员出示的见证码，或输入它。', 'Scan the code that the staff show you, or enter it.'),
};

/** Sixteen random letters and digits, made on this device. */
const randomSeed = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36)).join('');

/** `/witness#<code>`: a witness of a draw enters a seed on their phone, once. */
export default function EnterWitnessSeedPage() {
  const t = useText();
  const { hash } = useLocation();
  const [typed, setTyped] = useState('');
  const code = hash.slice(1) || typed;
  const [invitation, setInvitation] = useState<WitnessInvitation>();
  const [problem, setProblem] = useState('');
  const [sealed, setSealed] = useState<string>();
  useEffect(() => {
    if (code === '') return undefined;
    const controller = new AbortController();
    const options = { area: 'api', quiet: true, signal: controller.signal } as const;
    setProblem('');
    // another code may follow in the same tab
    setInvitation(undefined);
    setSealed(undefined);
    post<WitnessInvitation>('/api/enforcement.draw/witness', { code }, options).then(
      setInvitation,
      (error: unknown) => {
        if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => controller.abort();
  }, [code]);
  return (
    <PublicPageLayout>
      <div className="xj-witness">
        <h1>{t(drawWitnessSeedPage.title)}</h1>
        {invitation ? (
          <>
            <p>
              <strong>{t(texts.as, { witness: invitation.witness })}</strong>
            </p>
            <h2>{t(texts.draw, { name: invitation.name, no: invitation.no })}</h2>
            <p>
              {t(invitation.kind === 'expert' ? texts.drawnExperts : texts.drawn, {
                objects: invitation.object_count,
                count: invitation.count,
                officers: invitation.officer_count,
                at: formatMoment(invitation.draw_at),
              })}
            </p>
            {sealed === undefined ? (
              <SeedForm code={code} onSealed={setSealed} />
            ) : (
              <Sealed seed={sealed} no={invitation.no} />
            )}
            <Commitment invitation={invitation} />
          </>
        ) : (
          <CodeForm onCode={setTyped} />
        )}
        {problem && <p role="alert">{problem}</p>}
      </div>
    </PublicPageLayout>
  );
}

function CodeForm({ onCode }: { onCode(code: string): void }) {
  const t = useText();
  const enter = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim();
    onCode(typed.slice(typed.lastIndexOf('#') + 1));
  };
  return (
    <form onSubmit={enter}>
      <p>{t(texts.noCode)}</p>
      <label>
        {t(texts.code)}
        <input name="code" required maxLength={300} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </label>
      <button type="submit" className="xj-button" data-tone="primary">
        {t(texts.enter)}
      </button>
    </form>
  );
}

function SeedForm({ code, onSealed }: { code: string; onSealed(seed: string): void }) {
  const t = useText();
  const [seed, setSeed] = useState('');
  const [scans, setScans] = useState(false);
  const [problem, setProblem] = useState('');
  const busy = useRef(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    setProblem('');
    try {
      await post('/api/enforcement.draw/seed', { code, seed }, { area: 'api', quiet: true });
      onSealed(seed.trim());
    } catch (error) {
      if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      busy.current = false;
    }
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <p>{t(texts.lead)}</p>
      <label>
        {t(texts.seed)}
        <input
          value={seed}
          required
          minLength={witnessSeedLength.min}
          maxLength={witnessSeedLength.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setSeed(event.target.value)}
        />
        <small>{t(texts.hint, witnessSeedLength)}</small>
      </label>
      <p className="xj-witness-line">
        <button type="button" className="xj-button" onClick={() => setScans(!scans)}>
          {t(texts.scan)}
        </button>
        <button type="button" className="xj-button" onClick={() => setSeed(randomSeed())}>
          {t(texts.random)}
        </button>
      </p>
      {scans && (
        <Suspense fallback={null}>
          <ScanView
            onCode={(found) => {
              setSeed(found.slice(0, witnessSeedLength.max));
              setScans(false);
            }}
          />
        </Suspense>
      )}
      <p>
        <small>{t(texts.open)}</small>
      </p>
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="xj-button" data-tone="primary">
        {t(texts.send)}
      </button>
    </form>
  );
}

function Sealed({ seed, no }: { seed: string; no: string }) {
  const t = useText();
  return (
    <div role="status">
      <p>
        <strong>{t(texts.thanks)}</strong>
      </p>
      <p className="xj-witness-mono">{t(texts.yours, { seed })}</p>
      <p>{t(texts.after)}</p>
      <a href={`/verify/draw/${no}`}>{t(texts.verify)}</a>
    </div>
  );
}

function Commitment({ invitation }: { invitation: WitnessInvitation }) {
  const t = useText();
  const facts = [
    [t(invitation.kind === 'expert' ? texts.expertRoot : texts.objectRoot), invitation.object_root],
    ...(invitation.officer_root === null ? [] : [[t(texts.officerRoot), invitation.officer_root] as const]),
    [t(texts.seedHash), invitation.server_seed_hash],
  ] as const;
  return (
    <details>
      <summary>{t(texts.commitment)}</summary>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="xj-witness-mono">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
