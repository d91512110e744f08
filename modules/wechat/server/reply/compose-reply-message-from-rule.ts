import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { article } from '#modules/article/contract/article.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { wherePublished } from '#server/read/list/published-rows-for-guests.ts';
import { replyLimits } from '../../contract/automatic-reply-triggers-kinds-and-limits.ts';
import type { MatchedReply } from './choose-automatic-reply-matching-follower-action.ts';
import type { ReplyMessage } from './reply-message-types.ts';

/** Cuts a text to a number of bytes without cutting a character in two. */
function truncateToBytes(written: string, most: number): string {
  const bytes = Buffer.from(written);
  if (bytes.length <= most) return written;
  return new TextDecoder().decode(bytes.subarray(0, most), { stream: true });
}

/** An address within the platform, as replies contain it. */
const ownAddress = /\{platform\}[!-~]*/g;

/**
 * Fills {1} to {9} and {platform}. Within an address, what the follower wrote is encoded. Without a public address of the
 * platform, addresses within it are left out.
 */
export function fillReply(content: string, captured: readonly string[], platform: string): string {
  const written = platform === '' ? content.replaceAll(ownAddress, '') : content;
  const filled = written.replaceAll(/\S+/g, (part) => {
    const isAddress = part.includes('://') || part.includes('{platform}');
    return part.replaceAll(/\{([1-9]|platform)\}/g, (_, name: string) => {
      if (name === 'platform') return platform;
      const value = captured[Number(name) - 1] ?? '';
      return isAddress ? encodeURIComponent(value) : value;
    });
  });
  return truncateToBytes(filled, replyLimits.textBytes);
}

/** The published version of an article, as a card; without picture and link while the platform has no public address. Undefined: it is not published, or nobody may read it. */
async function readArticleCard(db: Queryable, id: number, platform: string) {
  const table = sql.id(tableOf(article));
  const row = await db.row<{ code: string; title: string; subtitle: string | null; cover: string | null }>(sql`
    select t.code, t.title, t.subtitle, t.cover from ${table} t where t.code = (select a.code from ${table} a where a.id = ${id})
      and ${wherePublished(article)} order by t.id desc limit 1`);
  return (
    row && {
      title: row.title,
      description: row.subtitle ?? '',
      picture: row.cover && platform ? new URL(row.cover, platform).href : '',
      url: platform && `${platform}/article/${encodeURIComponent(row.code)}`,
    }
  );
}

/** The message of a reply. Undefined: it has nothing to answer with at present, as its article is offline. */
export async function composeReply(
  db: Queryable,
  { reply, captured }: MatchedReply,
  platform: string,
): Promise<ReplyMessage | undefined> {
  const content = fillReply(reply.content ?? '', captured, platform);
  switch (reply.kind) {
    case 'text':
      return { type: 'text', content };
    case 'image':
      return { type: 'image', media_id: reply.media_id ?? '' };
    case 'news':
      return {
        type: 'news',
        cards: reply.cards.map(({ title, description, picture_url, url }) => ({
          title,
          description: description ?? '',
          picture: picture_url ?? '',
          url,
        })),
      };
    case 'article': {
      const card = reply.article_id === null ? undefined : await readArticleCard(db, reply.article_id, platform);
      return card && { type: 'news', cards: [card] };
    }
    case 'choices': {
      const lines = (reply.choices ?? '').split('\n').map((line) => line.trim());
      const choices = lines.filter(Boolean).map((line, place) => ({ id: String(place + 1), content: line }));
      return { type: 'choices', head: content, choices };
    }
    case 'transfer':
      return { type: 'transfer' };
  }
}
