import { appendQuery } from '#web/http/append-query.ts';
import { post } from '#web/http/client.ts';
import { convertPicture } from '#web/input/upload/convert-picture.ts';
import type { ComplaintDraft } from './complaint-draft.ts';
import type { ChosenFile } from './evidence-picker.tsx';

const options = { quiet: true, area: 'api' } as const;

/** Exchanges the code sent to a mobile for the ticket that filing needs. */
export const verifyMobile = (mobile: string, code: string): Promise<{ ticket: string }> =>
  post('/api/complaint.open/verify', { mobile, code }, options);

/**
 * Uploads the files that are not uploaded yet, one after the other. `onUploaded` receives all of them after each, so that
 * a broken connection costs one file and not all.
 */
export async function uploadEvidence(
  ticket: string,
  files: readonly ChosenFile[],
  onUploaded: (files: readonly ChosenFile[]) => void,
): Promise<readonly ChosenFile[]> {
  let sent = files;
  for (const [place, { file, url }] of files.entries()) {
    if (url) continue;
    const form = new FormData();
    form.append('file', await convertPicture(file, {}));
    const answer = await post<{ file: { url: string } }>(
      appendQuery('/api/complaint.open/upload', { ticket }),
      form,
      options,
    );
    sent = sent.map((one, at) => (at === place ? { file, url: answer.file.url } : one));
    onUploaded(sent);
  }
  return sent;
}

/** Files a complaint with uploaded files. Times are those of Shanghai. */
export function fileComplaint(
  ticket: string,
  draft: ComplaintDraft,
  files: readonly ChosenFile[],
): Promise<{ no: string }> {
  const { demand, amount, event_at, anonymous, urgent, team_no, contract_end_on, ...typed } = draft;
  const body = {
    ...typed,
    ticket,
    people: 1,
    event_at: Math.floor(new Date(`${event_at}:00+08:00`).getTime() / 1000),
    anonymous: anonymous ? '1' : '0',
    urgent: urgent ? '1' : '0',
    team_no: team_no.trim() || null,
    contract_end_on: contract_end_on || null,
    files: files.flatMap(({ url }) => url ?? []),
    demands: demand === '' ? [] : [{ kind: demand, amount: amount.trim() || null }],
  };
  return post('/api/complaint.open/file', body, options);
}
