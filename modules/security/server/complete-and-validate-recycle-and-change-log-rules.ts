import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { recycleBinListingRule } from '../contract/recycle-bin-listing-rule-of-administrators.ts';
import { canChangesBeLogged, fieldNameOf } from '../contract/resources-and-fields-as-select-options.ts';
import type { sensitiveFieldChangeLogRule } from '../contract/sensitive-field-change-log-rule-of-administrators.ts';

type Rule = Pick<WriteContext, 'engine' | 'fail' | 'afterCommit'>;

/** Fills in what follows from the declaration of the named resource. Rules take effect after the commit. */
function describe(
  { engine, fail, afterCommit }: Rule,
  values: {
    controller?: string | null;
    controller_as?: string | null;
    data_table?: string | null;
    primary_key?: string | null;
  },
): void {
  afterCommit(() => engine.recycleAndChangeLogRules.reload());
  if (typeof values.controller !== 'string') return;
  const resource = engine.find(values.controller);
  if (!resource) {
    fail('controller', validationMessages.invalid_option);
    return;
  }
  values.controller_as = resource.name.toLowerCase();
  values.data_table = tableOf(resource);
  values.primary_key = 'id';
}

const forget = ({ engine, afterCommit }: Rule) => afterCommit(() => engine.recycleAndChangeLogRules.reload());

export const recycleBinListingRuleWriteHooks: WriteHooks<typeof recycleBinListingRule> = {
  add: (context) => describe(context, context.values),
  edit: (context) => describe(context, context.values),
  del: forget,
};

/** The fields must belong to the named resource and be watchable. */
function checkColumns({ engine, fail, values, before }: WriteContext<typeof sensitiveFieldChangeLogRule>): void {
  const name = values.controller ?? before?.controller;
  const resource = name ? engine.find(name) : undefined;
  const columns = values.columns ?? (values.controller ? before?.columns : undefined);
  if (!resource || !columns) return;
  const wrong = columns.some((one) => {
    const [of, field = ''] = one.split('.');
    const declared = resource.fields[field];
    return of !== resource.name || !declared || !canChangesBeLogged(declared);
  });
  if (wrong) fail('columns', validationMessages.invalid_option);
}

const texts = {
  unknown: text('“{name}”不是所选的敏感字段', '“{name}” is not one of the selected sensitive fields'),
  long: text('标题最多 50 个字符', 'A title can have at most 50 characters'),
};

/**
 * Titles must be of the selected fields. A title equal to the declared label is dropped, so that it follows the
 * reader's language.
 */
function settleTitles({ engine, fail, values, before }: WriteContext<typeof sensitiveFieldChangeLogRule>): void {
  const resource = engine.find(values.controller ?? before?.controller ?? '');
  const columns = values.columns ?? before?.columns;
  if (!resource || !columns) return;
  const names = new Set(columns.map(fieldNameOf));
  const titles = values.titles ?? before?.titles ?? [];
  const stray = values.titles?.find(({ key }) => !names.has(key));
  if (stray) fail('titles', texts.unknown, { name: stray.key });
  if (values.titles?.some(({ value }) => [...value].length > 50)) fail('titles', texts.long);
  const isOwn = ({ key, value }: Pair) => {
    const label = resource.fields[key]?.label;
    return value !== '' && value !== label?.['zh-cn'] && value !== label?.en;
  };
  const own = titles.filter((one) => names.has(one.key) && isOwn(one));
  if (values.titles || own.length < titles.length) values.titles = own;
}

export const sensitiveFieldChangeLogRuleWriteHooks: WriteHooks<typeof sensitiveFieldChangeLogRule> = {
  add(context) {
    describe(context, context.values);
    checkColumns(context);
    settleTitles(context);
  },
  edit(context) {
    describe(context, context.values);
    checkColumns(context);
    settleTitles(context);
  },
  del: forget,
};
