import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = {
  title: text('转让负责人', 'Transfer ownership'),
  choose: text(
    '{name}：选择接任的成员，向双方手机各发送一个验证码。对方不在成员中的，请先邀请。',
    '{name}: choose the member who takes over; a verification code is sent to both mobiles. If they are not a member yet, invite them first.',
  ),
  successor: text('新负责人', 'New owner'),
  none: text('没有其他成员', 'No other members'),
  send: text('发送验证码', 'Send verification codes'),
  codes: text(
    '转让后由{name}管理该企业，您转为经办人，可自行退出。',
    'After the transfer {name} manages the enterprise; you become an operator and may leave.',
  ),
  transfer: text('确认转让', 'Confirm transfer'),
};

const code = { required: true, min: 6, max: 6 } as const;
const fields = {
  code: field.text(text('您收到的验证码', 'The code you received'), code),
  successor_code: field.text(text('新负责人收到的验证码', 'Code received by the new owner'), code),
};

interface Person {
  id: number;
  name: string;
  mobile: string;
  role: RoleInRow;
}

interface TransferDialogProps {
  enterprise: { id: number; name: string };
  onDone: () => void;
  onClose: () => void;
}

/** Asks for the new owner, then for the codes of both sides. */
export function TransferOwnershipDialog({ enterprise, onDone, onClose }: TransferDialogProps) {
  const label = useId();
  const [chosen, setChosen] = useState<number>();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const search = [
    { field: 'enterprise_id', operator: '=', val: String(enterprise.id) },
    { field: 'status', operator: '=', val: 'active' },
    { field: 'role', operator: '<>', val: 'owner' },
  ];
  const { data } = useQuery({
    queryKey: ['enterprise', 'successors', enterprise.id],
    queryFn: queryFnFor<{ list: Person[] }>('/api/enterprise.person/index', { search, limit: 100 }, { area: 'api' }),
    staleTime: 0,
  });
  const person = data?.list.find(({ id }) => id === chosen);
  const title = translate(texts.title);
  if (sent && person)
    return (
      <DialogFormOfApiCall
        title={title}
        lead={translate(texts.codes, { name: person.name })}
        okText={translate(texts.transfer)}
        fields={fields}
        path="/api/enterprise.person/transfer"
        area="api"
        about={{ id: person.id }}
        danger
        onDone={onDone}
        onClose={onClose}
      />
    );
  const send = async () => {
    setBusy(true);
    try {
      await post('/api/enterprise.person/transferCodes', { id: chosen }, { area: 'api', successMessage: true });
      setSent(true);
    } catch {
      // the client shows the error
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      okText={translate(texts.send)}
      busy={busy}
      disabled={!person}
      dirty={false}
      onOk={() => void send()}
      onClose={onClose}
    >
      <p>{translate(texts.choose, { name: enterprise.name })}</p>
      <label id={label} htmlFor={`${label}-select`}>
        {translate(texts.successor)}
      </label>
      <Select
        id={`${label}-select`}
        style={{ width: '100%' }}
        loading={!data}
        value={chosen ?? null}
        onChange={(id: number) => setChosen(id)}
        notFoundContent={translate(texts.none)}
        options={(data?.list ?? []).map(({ id, name, mobile, role }) => ({
          value: id,
          label: `${name} ${mobile ?? ''} ${translate(roleInRowLabels[role])}`,
        }))}
      />
    </FormDialog>
  );
}
