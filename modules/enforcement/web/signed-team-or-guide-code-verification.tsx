import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import {
  isPublicKeysAnswer,
  parseTeamCode,
  verifyTeamCode,
} from '#modules/travel/contract/team-code/format-and-verify-signed-team-code.ts';
import { teamCodePublicKeysCall } from '#modules/travel/contract/team-code/team-code-public-keys-call.ts';
import { teamCodeVerdictTexts } from '#modules/travel/contract/team-code/team-code-verdict-texts.ts';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { fetchAndCachePublicAnswer, readCachedPublicAnswer } from '#web/http/offline/cached-public-answer.ts';
import { useText } from '#web/i18n/locale.ts';

const texts = {
  code: text('扫描的码', 'Scanned code'),
  states: text('码上写明', 'The code states'),
  team: text('{no}，{plate}，{n} 人，{from} 至 {to}', '{no}, {plate}, {n} {n|tourist|tourists}, {from} to {to}'),
  card: text('导游证 {no}', 'Guide card {no}'),
  offline: text(
    '没有网络：仅按本机保存的公钥核验，团队此后的变更、证件是否仍有效须联网后再查。',
    'Offline: verified only with the public keys on this device. Check online for later changes to the team and whether documents are still valid.',
  ),
  noKeys: text(
    '本机没有保存公钥，联网打开本页一次后即可离线核验。',
    'No public keys on this device. Open this page once online to verify offline later.',
  ),
} as const;

/** The lookup text of a scanned code; undefined for foreign codes. */
export function lookupTextOfScannedCode(code: string): string | undefined {
  const payload = parseTeamCode(code)?.content;
  return payload?.kind === 'team' ? payload.team.team_no : payload?.card.guide_card;
}

/** Shows whether the platform signed a code, and its content. Verified in the browser, also offline. */
export function SignedTeamOrGuideCodeVerification({ code }: { code: string }) {
  const t = useText();
  const check = useQuery({
    queryKey: ['enforcement', 'code', code],
    queryFn: async () => {
      const cached = readCachedPublicAnswer(teamCodePublicKeysCall, isPublicKeysAnswer);
      const fresh = await fetchAndCachePublicAnswer<{ keys: unknown }>(teamCodePublicKeysCall).then(
        ({ answer }) => (isPublicKeysAnswer(answer) ? answer : undefined),
        () => undefined,
      );
      const keys = fresh?.keys ?? cached?.answer.keys;
      // the browser may answer from its cache
      const offline = fresh === undefined || !navigator.onLine;
      const verified = await verifyTeamCode(code, keys ?? []);
      // without keys the code is neither valid nor invalid
      const verdict = keys === undefined && verified.verdict === 'unknown_key' ? 'unable' : verified.verdict;
      return { ...verified, verdict, offline, keys: keys !== undefined } as const;
    },
    // works offline, too
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (!check.data) return null;
  const { verdict, content: payload, offline, keys } = check.data;
  const heading = teamCodeVerdictTexts[verdict];
  const tone = heading.tone;
  return (
    <section className="xj-roadside-verdict" data-tone={tone} aria-live="polite" aria-label={t(texts.code)}>
      <h2>
        <span aria-hidden="true">{tone === 'good' ? '✓' : tone === 'bad' ? '✕' : '!'}</span> {t(heading)}
      </h2>
      <p>{t(heading.more)}</p>
      {payload?.kind === 'team' && (
        <p>
          {t(texts.states)}：
          {t(texts.team, {
            no: payload.team.team_no,
            plate: payload.team.plate,
            n: payload.team.pax,
            from: formatRecent(payload.team.start),
            to: formatRecent(payload.team.end),
          })}
        </p>
      )}
      {payload?.kind === 'card' && <p>{t(texts.card, { no: payload.card.guide_card })}</p>}
      {offline && <p>{t(keys ? texts.offline : texts.noKeys)}</p>}
    </section>
  );
}
