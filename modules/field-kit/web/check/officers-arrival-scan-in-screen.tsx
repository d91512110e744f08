import { lazy, Suspense, useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import {
  judgeOfficerScanIn,
  type ScanInProblem,
} from '#modules/enforcement/contract/check/judge-officer-scan-in-place-and-time.ts';
import { arrivalCodeAt, isArrivalCode } from '#modules/enforcement/contract/check/officer-arrival-one-time-code.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { useText } from '#web/i18n/locale.ts';
import type {
  OperationPicture,
  OperationPlace,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { recordOperationAndSync } from '../kit/field-kit-state-and-actions.ts';
import { awaitPhonePosition, usePhonePosition } from '../kit/watch-phone-position.ts';
import { CameraPicturesInput } from './camera-pictures-input.tsx';
import { NoteInputWithStandardPhrases } from './note-input-with-standard-phrases.tsx';
import { useEncryptedInputDraft } from './use-encrypted-input-draft.ts';

const QrCode = lazy(async () => ({ default: (await import('#web/scan/qr-code.tsx')).QrCode }));
const ScanView = lazy(async () => ({ default: (await import('#web/scan/code-scanner-view.tsx')).CodeScannerView }));

const texts = {
  title: text('扫码进场', 'Scan in'),
  own: text('您的到场码', 'Your arrival code'),
  ownLead: text('由同行人员办理进场的，请出示此码', 'Show it if your colleague scans in'),
  lead: text(
    '请同行执法人员在其手机上打开本任务，扫描或者填写其到场码',
    'Ask your colleague to open this check on their phone, and scan or type their arrival code',
  ),
  scan: text('扫描', 'Scan'),
  type: text('同行人员的到场码', 'Arrival code of your colleague'),
  add: text('确认', 'Confirm'),
  wrong: text('不是到场码，请核对十位数字', 'This is not an arrival code: check the ten digits'),
  isOwn: text('这是您自己的到场码', 'This is your own arrival code'),
  there: text('已到场', 'Present'),
  missing: text('未取得到场码', 'No code yet'),
  colleague: text('同行执法人员', 'Colleague'),
  reason: text('位置说明', 'Reason for the place'),
  locating: text('正在定位…', 'Locating…'),
  enter: text('进场', 'Enter'),
} as const;

/** The digits of a code that was scanned or typed with spaces. */
const digitsOf = (code: string): string => code.normalize('NFKC').replaceAll(/\D/g, '');
const grouped = (code: string): string => code.replace(/(\d{4})(\d{4})/, '$1 $2 ');

interface Draft {
  /** Arrival code of the colleague. */
  readonly code: string;
  readonly reason: string;
  readonly pictures: readonly OperationPicture[];
}

const empty: Draft = { code: '', reason: '', pictures: [] };

const secondsOfPhone = (): number => Math.floor(Date.now() / 1000);

/** What keeps the officers from entering now, at this place. */
function problemsAt(pack: CheckPack, { reason, pictures }: Draft, place: OperationPlace | null): ScanInProblem[] {
  const { window_from, window_to } = pack;
  const registered = pack.object_type === 'enterprise' ? pack.place : null;
  // the clock of a phone that is off keeps nobody out: the platform notes it
  const at = [secondsOfPhone(), serverNow()];
  return judgeOfficerScanIn({ place, registered, reason, pictures: pictures.length, window_from, window_to, at });
}

/** Both officers, the time and the place, before anybody enters. */
export function OfficersArrivalScanInScreen({ pack }: { pack: CheckPack }) {
  const t = useText();
  const [draft, change, clear] = useEncryptedInputDraft(pack.id, 'scanIn', empty);
  const [locating, setLocating] = useState(false);
  const { code, reason, pictures } = draft;
  const problems = problemsAt(pack, draft, usePhonePosition());
  const explains = reason !== '' || pictures.length > 0 || problems.some(({ field }) => field === 'place_reason');
  const enter = async (): Promise<void> => {
    setLocating(true);
    const place = await awaitPhonePosition();
    setLocating(false);
    // the position may have come, or moved, since the screen was drawn
    if (problemsAt(pack, draft, place).length > 0) return;
    if (await recordOperationAndSync(pack, 'scanIn', { codes: [code], pictures, reason: reason.trim() }, place))
      clear();
  };
  return (
    <section className="xj-kit-card">
      <h3>{t(texts.title)}</h3>
      <Arrival pack={pack} code={code} onCode={(given) => change({ code: given })} />
      {problems.map(({ field, message, values }) => (
        <p key={field} role="alert">
          {t(message, values)}
        </p>
      ))}
      {explains && (
        <>
          <NoteInputWithStandardPhrases
            label={t(texts.reason)}
            value={reason}
            onChange={(to) => change({ reason: to })}
            max={500}
            min={5}
          />
          <CameraPicturesInput
            check={pack.id}
            value={pictures}
            onChange={(to) => change((present) => ({ pictures: to(present.pictures) }))}
          />
        </>
      )}
      <button
        type="button"
        className="xj-button xj-kit-big"
        data-tone="primary"
        disabled={code === '' || locating || problems.length > 0 || (reason.trim() !== '' && reason.trim().length < 5)}
        onClick={() => void enter()}
      >
        {t(locating ? texts.locating : texts.enter)}
      </button>
    </section>
  );
}

/** The code of the phone’s owner, and that of the colleague by camera or keyboard. */
function Arrival({ pack, code, onCode }: { pack: CheckPack; code: string; onCode(code: string): void }) {
  const t = useText();
  const [scans, setScans] = useState(false);
  const [problem, setProblem] = useState('');
  const ownCode = useOwnCode(pack);
  const confirm = (given: string): void => {
    const digits = digitsOf(given);
    const isGood = isArrivalCode(digits) && digits !== ownCode;
    setProblem(isGood ? '' : t(digits === ownCode ? texts.isOwn : texts.wrong));
    if (!isGood) return;
    onCode(digits);
    setScans(false);
  };
  const colleagues = pack.officers.filter(({ own }) => !own).map(({ name }) => name);
  return (
    <>
      <p>
        {t(texts.own)} <output className="xj-kit-code">{grouped(ownCode)}</output> <small>{t(texts.ownLead)}</small>
      </p>
      {ownCode !== '' && (
        <Suspense fallback={null}>
          <QrCode text={ownCode} label={t(texts.own)} />
        </Suspense>
      )}
      <p>{t(texts.lead)}</p>
      <ul className="xj-kit-officers">
        <li data-done={code !== '' || undefined}>
          {t(texts.colleague)} <small>{colleagues.join('、')}</small>{' '}
          <span>{t(code === '' ? texts.missing : texts.there)}</span>
        </li>
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
    </>
  );
}

/** The present arrival code of the phone’s owner; empty while it is computed. */
function useOwnCode(pack: CheckPack): string {
  const [code, setCode] = useState('');
  const secret = pack.officers.find(({ own }) => own)?.arrival_secret;
  useEffect(() => {
    if (!secret) return undefined;
    const show = () => void arrivalCodeAt(secret, secondsOfPhone()).then(setCode);
    show();
    const timer = setInterval(show, 2000);
    return () => clearInterval(timer);
  }, [secret]);
  return code;
}

/** For a code that cannot be scanned. */
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
        inputMode="numeric"
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
