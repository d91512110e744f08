import { type Text, text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { opinionItem } from '../contract/opinion-post.ts';
import { rejectionReasons } from '../contract/opinion-source-item-and-lexicon-options.ts';
import { analyseOpinionItem, readAnalysisBasis } from './analysis/detect-language-sentiment-and-subjects-of-posts.ts';
import { correctLexiconWeightsByItem } from './learn-lexicon-weights-from-labelled-posts.ts';
import { assignItemsToTopics, lockTopics } from './receiving/assign-new-posts-to-topics.ts';
import type { OnItemsStored } from './receiving/store-received-posts.ts';
import {
  faultOfPublicationTime,
  isWebAddress,
  validateAndMaskIncomingPost,
} from './receiving/validate-and-mask-incoming-post.ts';

const texts = {
  repeated: text('该链接的信息已存在', 'A post with this link exists already'),
};

interface SourceOfItem {
  readonly [column: string]: unknown;
  readonly platform: string;
  readonly area_code: string;
}

/** What a person entered by hand or in a sheet goes through the same checks and analysis as what a source sends. */
async function completeItem(
  { engine, tx, values, fail, caller, afterStore }: WriteContext<typeof opinionItem>,
  onStored: OnItemsStored,
) {
  const { url = '', content = '', title, author, publish_at } = values;
  const source = await tx.row<SourceOfItem>(
    sql`select platform, area_code from opinion_source where id = ${values.source_id ?? 0}`,
  );
  if (!source) return;
  const at = (publish_at ?? Number.NaN) * 1000;
  const faults: readonly (readonly [string, Text | undefined])[] = [
    ['url', isWebAddress(url ?? '') ? undefined : rejectionReasons.url],
    ['content', (content ?? '').trim() === '' ? rejectionReasons.empty : undefined],
    ['publish_at', rejectionReasons[faultOfPublicationTime(at, Date.now()) as keyof typeof rejectionReasons]],
  ];
  for (const [name, fault] of faults) if (fault) fail(name, fault);
  const item = validateAndMaskIncomingPost(
    {
      url: url ?? '',
      title: title ?? '',
      content: content ?? '',
      author: author ?? '',
      author_fans: values.author_fans ?? null,
      published: '',
      at,
      reads: values.reads ?? null,
      comments: values.comments ?? null,
      shares: values.shares ?? null,
    },
    Date.now(),
  );
  if (typeof item === 'string') return;
  await lockTopics(tx);
  if (await tx.row(sql`select 1 as found from opinion_item where url_hash = ${item.url_hash}`))
    return fail('url', texts.repeated);
  const found = analyseOpinionItem(await readAnalysisBasis(engine, tx), source.area_code, item);
  values.url_hash = item.url_hash;
  values.title = item.title;
  values.content = item.content;
  values.author = item.author || null;
  values.platform = source.platform as typeof values.platform;
  values.language = found.language;
  values.enterprise_id ??= found.mentions[0] ?? null;
  values.mentions = [...found.mentions];
  values.area_code ||= found.area ?? source.area_code;
  values.predicted = found.predicted;
  values.score = found.score;
  values.terms = [...found.terms];
  values.sensitive = found.sensitive ? '1' : '0';
  values.sentiment = values.label ?? found.predicted;
  const [topic] = await assignItemsToTopics(engine, tx, [
    {
      hash: found.hash,
      at: at / 1000,
      title: item.title,
      enterprise_id: values.enterprise_id ?? null,
      area_code: values.area_code ?? source.area_code,
    },
  ]);
  values.topic_id = topic ?? null;
  const { label } = values;
  if (label) {
    values.labelled_at = Math.floor(Date.now() / 1000);
    values.labelled_by = caller.type === 'admin' ? caller.id : null;
  }
  afterStore(async (id) => {
    if (label) await correctLexiconWeightsByItem(engine, tx, id);
    if (topic !== undefined) await onStored(engine, tx, [topic]);
  });
}

/** Hooks of posts: what is entered is analysed, and a label by a person corrects the lexicon. */
export const opinionItemWriteHooks = (onStored: OnItemsStored): WriteHooks<typeof opinionItem> => ({
  add: (context) => completeItem(context, onStored),
  edit({ engine, tx, values, before, caller, afterStore }) {
    if (values.label === undefined || (values.label ?? '') === (before.label ?? '')) return;
    const { label } = values;
    values.sentiment = label || before.predicted;
    values.labelled_at = label ? Math.floor(Date.now() / 1000) : null;
    values.labelled_by = label && caller.type === 'admin' ? caller.id : null;
    afterStore((id) => correctLexiconWeightsByItem(engine, tx, id));
  },
});
