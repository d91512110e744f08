import { text } from '#kernel/text/text.ts';
import { requireConfirmation } from '#server/auth/identity-confirmation-for-sensitive-actions.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { notifySuperAdminsOfChangedSetting } from '#server/message/notify-super-admins-of-changed-setting.ts';
import { Refused } from '#server/refusal.ts';
import { settingName } from '#server/system/setting-cache.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { storedSetting } from '../../contract/stored-setting.ts';

const superOnly = text(
  '这项设置决定谁能登录或验证码、文件发往何处，只有超级管理员可以修改',
  'This setting decides who can sign in or where codes and files go; only a super administrator may change it',
);

/** Whether the caller may see and change settings through which others would gain rights. */
export const mayChangeGuardedSettings = ({ type, super: all }: Pick<Caller, 'type' | 'super'>): boolean =>
  all || type === 'system';

/**
 * Checks every change of a guarded setting, including undo and restore: the caller must be a super administrator who
 * has just confirmed their identity. All super administrators are notified.
 */
export async function protectGuardedSetting({
  engine,
  tx,
  caller,
  before,
  afterStore,
}: WriteContext<typeof storedSetting>): Promise<void> {
  const found = findGuarded(engine, before?.name ?? null);
  if (!found || caller.type === 'system') return;
  if (!mayChangeGuardedSettings(caller)) throw new Refused(superOnly, { data: { reason: 'forbidden' } });
  await requireConfirmation(tx, caller.sessionId);
  afterStore(() => notifySuperAdminsOfChangedSetting(engine, tx, caller, found));
}

/** Labels of a guarded setting; undefined if it is not guarded. */
function findGuarded({ settingCache }: Pick<Engine, 'settingCache'>, name: string | null) {
  for (const section of settingCache.sections)
    for (const one of section.guarded ?? [])
      if (settingName(section, one) === name) {
        return { section: section.label, setting: section.fields[one]?.label ?? section.label };
      }
  return undefined;
}
