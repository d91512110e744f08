import type {
  RenamedOrChangedStep,
  VerificationByOfficer,
  VerificationMove,
  VerificationState,
} from '../declaration/verification-by-officer.ts';

type Named = Readonly<Record<string, RenamedOrChangedStep<object> | undefined>>;

const states = ['pending', 'returned', 'verified', 'changing', 'withdrawn'] satisfies VerificationState[];
const moves = [
  'submit',
  'withdraw',
  'verify',
  'return',
  'change',
  'verifyChange',
  'refuseChange',
  'withdrawChange',
] satisfies VerificationMove[];

/**
 * Throws if a verification has no fields, or gives one name to two fields, states or moves. The build for browsers
 * leaves this file out (scripts/vite/omit-unused-parts.ts).
 */
export function checkOfficerVerificationDeclaration(
  declared: VerificationByOfficer<readonly string[], object, object, boolean>,
): void {
  const { fields, holder, withdrawable = false, states: ownStates = {}, moves: ownMoves = {} } = declared;
  if (fields.length === 0) throw new Error('verified: no field is vouched for');
  checkNames([...fields, ...holder]);
  const without = withdrawable ? [] : ['withdrawn', 'withdraw'];
  for (const [roles, own] of [
    [states, ownStates as Named],
    [moves, ownMoves as Named],
  ] as const) {
    for (const role of without) if (own[role]) throw new Error(`verified: ${role} without withdrawable`);
    checkNames(roles.filter((role) => !without.includes(role)).map((role) => own[role]?.as ?? role));
  }
}

function checkNames(names: readonly string[]): void {
  const twice = names.find((each, at) => names.indexOf(each) !== at);
  if (twice !== undefined) throw new Error(`verified: ${twice} is named twice`);
}
