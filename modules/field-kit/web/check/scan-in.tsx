import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { metresBetween } from '../../contract/metres-between.ts';
import type { OperationPicture } from '../../contract/operation.ts';
import type { CheckPack } from '../../contract/pack.ts';
import { perform } from '../kit/kit.ts';
import { awaitPlace, currentPlace } from '../kit/phone.ts';
import { NoteInput } from './note-input.tsx';
import { PicturesInput } from './pictures-input.tsx';

const ScanView = lazy(async () => ({ default: (await import('#web/scan/scan-view.tsx')).ScanView }));

const texts = {
  title: text('扫码进场', 'Scan in'),
  lead: text('依次扫描两名执法人员的执法证码', 'Scan the codes of both officers’ certificates'),
  scan: text('扫描', 'Scan'),
  type: text('或输入执法证号', 'Or type the certificate number'),
  add: text('确认', 'Confirm'),
  unknown: text('{code} 不是本次检查的执法人员', '{code} is not an officer of this check'),
  there: text('已到场', 'Present'),
  missing: text('未扫描', 'Not scanned'),
  far: text('距登记地址 {m} 米，请说明并拍照', '{m} m from the registered address: explain, and take a picture'),
  reason: text('位置说明', 'Reason for the place'),
  noPlace: text('没有定位，仍可进场，平台会标记', 'No position. You can still enter; it is noted'),
  locating: text('正在定位…', 'Locating…'),
  enter: text('进场', 'Enter'),
} as const;

/** Metres from the registered place from which on officers explain themselves. */
const near = 300;

/** A number by its letters and digits, as the platform compares it. */
const compact = (number: string): string =>
  number
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** The last part of a code: certificates carry a link that ends with their number. */
const numberOf = (code: string): string =>
  compact(
    code
      .trim()
      .split(/[/#?=]/)
      .at(-1) ?? '',
  );

/** Both officers, and the place, before anybody enters. */
export function ScanIn({ pack }: { pack: CheckPack }) {
  const t = useText();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [scans, setScans] = useState(false);
  const [problem, setProblem] = useState('');
  const [reason, setReason] = useState('');
  const [pictures, setPictures] = useState<readonly OperationPicture[]>([]);
  const [locating, setLocating] = useState(false);
  const place = currentPlace();
  const metres = place && pack.place ? Math.round(metresBetween(place, pack.place)) : 0;
  const confirm = (code: string): void => {
    const found = pack.officers.find(({ cert_no }) => compact(cert_no) === numberOf(code));
    setProblem(found ? '' : t(texts.unknown, { code: code.slice(0, 60) }));
    if (!found) return;
    setSeen((before) => (before.includes(found.cert_no) ? before : [...before, found.cert_no]));
    setScans(false);
  };
  const enter = async (): Promise<void> => {
    setLocating(true);
    const at = await awaitPlace();
    setLocating(false);
    await perform(pack, 'scanIn', { codes: seen, pictures, reason: reason.trim() }, at);
  };
  return (
    <section className="xj-kit-card">
      <h3>{t(texts.title)}</h3>
      <p>{t(texts.lead)}</p>
      <ul className="xj-kit-officers">
        {pack.officers.map(({ id, name, cert_no }) => (
          <li key={id} data-done={seen.includes(cert_no) || undefined}>
            {name} <small>{cert_no}</small> <span>{t(seen.includes(cert_no) ? texts.there : texts.missing)}</span>
          </li>
        ))}
      </ul>
      <button type="button" className="xj-button xj-kit-big" onClick={() => setScans(!scans)}>
        {t(texts.scan)}
      </button>
      {scans && (
        <Suspense fallback={null}>
          <ScanView onCode={confirm} />
        </Suspense>
      )}
      <TypedCode onCode={confirm} />
      {problem && <p role="alert">{problem}</p>}
      {!place && <p role="status">{t(texts.noPlace)}</p>}
      {metres > near && (
        <>
          <p role="alert">{t(texts.far, { m: metres })}</p>
          <NoteInput label={t(texts.reason)} value={reason} onChange={setReason} max={500} min={5} />
          <PicturesInput check={pack.id} value={pictures} onChange={setPictures} />
        </>
      )}
      <button
        type="button"
        className="xj-button xj-kit-big"
        data-tone="primary"
        disabled={
          seen.length < Math.min(2, pack.officers.length) ||
          locating ||
          (metres > near && (reason.trim().length < 5 || pictures.length === 0))
        }
        onClick={() => void enter()}
      >
        {t(locating ? texts.locating : texts.enter)}
      </button>
    </section>
  );
}

/** For a certificate whose code cannot be scanned. */
function TypedCode({ onCode }: { onCode(code: string): void }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  return (
    <form
      className="xj-kit-line"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(typed);
        setTyped('');
      }}
    >
      <input
        aria-label={t(texts.type)}
        placeholder={t(texts.type)}
        autoComplete="off"
        autoCapitalize="characters"
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="xj-button">
        {t(texts.add)}
      </button>
    </form>
  );
}
