import { post } from '#web/http/client.ts';
import type { ComplaintDraft } from './complaint-draft-browser-storage.ts';
import type { VerifiedContact } from './use-complainant-contact-verification.ts';

/** Rows of those who join, from lines such as `李四 138 0013 8000` or `Anna Berg, +49 171 2345678`. */
const complainantsOf = (typed: string) =>
  typed
    .split('\n')
    .map((line) => /^(.*?)[\s,，、;；:：]*(\+?\d[\d\s-]*)?$/.exec(line.trim()))
    .flatMap((found) =>
      found?.[0] ? [{ name: found[1] ?? '', mobile: found[2]?.replace(/[\s-]/g, '') ?? null }] : [],
    );

/** Files a complaint with the addresses of uploaded files. Times are those of Shanghai. */
export function postComplaintDraft(
  { ticket, way }: VerifiedContact,
  draft: ComplaintDraft,
  files: readonly string[],
): Promise<{ no: string }> {
  const { demand, amount, event_at, event_place, anonymous, urgent, team_no, contract_end_on, people, ...others } =
    draft;
  const { mobile, representatives, complainants, ...typed } = others;
  const body = {
    ...typed,
    ticket,
    people: people.trim(),
    representatives: representatives.trim() || null,
    complainants: Number(people) > 1 ? complainantsOf(complainants) : [],
    ...(way === 'email' ? { mobile: mobile.trim() } : {}),
    ...(event_place ? { event_place } : {}),
    event_at: Math.floor(new Date(`${event_at}:00+08:00`).getTime() / 1000),
    anonymous: anonymous ? '1' : '0',
    urgent: urgent ? '1' : '0',
    team_no: team_no.trim() || null,
    contract_end_on: contract_end_on || null,
    files,
    demands: demand === '' ? [] : [{ kind: demand, amount: amount.trim() || null }],
  };
  return post('/api/complaint.open/file', body, { quiet: true, area: 'api' });
}
