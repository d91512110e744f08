import type {
  KeywordMatch,
  ReplyKind,
  ReplyTrigger,
} from '../../contract/automatic-reply-triggers-kinds-and-limits.ts';
import { foldText } from '../pattern/ignore-width-and-case-of-characters.ts';
import { LinearPattern, type PatternMatch, type StepBudget } from '../pattern/match-pattern-in-linear-time.ts';

/** A reply rule as it is read for one message. */
export interface StoredReply {
  readonly id: number;
  readonly name: string;
  readonly trigger: ReplyTrigger;
  readonly kind: ReplyKind;
  readonly event_key: string | null;
  readonly priority: number;
  readonly content: string | null;
  readonly choices: string | null;
  readonly media_id: string | null;
  readonly article_id: number | null;
  readonly keywords: readonly { readonly keyword: string; readonly match: KeywordMatch }[];
  readonly cards: readonly {
    readonly title: string;
    readonly description: string | null;
    readonly picture_url: string | null;
    readonly url: string;
  }[];
}

/** An action of a follower, with what replies depend on. */
export type FollowerAction =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'other' }
  | { readonly type: 'subscribe'; readonly scene: string | null }
  | { readonly type: 'scan'; readonly scene: string }
  | { readonly type: 'click'; readonly key: string; readonly scanned?: string };

/** A reply that matches, with the text that matched. */
export interface MatchedReply {
  readonly reply: StoredReply;
  readonly keyword?: string;
  readonly match?: KeywordMatch;
  /** Texts for {1} to {9}. */
  readonly captured: readonly string[];
}

/** Steps that matching one message may take: about 30 ms. */
const maxSteps = 3_000_000;
/** Characters of a message that patterns are compared with: WeChat sends at most as many bytes. */
const maxPatternText = 2048;

/** A text without the differences of width, case and surrounding or repeated blanks. */
export const comparedText = (written: string): string =>
  foldText(written).folded.join('').replaceAll(/\s+/g, ' ').trim();

const ranks: Readonly<Record<KeywordMatch, number>> = { exact: 0, contains: 1, pattern: 2 };

const compiled = new Map<string, LinearPattern>();
const maxCompiled = 500;

function patternOf(written: string): LinearPattern {
  let pattern = compiled.get(written);
  if (!pattern) {
    if (compiled.size >= maxCompiled) compiled.clear();
    pattern = new LinearPattern(written);
    compiled.set(written, pattern);
  }
  return pattern;
}

const groupsOf = (match: PatternMatch): string[] => match.slice(1).map((group) => group ?? '');

/** The reply whose keyword a text matches: by priority, then exact before contained before patterns, then the older one. */
function matchKeyword(replies: readonly StoredReply[], written: string): MatchedReply | undefined {
  const compared = comparedText(written);
  const trimmed = written.trim();
  const budget: StepBudget = { left: maxSteps };
  const candidates = replies
    .filter(({ trigger }) => trigger === 'keyword')
    .flatMap((reply) => reply.keywords.map((one) => ({ reply, ...one })))
    .toSorted(
      (one, other) =>
        other.reply.priority - one.reply.priority ||
        ranks[one.match] - ranks[other.match] ||
        one.reply.id - other.reply.id,
    );
  for (const { reply, keyword, match } of candidates) {
    if (match === 'pattern') {
      const found = patternOf(keyword).exec(trimmed, budget, maxPatternText);
      if (found) return { reply, keyword, match, captured: groupsOf(found) };
      continue;
    }
    const wanted = comparedText(keyword);
    if (match === 'exact' ? compared === wanted : compared.includes(wanted))
      return { reply, keyword, match, captured: [] };
  }
  return undefined;
}

/** The first reply to an event: one for its key before one for any key. */
function matchKey(replies: readonly StoredReply[], trigger: ReplyTrigger, key: string): StoredReply | undefined {
  const ofTrigger = replies.filter((one) => one.trigger === trigger);
  return ofTrigger.find(({ event_key }) => event_key === key) ?? ofTrigger.find(({ event_key }) => event_key === null);
}

/** The reply to what a follower did. `replies` are active and ordered by priority, then age. */
export function chooseReplyMatchingFollowerAction(
  replies: readonly StoredReply[],
  incoming: FollowerAction,
): MatchedReply | undefined {
  const first = (trigger: ReplyTrigger) => replies.find((one) => one.trigger === trigger);
  const whole = (reply: StoredReply | undefined, ...captured: string[]) => reply && { reply, captured };
  switch (incoming.type) {
    case 'text':
      return matchKeyword(replies, incoming.text) ?? whole(first('default'), incoming.text.trim());
    case 'other':
      return whole(first('default'));
    case 'subscribe': {
      const { scene } = incoming;
      const ofScene =
        scene === null ? undefined : replies.find((one) => one.trigger === 'scan' && one.event_key === scene);
      return whole(ofScene ?? first('subscribe'), scene ?? '');
    }
    case 'scan':
      return whole(matchKey(replies, 'scan', incoming.scene), incoming.scene);
    case 'click':
      return whole(matchKey(replies, 'click', incoming.key), incoming.scanned ?? '');
  }
}
