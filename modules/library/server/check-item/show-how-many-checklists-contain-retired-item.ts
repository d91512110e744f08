import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { checkItem } from '../../contract/check-item/check-item.ts';

const texts = {
  listed: text(
    '{n} 份已发布的检查清单列有此事项，须编制新版本',
    '{n} published {n|checklist contains|checklists contain} it and {n|needs|need} a new version',
  ),
} as const;

/** A published checklist keeps a retired item, so the officer is shown how many checklists have to be revised. */
async function explainChecklists({ tx, before, explain }: ChangeContext<typeof checkItem>): Promise<void> {
  const found = await tx.row<{ n: number }>(sql`select count(*)::int as n from library_checklist_item i
    join library_checklist c on c.id = i.checklist_id
    where i.item_id = ${before.id} and c.status = 'published' and c.standing in ('upcoming', 'effective')`);
  if (found && found.n > 0) explain(texts.listed, { n: found.n });
}

export const checkItemWriteHooks: WriteHooks<typeof checkItem> = { moves: { retire: explainChecklists } };
