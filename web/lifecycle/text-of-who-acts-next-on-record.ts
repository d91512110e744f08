import type { Move, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { lifecycleOf, stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

const texts = {
  final: text('已是最终状态，不再变化。', 'Final status; no further changes.'),
  corrected: text('等待申请人更正：{moves}', 'Waiting for the applicant to correct: {moves}'),
  member: text('等待企业办理：{moves}', 'Waiting for the enterprise: {moves}'),
  others: text('需由有权限的人员办理：{moves}', 'To be done by someone with permission: {moves}'),
  platform: text('由系统自动办理：{moves}', 'Done by the platform: {moves}'),
  office: text('等待主管部门办理：{moves}', 'Waiting for the authority: {moves}'),
  separator: text('、', ', '),
  sentence: text('。', '. '),
};

/** Whether a state is a refusal with a reason: returned, rejected, suspended. */
export const isRefusalState = ({ tone }: State): boolean => tone === 'warning' || tone === 'bad';

/** Whether only the platform makes a move, when something else happens or time passes. */
const isByPlatform = ({ by }: Move) => by?.length === 0;

const isByMember = ({ by = ['admin'] }: Move) => by.includes('member');
/** Whether the owner makes a move. Officers make such a move only on rows without an owner. */
export const isMoveMadeByOwner = (move: Move) =>
  isByMember(move) && (move.ownersAct === true || !(move.by ?? []).includes('admin'));

/** Whether a move is for rows with another value, as the approval of special plans is: it never is the next step. */
const isForOtherRows = ({ when = [] }: Move, row: WireRow): boolean =>
  when.some(
    (guard) =>
      guard.or === undefined &&
      guard.if.some(
        ([field, operator, value]) =>
          typeof row[field] === 'string' &&
          ((operator === '=' && row[field] !== value) || (operator === '<>' && row[field] === value)),
      ),
  );

/** What happens next and by whom, where this caller has nothing to do. */
export function whoActsNextText(resource: AnyResource, row: WireRow): string {
  const life = lifecycleOf(resource);
  const state = stateOf(resource, row);
  if (!life || !state || row.status === undefined) return '';
  const status = row.status;
  const all = Object.values(life.moves).filter((move) => move.from.includes(status) && move.to !== undefined);
  const suitable = all.filter((move) => !isForOtherRows(move, row));
  const leaving = suitable.length > 0 ? suitable : all;
  if (state.final || leaving.length === 0) return translate(texts.final);
  const join = (moves: readonly Move[]) =>
    [...new Set(moves.map((move) => translate(move.label)))].join(translate(texts.separator));
  const workOfOfficers = (moves: readonly Move[]) => (state.awaited ? translate(state.awaited) : join(moves));
  const owners = leaving.filter(isMoveMadeByOwner);
  const officers = leaving.filter((move) => !isMoveMadeByOwner(move) && !isByPlatform(move));
  // a returned row is resubmitted by whoever submitted it
  const again = isRefusalState(state) ? owners.filter((move) => move.ownersAct || move.answers) : [];
  if (again.length > 0) return translate(texts.corrected, { moves: join(again) });
  if (officers.length === 0 && owners.length === 0) return translate(texts.platform, { moves: join(leaving) });
  if (officers.length === 0) return translate(texts.member, { moves: join(owners) });
  // an enterprise reads the intended next step, not how officers might end the procedure; where they could only end it,
  // nothing is awaited
  if (currentArea() === 'member') {
    const usual = officers.filter(({ tone }) => tone !== 'danger');
    return usual.length > 0 ? translate(texts.office, { moves: workOfOfficers(usual) }) : '';
  }
  // its author may have the permission and still has to wait for somebody else
  const reasons = new Set(officers.flatMap(({ byAnother }) => (byAnother ? [translate(byAnother.else)] : [])));
  return [translate(texts.others, { moves: workOfOfficers(officers) }), ...reasons].join(translate(texts.sentence));
}
