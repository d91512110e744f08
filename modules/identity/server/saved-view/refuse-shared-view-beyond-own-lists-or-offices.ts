import { text } from '#kernel/text/text.ts';
import { areaPrefixOfCaller, can } from '#server/caller.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { storedSharedView } from '../../contract/shared-list-view.ts';
import { containsPersonalData } from './personal-data-in-address-of-view.ts';

const texts = {
  list: text('没有这个列表，或无权查看', 'This list does not exist or you may not view it'),
  group: text('请选择管理组', 'Choose a group'),
  all: text(
    '只能共享给本办公室、下级办公室或其中的管理组；共享给全体由超级管理员办理',
    'Share with your own office, those below it, or a group within them; a super administrator shares with everybody',
  ),
  person: text(
    '筛选条件里有完整的个人信息（如手机号、证件号），不能共享给他人；请去掉该条件后再共享',
    'The filter contains personal data in full, such as a mobile or identity number, which would be shown to others. Remove it before sharing',
  ),
};

/** Refuses to share views of lists the caller cannot see, with offices above or beside, or that contain personal data in full. */
function check({ values, before, caller, engine, fail }: WriteContext<typeof storedSharedView>): void {
  const found = engine.find(values.list ?? before?.list ?? '');
  if (!found || !can(caller, `${found.name}/index`)) fail('list', texts.list);
  else {
    values.list = found.name;
    // old ones can be renamed and withdrawn
    const { address } = values;
    if (typeof address === 'string' && address !== before?.address && containsPersonalData(found, address))
      fail('address', texts.person);
  }
  const audience = values.audience ?? before?.audience;
  const everywhere = areaPrefixOfCaller(caller) === '';
  if (audience === 'all' && !everywhere) fail('audience', texts.all);
  // the office stays; views for everybody or for a group everywhere have none
  if (!before || (audience === 'office' && !before.area_code))
    values.area_code = everywhere && audience !== 'office' ? null : caller.areaCode || null;
  if (audience !== 'group') values.group_id = null;
  else if (!(values.group_id === undefined ? before?.group_id : values.group_id)) fail('group_id', texts.group);
}

export const sharedViewWriteHooks: WriteHooks<typeof storedSharedView> = { add: check, edit: check };
