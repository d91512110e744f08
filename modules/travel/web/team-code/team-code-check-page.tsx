import { type FormEvent, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { SavePageForOfflineNotice } from '#web/boot/save-this-page-for-offline-use-notice-with-retry.tsx';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { ScanButton } from '#web/scan/scan-button.tsx';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { TeamOrGuideCodeVerdict } from './team-or-guide-code-verdict.tsx';
import { useTeamCodeCheck } from './use-team-code-check.ts';
import './team-code-check-page.css';

const texts = {
  title: text('团队核验', 'Check a team'),
  lead: text(
    '扫描导游或车上的团队码，或在此粘贴码文本；没有网络时也能辨别真伪。',
    'Scan the team code carried by the guide or coach, or paste the code text here. It can be verified even without a network.',
  ),
  code: text('团队码或导游证码', 'Team code or guide card code'),
  check: text('核验', 'Verify'),
  keys: text('使用 {time} 取得的公钥核验', 'Verified with public keys obtained {time}'),
  noKeys: text(
    '本机尚无公钥，联网打开一次后即可离线核验。',
    'No public keys on this device yet. Open this page once online to verify offline later.',
  ),
} as const;

/** Public page `/team/:code?` that verifies the code of a team or a guide card. */
export default function TeamCodeCheckPage() {
  const t = useText();
  const { code = '' } = useParams();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const check = useTeamCodeCheck(code);
  const show = (found: string) => {
    const next = found
      .trim()
      .split(/[/?#\s]/)
      .findLast((part) => part !== '');
    if (next) void navigate(`/team/${encodeURIComponent(next)}`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    show(typed);
  };
  return (
    <PublicPageLayout>
      <div className="xj-team">
        <h1>{t(texts.title)}</h1>
        <div aria-live="polite" className="xj-team-found">
          {code && <TeamOrGuideCodeVerdict check={check} />}
        </div>
        {!code && (
          <form onSubmit={submit}>
            <p>{t(texts.lead)}</p>
            <label htmlFor="team-code">{t(texts.code)}</label>
            <textarea
              id="team-code"
              rows={4}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
              onChange={(event) => setTyped(event.target.value)}
            />
            <button type="submit" className="xj-button" data-primary>
              {t(texts.check)}
            </button>
            <ScanButton onFound={show} />
          </form>
        )}
        <p className="xj-team-keys">
          {check.keys ? t(texts.keys, { time: formatMinute(check.keys.at / 1000) }) : t(texts.noKeys)}
        </p>
        <SavePageForOfflineNotice set="team" />
      </div>
    </PublicPageLayout>
  );
}
