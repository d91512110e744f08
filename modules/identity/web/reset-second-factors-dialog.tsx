import { text } from '#kernel/text/text.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { useText } from '#web/i18n/locale.ts';
import { factorResetFields } from '../contract/second-factor-reset-fields.ts';

const texts = {
  title: text('重置 {name} 的二次验证', 'Reset two-factor verification of {name}'),
  lead: text(
    '请先核实本人。其验证器、通行密钥与备用码全部失效，所有登录随即结束。',
    'Verify the person first. All authenticators, passkeys and recovery codes become invalid and all sessions end.',
  ),
  ok: text('重置', 'Reset'),
};

interface ResetDialogProps {
  path: `/${string}`;
  id: number;
  name: string;
  onClose(): void;
}

/** Asks for a reason, and resets somebody's second factors. */
export function ResetSecondFactorsDialog({ path, id, name, onClose }: ResetDialogProps) {
  const t = useText();
  return (
    <DialogFormOfApiCall
      title={t(texts.title, { name })}
      lead={t(texts.lead)}
      okText={t(texts.ok)}
      fields={factorResetFields}
      path={path}
      area="admin"
      about={{ id }}
      danger
      onDone={onClose}
      onClose={onClose}
    />
  );
}
