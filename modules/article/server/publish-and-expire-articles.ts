import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Log } from '#server/log.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { article } from '../contract/article.ts';

/** Articles read at once, and those published in one run at most; the next minute goes on. */
const piece = 100;
const most = 1000;

/** Publishes approved articles whose time has come, and takes published ones offline whose time is over. */
export const publishAndExpireArticles: NonNullable<ServerModule['scheduled']>[string] = {
  label: text('定时发布与下线文章', 'Publish and take down articles on time'),
  at: '* * * * *',
  async run(engine, { log }) {
    // first, so that no article that cannot be published keeps another one online
    const expired = await moveRowsInBatches(engine, article, systemCaller(), {
      move: 'expire',
      where: sql`t.expire_at <= now()`,
    });
    const published = await publishDue(engine, log);
    if (published + expired > 0) log.info({ published, expired }, 'articles published and expired');
  },
};

interface DueArticle {
  readonly id: number;
  /** In microseconds, which the time of JavaScript lacks. */
  readonly due: string;
  readonly [column: string]: unknown;
}

/** Publishes the articles that are due, oldest first. Those that cannot be published do not hold up the others. */
async function publishDue(engine: Engine, log: Log): Promise<number> {
  let published = 0;
  let last: DueArticle | undefined;
  for (let read = 0; read < most; read += piece) {
    const due: DueArticle[] = await engine.db.rows<DueArticle>(sql`
      select id, publish_at::text as due from article where status = 'approved' and publish_at <= now()
        and (expire_at is null or expire_at > now())
        ${last ? sql`and (publish_at, id) > (${last.due}::timestamptz, ${last.id})` : sql``}
        order by publish_at, id limit ${piece}`);
    // one by one, because each may replace the version before it
    for (const { id } of due) if (await publish(engine, log, id)) published += 1;
    last = due.at(-1);
    if (due.length < piece) break;
  }
  return published;
}

async function publish(engine: Engine, log: Log, id: number): Promise<boolean> {
  try {
    // its numbers were looked for when it was submitted, and it has not changed since
    const input = { harmless: '1' };
    await write(engine, article, systemCaller(), { operation: 'move', move: 'publishOnTime', id, input });
    return true;
  } catch (error) {
    // somebody published or returned it at this moment, or it cannot be published: the next minute tries again
    log.warn({ article: id, err: error }, 'article not published');
    return false;
  }
}
