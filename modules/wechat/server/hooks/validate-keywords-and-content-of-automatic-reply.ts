import { type Text, text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { type ReplyTrigger, replyLimits } from '../../contract/automatic-reply-triggers-kinds-and-limits.ts';
import { byteLength } from '../../contract/validate-wechat-menu.ts';
import type { wechatReply } from '../../contract/wechat-automatic-reply.ts';
import { hostsOfLinks, whyLinkIsNotAllowed } from '../../contract/why-link-is-not-allowed.ts';
import { readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { LinearPattern } from '../pattern/match-pattern-in-linear-time.ts';
import { PatternError } from '../pattern/parse-keyword-pattern.ts';
import { comparedText } from '../reply/choose-automatic-reply-matching-follower-action.ts';

const texts = {
  keywords: text('关键词回复须有关键词', 'Add at least one keyword'),
  twice: text('与第 {n} 行相同', 'Same as row {n}'),
  bytes: text('为 {bytes} 字节，至多 {n} 字节', 'Has {bytes} {bytes|byte|bytes}, more than {n}'),
  choices: text('至多 {n} 项', 'At most {n} {n|choice|choices}'),
  cards: text('图文回复须有图文', 'Add at least one card'),
  cardsToMessage: text(
    '回复用户消息的图文至多 1 条（回复关注、扫码和菜单可以有 8 条）',
    'A reply to a message has one card at most (8 in answer to events)',
  ),
  order: text('结束时间必须晚于开始时间', 'End must be after start'),
} as const satisfies Readonly<Record<string, Text>>;

type Context = WriteContext<typeof wechatReply>;

/** A value after this write. */
const present = <N extends keyof Context['values'] & string>({ values, before }: Context, name: N) =>
  values[name] === undefined ? (before?.[name as never] as Context['values'][N]) : values[name];

async function checkKeywords({ rowsOf, fail }: Context): Promise<void> {
  const rows = (await rowsOf('keywords')) as readonly { readonly keyword?: string; readonly match?: string }[];
  if (rows.length === 0) fail('keywords', texts.keywords);
  const seen = new Map<string, number>();
  for (const [place, { keyword = '', match = 'exact' }] of rows.entries()) {
    const key = `${match} ${match === 'pattern' ? keyword : comparedText(keyword)}`;
    const first = seen.get(key);
    if (first !== undefined) fail(`keywords.${place}.keyword`, texts.twice, { n: first + 1 });
    else seen.set(key, place);
    if (match !== 'pattern') continue;
    try {
      new LinearPattern(keyword);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      fail(`keywords.${place}.keyword`, error.text, error.values);
    }
  }
}

async function checkCards(context: Context, trigger: ReplyTrigger): Promise<void> {
  const { engine, tx, rowsOf, fail } = context;
  const rows = (await rowsOf('cards')) as readonly { readonly url?: string; readonly picture_url?: string | null }[];
  if (rows.length === 0) fail('cards', texts.cards);
  const answersMessage = trigger === 'keyword' || trigger === 'default';
  if (answersMessage && rows.length > replyLimits.cardsToMessage) fail('cards', texts.cardsToMessage);
  const id = present(context, 'account_id');
  const account = id ? await readOfficialAccount(engine, sql`t.id = ${id}`, tx) : undefined;
  const hosts = hostsOfLinks(account?.hosts, account?.platform ?? '');
  for (const [place, { url }] of rows.entries()) {
    const fault = url ? whyLinkIsNotAllowed(url, hosts) : undefined;
    if (fault) fail(`cards.${place}.url`, fault.message, fault.values);
  }
}

async function checkReply(context: Context): Promise<void> {
  const { fail } = context;
  const trigger = (present(context, 'trigger') ?? 'keyword') as ReplyTrigger;
  const kind = present(context, 'kind') ?? 'text';
  if (trigger === 'keyword') await checkKeywords(context);
  if (kind === 'news') await checkCards(context, trigger);
  const bytes = byteLength(present(context, 'content') ?? '');
  if (bytes > replyLimits.textBytes) fail('content', texts.bytes, { bytes, n: replyLimits.textBytes });
  const choices = (present(context, 'choices') ?? '').split('\n').filter((line) => line.trim() !== '');
  if (kind === 'choices' && choices.length > replyLimits.choices)
    fail('choices', texts.choices, { n: replyLimits.choices });
  const [from, to] = [present(context, 'starts_at'), present(context, 'ends_at')];
  if (typeof from === 'number' && typeof to === 'number' && to <= from) fail('ends_at', texts.order);
}

/** Patterns that end, and replies that WeChat accepts. */
export const wechatReplyWriteHooks: WriteHooks<typeof wechatReply> = { add: checkReply, edit: checkReply };
