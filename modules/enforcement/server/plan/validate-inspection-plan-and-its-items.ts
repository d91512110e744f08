import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import { sql } from '#server/db/sql.ts';
import { whereInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { plan } from '../../contract/plan/inspection-plan.ts';
import { countEnterprisesThatPlanConcerns } from './count-enterprises-that-plan-concerns.ts';

const texts = {
  order: text('截止日期不得早于开始日期', 'Must not be before the start date'),
  amount: text('抽查比例与数量须填且只填一项', 'Enter either a share or a number, not both'),
  elsewhere: text('检查地区须在本计划所属地区之内', 'The areas must be within the area of the plan'),
  nobody: text(
    '辖区内没有符合条件的企业，计划无对象可查',
    'No enterprise of the area meets the conditions: there is nothing to check',
  ),
  noItems: text('请至少选一项检查事项', 'Choose at least one check item'),
  unusable: text(
    '{code} {name} 未发布或在 {day} 不在施行中，不能列入检查计划',
    '{code} {name} is not published, or not in force on {day}, and cannot be in a plan',
  ),
  future: text('公布日期不得晚于今天', 'Cannot be later than today'),
  drawing: text('有尚未公布或作废的抽取，不能结束', 'A draw is neither published nor void: the plan cannot be closed'),
};

type Context = Parameters<NonNullable<WriteHooks<typeof plan>['add']>>[0];

/** Rules between fields, of a new plan and of an edited one. */
async function checkFields({ tx, before, values, fail }: Context): Promise<void> {
  const one = { ...before, ...values };
  if (one.starts_on && one.ends_on && one.ends_on < one.starts_on) fail('ends_on', texts.order);
  if (((one.ratio ?? null) === null) === ((one.count ?? null) === null)) fail('count', texts.amount);
  const areas = one.areas ?? [];
  if (areas.length === 0 || !one.area_code) return;
  const outside = await tx.row(sql`
    select 1 as found from system_area a
    where a.id = any(${[...areas]}::bigint[]) and a.code not like ${`${areaPrefix(one.area_code)}%`} limit 1`);
  if (outside) fail('areas', texts.elsewhere);
}

/** Hooks of inspection plans: what is approved has enterprises to check, and what is closed has no open draw. */
export const planWriteHooks: WriteHooks<typeof plan> = {
  add: checkFields,
  edit: checkFields,
  moves: {
    approve: checkApproved,
    approveSpecial: checkApproved,
    publish({ input, fail }) {
      if (input.published_on > shanghaiToday()) fail('published_on', texts.future);
    },
    async close({ tx, before, fail }) {
      const open = await tx.row(
        sql`select 1 as found from enforcement_draw where plan_id = ${before.id} and status in ('prepared', 'committed', 'drawn') limit 1`,
      );
      if (open) fail('status', texts.drawing);
    },
  },
};

interface CitedItem {
  readonly [column: string]: unknown;
  readonly code: string;
  readonly name: string;
  readonly usable: boolean;
}

/** What is approved has enterprises to check, and items that are published and in force when it begins. */
async function checkApproved({ engine, tx, before, fail, rowsOf }: Context): Promise<void> {
  const items = (await rowsOf('items')).map(({ item_id }) => Number(item_id));
  if (items.length === 0) fail('items', texts.noItems);
  const day = [shanghaiToday(), before?.starts_on ?? ''].toSorted().at(-1) ?? '';
  const cited = await tx.rows<CitedItem>(sql`
    select t.code, t.name, t.status = 'published' and ${whereInForceOn(checkItem, day)} as usable
    from library_check_item t where t.id = any(${items}::bigint[]) order by t.code for share`);
  for (const { code, name, usable } of cited) if (!usable) fail('items', texts.unusable, { code, name, day });

  if (before && (await countEnterprisesThatPlanConcerns(engine.db, before)).enterprises === 0)
    fail('ent_types', texts.nobody);
}
