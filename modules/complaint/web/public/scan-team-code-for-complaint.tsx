import { lazy, Suspense, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { TeamCodeCheckAnswer } from '#modules/travel/contract/team-code/format-and-verify-signed-team-code.ts';
import { get, post } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import type { OfferedRespondent } from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';

const texts = {
  scan: text('扫团队码填写', 'Scan the team code'),
  close: text('不扫了', 'Stop scanning'),
  notGenuine: text('这不是平台签发的团队码', 'This is not a team code of this platform'),
  filled: text('已按团队码填写：{agency}，团号 {team}', 'Filled in from the team code: {agency}, team {team}'),
};

const ScanView = lazy(async () => ({ default: (await import('#web/scan/code-scanner-view.tsx')).CodeScannerView }));

/** What a verified team code says about whom the complaint is. */
export interface ScannedTeam {
  readonly team_no: string;
  readonly agency: string;
  /** The agency on the platform; null if it cannot be told by its name. */
  readonly agency_id: number | null;
}

/** Codes that are real: also of a team that ended or changed since, about which one may complain as well. */
const real: ReadonlySet<TeamCodeCheckAnswer['verdict']> = new Set(['genuine', 'expired', 'old_version']);

/** Has the platform verify a code, or the address that it is part of. Throws if it is no team code. */
export async function readScannedTeam(scanned: string): Promise<ScannedTeam> {
  const code =
    scanned
      .trim()
      .split(/[/?#\s]/)
      .findLast((part) => part !== '') ?? '';
  const options = { quiet: true, area: 'api', duplicate: 'allow' } as const;
  const { verdict, team } = await post<TeamCodeCheckAnswer>('/api/travel.code/show', { code }, options);
  if (!team || !real.has(verdict)) throw new Error(translate(texts.notGenuine));
  const { team_no, agency } = team;
  const { list } = await get<{ list: OfferedRespondent[] }>(
    '/api/complaint.open/respondents',
    { quick: agency.slice(0, 60) },
    options,
  );
  const [only, ...others] = list.filter(({ name }) => name === agency);
  return { team_no, agency, agency_id: only && others.length === 0 ? only.id : null };
}

/** Fills in respondent and team number from the code of a team, by camera or from a picture. */
export function TeamCodeScan({ onTeam }: { onTeam(team: ScannedTeam): void }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [filled, setFilled] = useState<ScannedTeam>();
  return (
    <div className="xj-complaint-scan">
      <button type="button" className="xj-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? texts.close : texts.scan)}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ScanView
            onCode={async (code) => {
              const team = await readScannedTeam(code);
              setFilled(team);
              setOpen(false);
              onTeam(team);
            }}
          />
        </Suspense>
      )}
      <p role="status" className="xj-field-note">
        {filled && t(texts.filled, { agency: filled.agency, team: filled.team_no })}
      </p>
    </div>
  );
}
