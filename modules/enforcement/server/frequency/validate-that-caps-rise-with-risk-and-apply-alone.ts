import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { frequencyCap } from '../../contract/frequency/frequency-cap-of-enforcement-checks.ts';

const texts = {
  order: text('风险越高，上限不得越低', 'A class of higher risk cannot have a lower limit'),
  flags: text('期间越长，次数不得越少', 'A longer time cannot be flagged from fewer visits'),
  coveredDomain: text(
    '该领域已有上限 {code}，请为其编制新版本',
    'There are limits for this domain already ({code}): prepare a new version of them',
  ),
};

function checkOrder({ before, values, fail }: WriteContext<typeof frequencyCap>): void {
  const now = { ...before, ...values };
  const ordered = (names: readonly (keyof typeof now & string)[], message: typeof texts.order) => {
    for (const [at, name] of names.entries()) {
      const earlier = names[at - 1];
      if (earlier && Number(now[name]) < Number(now[earlier])) fail(name, message);
    }
  };
  ordered(['class_a', 'class_b', 'class_c', 'class_d'], texts.order);
  ordered(['per_day', 'per_week', 'per_month'], texts.flags);
}

type Decision = ChangeContext<typeof frequencyCap>;

/** Another set of limits for the same domain that is in force on a day of this one: it would be unclear which applies. */
async function requireOnlySet({ before, values, tx, fail }: Decision): Promise<void> {
  const { domain, code, effective_from, effective_to } = { ...before, ...values };
  const other = await tx.row<{ code: string }>(sql`select code from enforcement_frequency_cap
    where domain is not distinct from ${domain ?? null} and code is distinct from ${code ?? null} and status in ('published', 'retired')
      and effective_from <= coalesce(${effective_to ?? null}::date, 'infinity')
      and coalesce(effective_to, 'infinity') >= ${effective_from ?? shanghaiToday()}::date
    order by id limit 1`);
  if (other) fail('domain', texts.coveredDomain, other);
}

/** Hooks of limits of checks: their numbers follow an order, and a domain has one set of them in versions. */
export const frequencyCapWriteHooks: WriteHooks<typeof frequencyCap> = {
  add: checkOrder,
  edit: checkOrder,
  moves: {
    review: requireOnlySet,
    async publish(context) {
      // two sets that are published at once wait for each other, and the second finds the first
      await context.tx.query(sql`lock table enforcement_frequency_cap in share row exclusive mode`);
      await requireOnlySet(context);
    },
  },
};
