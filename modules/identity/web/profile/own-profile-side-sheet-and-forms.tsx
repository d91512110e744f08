import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { toast } from '#web/feedback/toast.ts';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { changedValues, type FormValues, initialValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { confirmLeave, useUnloadGuard } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { goTo } from '#web/http/navigate-by-router.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import { avatarPath } from '#web/session/avatar-path.ts';
import { forgetSession, storeAdmin, storeMember } from '#web/session/session.ts';
import type { ProfileSideSheetProps } from '#web/shell/module/shell-dependencies.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { memberProfile, officerProfile, passwordChange } from '../../contract/own-profile-and-password-fields.ts';
import { LinkedIdentityProviderAccounts } from './linked-identity-provider-accounts.tsx';
import { NotificationChannelsForm, refetchChannels } from './notification-channels-form.tsx';
import { OwnSecondFactors } from './own-second-factors.tsx';

import './own-profile-side-sheet.css';

const texts = {
  title: text('个人资料与密码', 'Profile and password'),
  profile: text('个人资料', 'Profile'),
  save: text('保存资料', 'Save profile'),
  saved: text('资料已保存', 'Profile saved'),
  unchanged: text('没有需要保存的修改', 'No changes to save'),
  password: text('修改密码', 'Change password'),
  change: text('修改密码', 'Change password'),
  repeat: text('再次输入新密码', 'Confirm new password'),
  differs: text('两次输入的新密码不一致', 'The two new passwords do not match'),
  officerRule: text(
    '8 到 32 个字符，不含空格、用户名与 & < > " \'，不能是常见密码。修改后其他设备上的登录立即结束。',
    '8 to 32 characters, without spaces, your account name or & < > " \', and none of the common ones. Other devices are signed out at once.',
  ),
  memberRule: text(
    '6 到 32 个字符，不能包含 & < > " \'。修改后所有设备需要重新登录。',
    '6 to 32 characters, without & < > " or \'. All devices must sign in again after the change.',
  ),
  changed: text('密码已修改，其他设备已退出登录', 'Password changed; other devices have been signed out'),
};

export type OwnProfile = FormValues & { username: string };

/** The signed-in user's own account: profile and password, alike for officers and members. */
export default function OwnProfileSideSheet({ area, onClose }: ProfileSideSheetProps) {
  const phone = useIsPhone();
  const dirty = useRef({ profile: false, password: false, channels: false });
  const note = (part: keyof typeof dirty.current) => (next: boolean) => {
    dirty.current[part] = next;
  };
  const close = async () => {
    const unsaved = Object.values(dirty.current).some(Boolean);
    if (!unsaved || (await confirmLeave({ draft: false }))) onClose();
  };
  const own = useQuery({
    queryKey: ['own profile', area],
    queryFn: async (context) =>
      area === 'admin'
        ? ofOfficer((await queryFnFor<{ info: OwnProfile }>('/admin/routine.AdminInfo/index')(context)).info)
        : memberProfileForForm(
            (await queryFnFor<{ userInfo: OwnProfile }>('/api/user/index', {}, { area: 'api' })(context)).userInfo,
          ),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Drawer
      open
      title={translate(texts.title)}
      size={phone ? '100%' : 'min(560px, 94vw)'}
      onClose={() => void close()}
      className="xj-profile"
    >
      {own.isError ? (
        <LoadErrorWithRetry error={own.error} onRetry={() => void own.refetch()} />
      ) : own.data ? (
        <>
          <OwnProfileForm area={area} own={own.data} onDirty={note('profile')} />
          <ChangePasswordForm area={area} onDirty={note('password')} />
          <NotificationChannelsForm area={area} onDirty={note('channels')} />
          <OwnSecondFactors area={area} />
          {area === 'admin' && <LinkedIdentityProviderAccounts />}
        </>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  );
}

/** Avatars arrive with host and are stored by path. */
const ofOfficer = (info: OwnProfile): OwnProfile => ({ ...info, avatar: avatarPath(String(info.avatar ?? '')) });

/** Forms use text options; the contract's gender is a number (specification §3). */
export const memberProfileForForm = (info: OwnProfile): OwnProfile => ({
  ...info,
  avatar: avatarPath(String(info.avatar ?? '')),
  gender: String(info.gender ?? 0),
});

const { avatar: _, ...withoutPicture } = memberProfile;

interface PartProps {
  area: ProfileSideSheetProps['area'];
  onDirty(dirty: boolean): void;
}

/** `withoutAvatar`: the screen has a separate control for the avatar. */
export function OwnProfileForm({
  area,
  own,
  onDirty,
  withoutAvatar = false,
}: PartProps & { own: OwnProfile; withoutAvatar?: boolean }) {
  const client = useQueryClient();
  const fields: Fields = area === 'admin' ? officerProfile : withoutAvatar ? withoutPicture : memberProfile;
  const form = useFormState(fields, { mode: 'edit', initial: initialValues(fields, own) });
  useUnloadGuard(form.dirty);
  useEffect(() => onDirty(form.dirty), [form.dirty, onDirty]);
  const send = async () => {
    const changed = changedValues(form.initial, form.values);
    if (Object.keys(changed).length === 0) {
      toast.info(translate(texts.unchanged));
      return;
    }
    if (area === 'admin') await post('/admin/routine.AdminInfo/edit', changed, { quiet: true, area: 'admin' });
    else await post('/api/account/profile', changed, { quiet: true, area: 'api' });
    form.restart(form.values);
    void refetchChannels(client, area);
    const { nickname, avatar } = form.values as { nickname?: string; avatar?: string | null };
    const shown = { ...(nickname ? { nickname } : {}), ...(avatar === undefined ? {} : { avatar: avatar ?? '' }) };
    if (area === 'admin') storeAdmin(shown);
    else storeMember(shown);
    toast.success(translate(texts.saved));
  };
  return (
    <Part title={withoutAvatar ? '' : translate(texts.profile)} button={translate(texts.save)} form={form} send={send}>
      <FormFields form={form} />
    </Part>
  );
}

const repeated: Fields = {
  ...passwordChange,
  repeat: { ...passwordChange.password, label: texts.repeat },
};

/** `headed`: the screen has its own heading. */
export function ChangePasswordForm({ area, onDirty, headed = false }: PartProps & { headed?: boolean }) {
  const form = useFormState(repeated);
  useEffect(() => onDirty(form.dirty), [form.dirty, onDirty]);
  const send = async () => {
    const { old_password, password, repeat } = form.values;
    if (password !== repeat) {
      form.refuse({ repeat: [translate(texts.differs)] });
      return;
    }
    if (area === 'admin') {
      await post('/admin/routine.AdminInfo/edit', { old_password, password }, { quiet: true, area: 'admin' });
      form.restart({});
      toast.success(translate(texts.changed));
      return;
    }
    await post(
      '/api/account/changePassword',
      { oldPassword: old_password, newPassword: password },
      { successMessage: true, quiet: true, area: 'api' },
    );
    onDirty(false);
    forgetSession('member');
    goTo('/user/login', { replace: true });
  };
  /** Maps errors of the member's call to the names of the form's fields. */
  const named = (errors: Readonly<Record<string, readonly string[]>> | undefined) =>
    errors && {
      ...errors,
      ...(errors.oldPassword ? { old_password: errors.oldPassword } : {}),
      ...(errors.newPassword ? { password: errors.newPassword } : {}),
    };
  return (
    <Part
      title={headed ? '' : translate(texts.password)}
      button={translate(texts.change)}
      form={form}
      send={send}
      named={named}
    >
      <p className="xj-profile-rule">{translate(area === 'admin' ? texts.officerRule : texts.memberRule)}</p>
      <FormFields form={form} />
    </Part>
  );
}

type Errors = Readonly<Record<string, readonly string[]>>;

interface FrameProps {
  title: string;
  button: string;
  form: ReturnType<typeof useFormState>;
  send(): Promise<void>;
  named?(errors: Errors | undefined): Errors | undefined;
  children: ReactNode;
}

function Part({ title, button, form, send, named = (errors) => errors, children }: FrameProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (busy || !form.check()) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const errors = named(error.errors);
      const hasField = Object.keys(errors ?? {}).some((name) => form.fields[name]);
      form.refuse(errors);
      if (!hasField) setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="xj-profile-part" noValidate onSubmit={(event) => void submit(event)}>
      {title && <h2>{title}</h2>}
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      {children}
      <Button type="primary" htmlType="submit" loading={busy}>
        {button}
      </Button>
    </form>
  );
}
