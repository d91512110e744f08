import type { Move, State } from '../declaration/lifecycle.ts';
import type {
  RenamedOrChangedStep,
  VerificationByOfficer,
  VerificationMove,
  VerificationState,
} from '../declaration/verification-by-officer.ts';
import { field } from '../field/field.ts';
import { type Text, text } from '../text/text.ts';
import { checkOfficerVerificationDeclaration } from './check-officer-verification-declaration.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const both = ['admin', 'member'] as const;

type States = Readonly<Partial<Record<VerificationState, RenamedOrChangedStep<State>>>>;
type OwnMoves = Readonly<Partial<Record<VerificationMove, RenamedOrChangedStep<Move>>>>;

/** The name of a state or move: its `as`, else the usual one. */
type NameIn<O, K extends string> = K extends keyof O
  ? O[K] extends { readonly as: infer N extends string }
    ? N
    : K
  : K;
type Named<B, O> = {
  readonly [K in keyof B & string as NameIn<O, K>]: K extends keyof O
    ? Omit<B[K], keyof O[K]> & Omit<O[K], 'as'>
    : B[K];
};
type Without<T, K extends string, W> = W extends true ? T : Omit<T, K>;
type Names<S> = { readonly [K in VerificationState]: NameIn<S, K> };
interface StateNames<P, R, V, C, W> {
  readonly pending: P;
  readonly returned: R;
  readonly verified: V;
  readonly changing: C;
  readonly withdrawn: W;
}
type UsualMoves<S, F extends readonly string[]> = ReturnType<
  typeof entryMoves<NameIn<S, 'pending'>, NameIn<S, 'returned'>, NameIn<S, 'verified'>, NameIn<S, 'withdrawn'>>
> &
  ReturnType<typeof changeMoves<NameIn<S, 'verified'>, NameIn<S, 'changing'>, F>>;

/**
 * The parts of a life cycle for rows that their holder enters and an officer verifies. Spread them into a `lifecycle`
 * together with its other states and moves.
 */
interface VerifiedLife<S, M, F extends readonly string[], W> {
  readonly states: Readonly<Record<NameIn<S, Exclude<VerificationState, W extends true ? never : 'withdrawn'>>, State>>;
  readonly moves: Named<Without<UsualMoves<S, F>, 'withdraw', W>, M>;
  /** The clock for the officers' decision. */
  readonly clock: {
    readonly 'zh-cn': string;
    readonly en: string;
    readonly rule: string;
    readonly in: readonly (NameIn<S, 'pending'> | NameIn<S, 'changing'>)[];
    readonly served: true;
  };
  /** `editable` for the other states of a verified row. */
  readonly editable: Closed | { readonly member: Closed };
}

interface Closed {
  readonly except: readonly string[];
}

/**
 * Declares that rows are entered by their holders and verified by an officer. They are pending, returned or verified.
 * Once verified, they are changed by request, and the verified values stay valid until the request is approved.
 */
export function declareVerification<
  const F extends readonly string[],
  const S extends States = object,
  const M extends OwnMoves = object,
  const W extends boolean = false,
>(declared: VerificationByOfficer<F, S, M, W>): VerifiedLife<S, M, F, W> {
  const { fields, rule, withdrawable = false, states = {}, moves = {} } = declared;
  const { word = text('核验', 'verification'), changeWord = text('更正', 'correction') } = declared;
  checkOfficerVerificationDeclaration(declared);
  const names = Object.fromEntries(
    Object.entries(usualStates(declared, word, changeWord)).map(([role]) => [role, nameOf(states, role)]),
  ) as Names<S>;
  const all = withDifferences(usualStates(declared, word, changeWord), states, withdrawable ? [] : ['withdrawn']);
  const wording = { change: nameOf(moves, 'change'), word, changeWord, whole: declared.whole === true };
  const usual = { ...entryMoves(names, wording), ...changeMoves(names, fields, wording) };
  const made = declared.byOffice ? withoutMembers(usual) : usual;
  return {
    states: all as VerifiedLife<S, M, F, W>['states'],
    moves: withDifferences(made, moves, withdrawable ? [] : ['withdraw']) as VerifiedLife<S, M, F, W>['moves'],
    clock: {
      ...text(`${word['zh-cn']}期限`, capitalised(`${word.en} deadline`)),
      rule,
      in: [names.pending, names.changing],
      served: true,
    },
    editable: closedFields(declared),
  };
}

/** The moves as officers make them where nobody else holds rows. */
const withoutMembers = (moves: Readonly<Record<string, Partial<Move>>>): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(moves).map(([name, { by: _by, ownersAct: _ownersAct, ...move }]) => [name, move]));

const capitalised = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1);

const nameOf = (own: Readonly<Record<string, RenamedOrChangedStep<object> | undefined>>, role: string): string =>
  own[role]?.as ?? role;

/** The usual states or moves under the names that this life cycle gives them, with what it declares differently. */
function withDifferences(
  usual: Readonly<Record<string, object>>,
  own: Readonly<Record<string, RenamedOrChangedStep<object> | undefined>>,
  without: readonly string[],
): Readonly<Record<string, object>> {
  const made: Record<string, object> = {};
  for (const [role, part] of Object.entries(usual)) {
    if (without.includes(role)) continue;
    const { as: name = role, ...differing } = own[role] ?? {};
    made[name] = { ...part, ...differing };
  }
  return made;
}

type Which = Pick<
  VerificationByOfficer<readonly string[], object, object, boolean>,
  'fields' | 'holder' | 'whole' | 'byOffice'
>;

function closedFields({ fields, holder, byOffice }: Which): Closed | { readonly member: Closed } {
  const closed = { except: [...holder, ...fields] };
  return byOffice ? closed : { member: closed };
}

function usualStates(which: Which, word: Text, changeWord: Text): Readonly<Record<VerificationState, State>> {
  const { whole, holder } = which;
  const waits = { tone: 'progress', officeLevel: 3 } as const;
  const pending = `pending ${word.en}`;
  return {
    pending: {
      ...text(`待${word['zh-cn']}`, capitalised(pending)),
      ...waits,
      awaited: text(word['zh-cn'], capitalised(word.en)),
      ...(whole && { editable: false }),
    },
    returned: {
      ...(whole ? text('已退回', 'Returned') : text(`${word['zh-cn']}未通过`, 'Not verified (refused)')),
      tone: 'warning',
      ...(whole && { editable: { member: { except: holder } } }),
    },
    verified: {
      ...text(`已${word['zh-cn']}`, 'Verified'),
      tone: 'good',
      editable: whole ? { member: false } : closedFields(which),
    },
    // the verified data stay valid meanwhile
    changing: {
      ...text(`${changeWord['zh-cn']}待${word['zh-cn']}`, capitalised(`${changeWord.en} ${pending}`)),
      ...waits,
      awaited: text(`${changeWord['zh-cn']}${word['zh-cn']}`, capitalised(`${word.en} of ${changeWord.en}`)),
      editable: whole ? false : closedFields(which),
    },
    withdrawn: { ...text('已撤回', 'Withdrawn'), tone: 'muted', editable: false, final: true },
  };
}

interface Wording {
  /** The name of the move that requests a change. */
  readonly change: string;
  readonly word: Text;
  readonly changeWord: Text;
  readonly whole: boolean;
}

function entryMoves<const P extends string, const R extends string, const V extends string, const W extends string>(
  { pending, returned, verified: confirmed, withdrawn }: StateNames<P, R, V, string, W>,
  { word, whole }: Wording,
) {
  return {
    submit: {
      from: [returned],
      to: pending,
      by: both,
      ownersAct: true,
      label: text(`重新提交${word['zh-cn']}`, `Resubmit for ${word.en}`),
      tone: 'primary',
      batch: !whole,
      emits: 'submitted',
      settles: true,
    },
    withdraw: {
      from: [pending, returned],
      to: withdrawn,
      by: both,
      ownersAct: true,
      label: text('撤回', 'Withdraw'),
      settles: true,
    },
    verify: {
      from: [pending],
      to: confirmed,
      label: text(`${word['zh-cn']}通过`, 'Verify'),
      tone: 'primary',
      batch: true,
      emits: 'verified',
    },
    return: {
      from: [pending],
      to: returned,
      label: text(`${word['zh-cn']}不通过`, `Refuse ${word.en}`),
      tone: 'danger',
      emits: 'returned',
      input: { reason },
    },
  } as const;
}

function changeMoves<const V extends string, const C extends string, const F extends readonly string[]>(
  { verified: confirmed, changing }: StateNames<string, string, V, C, string>,
  fields: F,
  { change, word, changeWord }: Wording,
) {
  const ofChange = (before: string, after: string, english: string) =>
    text(`${before}${changeWord['zh-cn']}${after}`, `${english} ${changeWord.en}`);
  return {
    change: {
      from: [confirmed],
      to: changing,
      by: both,
      label: ofChange('申请', '', 'Request'),
      emits: 'change_requested',
      proposes: fields,
      effect: text(
        `只填写有变化的内容；${word['zh-cn']}前原登记内容不变。`,
        'Fill in only what has changed. The registered details remain unchanged until verified.',
      ),
      settles: true,
    },
    verifyChange: {
      from: [changing],
      to: confirmed,
      label: ofChange('同意', '', 'Approve'),
      tone: 'primary',
      emits: 'changed',
      accepts: change,
    },
    refuseChange: {
      from: [changing],
      to: confirmed,
      label: ofChange('不同意', '', 'Reject'),
      tone: 'danger',
      emits: 'change_refused',
      rejects: change,
      input: { reason },
    },
    withdrawChange: {
      from: [changing],
      to: confirmed,
      by: ['member'],
      label: ofChange('撤回', '申请', 'Withdraw'),
      rejects: change,
    },
  } as const;
}
