import { messages } from '#kernel/message.ts';
import { tableOf } from '#kernel/resource.ts';
import type { Hooks, WriteContext } from '#server/write/hooks.ts';
import { isWatchable } from '../contract/nameable.ts';
import type { recycle } from '../contract/recycle.ts';
import type { sensitive } from '../contract/sensitive.ts';

type Rule = Pick<WriteContext, 'engine' | 'fail' | 'afterCommit'>;

/** What a rule names follows from the declaration; the rules are heard once they are committed. */
function describe(
  { engine, fail, afterCommit }: Rule,
  values: {
    controller?: string | null;
    controller_as?: string | null;
    data_table?: string | null;
    primary_key?: string | null;
  },
): void {
  afterCommit(() => engine.watched.reload());
  if (typeof values.controller !== 'string') return;
  const resource = engine.find(values.controller);
  if (!resource) {
    fail('controller', messages.invalid_option);
    return;
  }
  values.controller_as = resource.name.toLowerCase();
  values.data_table = tableOf(resource);
  values.primary_key = 'id';
}

const forget = ({ engine, afterCommit }: Rule) => afterCommit(() => engine.watched.reload());

export const recycleHooks: Hooks<typeof recycle> = {
  add: (context) => describe(context, context.values),
  edit: (context) => describe(context, context.values),
  del: forget,
};

/** Fields are those of the resource the rule names, and can be watched. */
function checkColumns({ engine, fail, values, before }: WriteContext<typeof sensitive>): void {
  const name = values.controller ?? before?.controller;
  const resource = name ? engine.find(name) : undefined;
  const columns = values.columns ?? (values.controller ? before?.columns : undefined);
  if (!resource || !columns) return;
  const wrong = columns.some((one) => {
    const [of, field = ''] = one.split('.');
    const declared = resource.fields[field];
    return of !== resource.name || !declared || !isWatchable(declared);
  });
  if (wrong) fail('columns', messages.invalid_option);
}

export const sensitiveHooks: Hooks<typeof sensitive> = {
  add(context) {
    describe(context, context.values);
    checkColumns(context);
  },
  edit(context) {
    describe(context, context.values);
    checkColumns(context);
  },
  del: forget,
};
