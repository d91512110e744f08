import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import { urlWithToken } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import './team-code-panel.css';

const texts = {
  alt: text('团队 {team} 的团队码', 'Code of team {team}'),
  lead: text(
    '交给导游和驾驶员；游客与执法人员扫码核验，没有网络时也能辨别真伪。',
    'Give it to the guide and driver. Tourists and officers scan it to verify the team, even without a network.',
  ),
  changed: text('团队变更后请重新下载。', 'Download it again after the team is changed.'),
  open: text('打开核验页', 'Open verification page'),
  save: text('下载（SVG）', 'Download (SVG)'),
  code: text('团队码文本', 'Team code text'),
};

/** Record panel with the code of a team as picture, download and text. */
export default function TeamCodeDownloadPanel({ row }: RecordPanelProps) {
  const call = `/${areaPaths().app}/travel.itinerary`;
  const { id, version } = row;
  // each version of a team has a code of its own
  const { data: codeText } = useQuery({
    queryKey: ['teamCode', call, id, version],
    queryFn: queryFnFor<{ code: string }>(`${call}/codeText`, { id }, { quiet: false }),
  });
  const team = String(row.team_no);
  const picture = urlWithToken(`${call}/code`, { id, seen: version });
  return (
    <div className="xj-team-code">
      <img src={picture} width="260" height="260" alt={translate(texts.alt, { team })} />
      <div>
        <p>{translate(texts.lead)}</p>
        <p>{translate(texts.changed)}</p>
        <p className="xj-team-code-links">
          <a href={picture} download={`${team}.svg`}>
            {translate(texts.save)}
          </a>
          {codeText && (
            <a href={`/team/${codeText.code}`} target="_blank" rel="noreferrer">
              {translate(texts.open)}
            </a>
          )}
        </p>
        {codeText && (
          <label>
            {translate(texts.code)}
            <textarea readOnly rows={5} value={codeText.code} onFocus={(event) => event.currentTarget.select()} />
          </label>
        )}
      </div>
    </div>
  );
}
