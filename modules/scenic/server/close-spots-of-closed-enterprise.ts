import { text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { spot } from '../contract/scenic-spot-and-opening-season.ts';

const why = text('经营者已注销或吊销', 'Its operator was deregistered or revoked');

/** Spots whose operator is deregistered or revoked are closed. */
export const closeSpotsOfClosedEnterprise: Subscriber = on(enterprise, ['cancelled', 'revoked'], {
  async together(facts, { cascadeMove }) {
    const operators = facts.map(({ row_id }) => row_id);
    await cascadeMove(spot, sql`t.enterprise_id = any(${operators}::bigint[])`, 'close', {
      note: sql`${why['zh-cn']}::text`,
      noteEnglish: sql`${why.en}::text`,
    });
  },
});
