import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { EvidencePublicKeys } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import { text } from '#kernel/text/text.ts';
import { drawVerificationPage } from '#modules/enforcement/contract/draw/path-and-title-of-draw-verification-page.ts';
import { get } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { dailyEvidenceRootPage, evidenceVerifyPage } from '../contract/daily-root-and-evidence-verification-pages.ts';
import { evidenceVerificationFindingAsSentence } from '../contract/evidence-verification-finding-as-sentence.ts';
import { type EvidenceVerificationResult, verifyEvidenceFileInWorker } from './verify-evidence-file-in-worker.ts';
import './evidence-pages.css';

const texts = {
  lead: text(
    '选择由本平台导出的证据文件（.zip）。核验在您的设备上进行，文件不会上传。',
    'Choose an evidence file (.zip) exported by this platform. It is verified on your device and not uploaded.',
  ),
  choose: text('选择文件', 'Choose file'),
  verifying: text('正在核验…', 'Verifying…'),
  insecure: text('此页面须通过 https 打开才能核验', 'Open this page over https to verify files'),
  intact: text(
    '完整：与导出时登记的内容一致，并有有效签名',
    'Intact: it matches what was recorded, and its signatures are valid',
  ),
  unproven: text(
    '内容完整，但有记录尚未签名。平台每小时签名一次，可在下一小时重新导出',
    'Complete, but some entries are not signed yet. The platform signs every hour: export again in the next hour',
  ),
  broken: text('不可信：发现以下问题', 'Cannot be trusted: the following problems were found'),
  damaged: text('无法读取：不是证据导出文件，或文件已损坏', 'Cannot be read: not an evidence export, or damaged'),
  subject: text('所涉记录', 'Subject'),
  entries: text('证据记录', 'Entries'),
  unprovenEntries: text('尚未签名的记录', 'Entries not yet signed'),
  removed: text('内容已依法移除（哈希保留）', 'Content removed (hash retained)'),
  files: text('文件', 'Files'),
  roots: text('时段根', 'Roots'),
  signatures: text('已验证的签名', 'Signatures verified'),
  keys: text('公钥来源', 'Keys'),
  published: text('与本平台公布的公钥比对', 'Compared with the keys the platform publishes'),
  own: text(
    '仅用文件内的公钥：无法读取本平台公布的公钥',
    'Only the keys in the file: the published keys could not be read',
  ),
  days: text('查看每日证据根', 'Daily evidence roots'),
};

const readPublishedKeys = (): Promise<readonly EvidencePublicKeys[] | undefined> =>
  get<{ list: EvidencePublicKeys[] }>('/api/evidence/keys', {}, { quiet: true, area: 'api' }).then(
    ({ list }) => list,
    () => undefined,
  );

/** `/verify/evidence`: verifies an exported file on the device of whoever holds it. */
export default function EvidenceVerifyPage() {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const running = useRef<() => void>(undefined);
  const [name, setName] = useState('');
  const [verified, setVerified] = useState<{ file: EvidenceVerificationResult; compared: boolean }>();
  useEffect(() => () => running.current?.(), []);
  const check = async (file: File | undefined) => {
    if (!file) return;
    running.current?.();
    setVerified(undefined);
    setName(file.name);
    const trusted = await readPublishedKeys();
    const { result, stop } = verifyEvidenceFileInWorker({ file, ...(trusted && { trusted }) });
    running.current = stop;
    setVerified({ file: await result, compared: trusted !== undefined });
  };
  const canVerify = globalThis.crypto?.subtle !== undefined;
  return (
    <PublicPageLayout>
      <div className="xj-evidence">
        <h1>{t(evidenceVerifyPage.title)}</h1>
        <p className="xj-evidence-soft">{t(texts.lead)}</p>
        {!canVerify && <p>{t(texts.insecure)}</p>}
        <p className="xj-evidence-line">
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".zip,application/zip"
            aria-label={t(texts.choose)}
            onChange={(event) => {
              void check(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <button
            type="button"
            className="xj-button"
            data-primary
            disabled={!canVerify}
            onClick={() => chooser.current?.click()}
          >
            {t(texts.choose)}
          </button>
          {name}
        </p>
        <div aria-live="polite">
          {name && !verified && <p>{t(texts.verifying)}</p>}
          {verified && <Verdict {...verified} />}
        </div>
        <p className="xj-evidence-line">
          <Link className="xj-button" to="/verify/root">
            {t(dailyEvidenceRootPage.title)}
          </Link>
          <Link className="xj-button" to="/verify/draw">
            {t(drawVerificationPage.title)}
          </Link>
        </p>
      </div>
    </PublicPageLayout>
  );
}

function Verdict({ file, compared }: { file: EvidenceVerificationResult; compared: boolean }) {
  const t = useText();
  if (file === 'damaged')
    return (
      <article className="xj-evidence-card" data-tone="bad">
        <h2>✕ {t(texts.damaged)}</h2>
      </article>
    );
  const tone = { intact: 'good', unproven: 'warning', broken: 'bad' }[file.state];
  const mark = { intact: '✓', unproven: '!', broken: '✕' }[file.state];
  const facts = [
    [texts.subject, file.subject],
    [texts.entries, file.entries],
    ...(file.unproven > 0 ? ([[texts.unprovenEntries, file.unproven]] as const) : []),
    ...(file.removed > 0 ? ([[texts.removed, file.removed]] as const) : []),
    [texts.files, file.files],
    [texts.roots, file.roots],
    [texts.signatures, file.seen.map((one) => (one === 'sm2' ? 'SM2' : 'Ed25519')).join(' · ') || '—'],
    [texts.keys, t(compared ? texts.published : texts.own)],
  ] as const;
  return (
    <article className="xj-evidence-card" data-tone={tone}>
      <h2>
        <span aria-hidden="true">{mark}</span> {t(texts[file.state])}
      </h2>
      {file.findings.length > 0 && (
        <ul>
          {file.findings.map((finding) => (
            <li key={JSON.stringify(finding)}>{evidenceVerificationFindingAsSentence(finding, currentLocale())}</li>
          ))}
        </ul>
      )}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label.en}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
