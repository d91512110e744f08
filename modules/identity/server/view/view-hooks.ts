import { text } from '#kernel/text.ts';
import { can } from '#server/caller.ts';
import type { Hooks, WriteContext } from '#server/write/hooks.ts';
import type { view } from '../../contract/view.ts';

const say = {
  list: text('没有这个列表，或无权查看', 'This list does not exist or you may not view it'),
  group: text('请选择管理组', 'Choose a group'),
};

/** Nobody shares a view of what they may not see themselves. */
function check({ values, before, caller, engine, fail }: WriteContext<typeof view>): void {
  const found = engine.find(values.list ?? before?.list ?? '');
  if (!found || !can(caller, `${found.name}/index`)) fail('list', say.list);
  else values.list = found.name;
  const audience = values.audience ?? before?.audience;
  if (audience === 'all') values.group_id = null;
  else if (!(values.group_id === undefined ? before?.group_id : values.group_id)) fail('group_id', say.group);
}

export const viewHooks: Hooks<typeof view> = { add: check, edit: check };
