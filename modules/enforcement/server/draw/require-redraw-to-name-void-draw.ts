import type { Text } from '#kernel/text/text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { tablesOfDrawKind } from './database-tables-of-inspection-or-expert-draw.ts';
import { drawRefusalTexts } from './draw-refusal-texts.ts';

/** Which earlier draws a kind of draw repeats. The conditions are on `t`, a void draw. */
interface RepeatedDraws {
  readonly kind: DrawnKind;
  /** The one that this draw says it repeats. */
  readonly redrawOf: number | null | undefined;
  /** It was about the same. */
  readonly same: Sql;
  /** It is recent enough to be named. */
  readonly recent: Sql;
  readonly texts: { readonly redrawMissing: Text; readonly redrawElsewhere: Text };
}

/**
 * A draw that repeats a void one says so before its lists are frozen, so that nobody draws until the result pleases. It is
 * checked again at the commitment, because the other one may have been voided in between.
 */
export async function requireRedrawToNameVoidDraw(
  { tx, fail, move }: Pick<WriteContext, 'tx' | 'fail' | 'move'>,
  id: number | undefined,
  { kind, redrawOf, same, recent, texts }: RepeatedDraws,
): Promise<void> {
  const { draws } = tablesOfDrawKind(kind);
  const voided = await tx.rows<{ id: number; same: boolean; recent: boolean; repeated: boolean }>(sql`
    select v.*, exists (select from ${draws} r where r.redraw_of = v.id and r.id <> ${id ?? 0}) as repeated
    from (select t.id, ${same} as same, ${recent} as recent from ${draws} t where t.status = 'void') v
    where v.same or v.id = ${redrawOf ?? null}::bigint`);
  if (!redrawOf) {
    if ((move === 'prepare' || move === 'commit') && voided.some((one) => one.recent && !one.repeated))
      fail('redraw_of', texts.redrawMissing);
    return;
  }
  const earlier = voided.find((one) => one.id === redrawOf);
  if (!earlier?.same) fail('redraw_of', texts.redrawElsewhere);
  else if (earlier.repeated) fail('redraw_of', drawRefusalTexts.redrawnAlready);
}
