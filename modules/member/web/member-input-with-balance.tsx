import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import { formatAmount } from '#web/cell/format/format-amounts-and-code-groups.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import { RemoteSelect } from '#web/input/reference/select-with-options-from-server.tsx';

const texts = {
  required: text('必填', 'required'),
  money: text('现有余额 {before} 元', 'Current balance CNY {before}'),
  moneyThen: text('现有余额 {before} 元，变动后 {after} 元', 'Current balance CNY {before}, after change CNY {after}'),
  score: text('现有积分 {before}', 'Current points {before}'),
  scoreThen: text('现有积分 {before}，变动后 {after}', 'Current points {before}, after change {after}'),
};

interface Holder {
  readonly money: string;
  readonly score: number;
}

/** An amount in cents, so that sums are exact. */
const partsOf = (amount: string): number => Math.round(Number(amount) * 100);

/** Whose balance or score changes, with what they have now and would have then. */
export default function MemberInputWithBalance({
  id,
  fields,
  values,
  describedBy,
  disabled,
  row,
  put,
}: CustomInputProps) {
  const field = fields.user_id;
  const of = 'money' in values ? 'money' : 'score';
  const chosen = Number(values.user_id) || 0;
  const path = of === 'money' ? '/admin/user.moneyLog/add' : '/admin/user.scoreLog/add';
  const { data } = useQuery({
    queryKey: ['resource', 'user/user', 'holder', path, chosen],
    queryFn: queryFnFor<{ user: Holder }>(path, { userId: chosen }),
    enabled: chosen > 0,
    staleTime: 0,
  });
  if (!field) return null;
  const change = values[of];
  const given = change !== null && change !== undefined && change !== '' && Number.isFinite(Number(change));
  const has = data?.user;
  const before = has && (of === 'money' ? has.money : String(has.score));
  const after =
    has && given ? ((partsOf(String(has[of])) + partsOf(String(change))) / 100).toFixed(of === 'money' ? 2 : 0) : '';
  const formatted = (amount: string) => (of === 'money' ? formatAmount(amount) : amount);
  return (
    <>
      <label id={`${id}-label`} htmlFor={id} className="xj-form-field-label">
        {translate(field.label)}
        <span className="xj-form-field-required">
          <span aria-hidden="true">*</span>
          <span className="xj-visually-hidden"> {translate(texts.required)}</span>
        </span>
      </label>
      <RemoteSelect
        id={id}
        name="user_id"
        field={field}
        value={values.user_id}
        disabled={disabled}
        invalid={describedBy !== undefined}
        onChange={(next) => put({ user_id: next })}
        {...(describedBy ? { describedBy } : {})}
        {...(row ? { row } : {})}
      />
      {before !== undefined && (
        <p className="xj-form-field-hint" role="status">
          {translate(given ? texts[`${of}Then`] : texts[of], { before: formatted(before), after: formatted(after) })}
        </p>
      )}
    </>
  );
}
