import { type Text, text } from '#kernel/text/text.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { article } from '../contract/article.ts';
import type { articleCategory } from '../contract/article-category.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'End must be after start'),
  past: text('下线时间已过', 'The time at which it goes offline has passed'),
  slug: text('只能用小写字母、数字和连字符，以字母开头', 'Lowercase letters, digits and hyphens only, a letter first'),
} as const satisfies Readonly<Record<string, Text>>;

const now = (): number => Math.floor(Date.now() / 1000);

function checkArticle({ values, before, fail }: WriteContext<typeof article>): void {
  const present = <N extends 'publish_at' | 'expire_at' | 'audience' | 'must_read'>(name: N) =>
    values[name] === undefined ? before?.[name] : values[name];
  const [from, to] = [present('publish_at'), present('expire_at')];
  if (typeof to === 'number') {
    if (typeof from === 'number' && to <= from) fail('expire_at', texts.order);
    else if (to <= now() && to !== before?.expire_at) fail('expire_at', texts.past);
  }
  // nobody is asked for a receipt of what everybody may read
  if (present('audience') === 'public' && present('must_read') === '1') values.must_read = '0';
}

function refuseExpired({ before }: { before: { readonly expire_at: number | null } }): void {
  if (before.expire_at !== null && before.expire_at <= now())
    throw new Refused(texts.past, { data: { reason: 'not_ready' } });
}

export const articleWriteHooks: WriteHooks<typeof article> = {
  add: checkArticle,
  edit: checkArticle,
  moves: { publish: refuseExpired, publishOnTime: refuseExpired },
  // the next version has its own times
  nextVersion(input) {
    input.publish_at = null;
    if (Number(input.expire_at ?? 0) <= now()) input.expire_at = null;
  },
};

function checkSlug({ values, fail }: WriteContext<typeof articleCategory>): void {
  if (typeof values.slug === 'string' && !/^[a-z][a-z0-9-]{0,39}$/.test(values.slug)) fail('slug', texts.slug);
}

export const articleCategoryWriteHooks: WriteHooks<typeof articleCategory> = { add: checkSlug, edit: checkSlug };
