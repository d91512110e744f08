import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import type { OwnInputProps } from '#web/form/own-input.ts';
import { get } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { sideOf } from '#web/session/area.ts';
import { application } from '../contract/application.ts';
import type { Ineligibility } from '../contract/ineligibility.ts';

const texts = { required: text('（必填）', ' (required)') };

const keyOf = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : 0);

/** The policy of an application. Warns at once where it does not apply to the chosen enterprise or teams. */
export default function PolicyInput({ id, fields, values, describedBy, disabled, row, put }: OwnInputProps) {
  const field = fields.policy_id;
  const { app } = sideOf();
  const [policy_id, enterprise_id] = [keyOf(values.policy_id), keyOf(values.enterprise_id)];
  const teams = Array.isArray(values.teams) ? values.teams.join(',') : '';
  const { data } = useQuery({
    queryKey: ['reward', 'fit', app, policy_id, enterprise_id, teams],
    queryFn: ({ signal }) =>
      get<Ineligibility>(
        `/${app}/reward.application/fit`,
        { policy_id, enterprise_id, teams },
        { quiet: true, signal },
      ),
    enabled: policy_id > 0 && enterprise_id > 0,
    retry: false,
  });
  if (!field) return null;
  const unfit = data?.list ?? [];
  const note = `${id}-unfit`;
  return (
    <>
      <label id={`${id}-label`} htmlFor={id} className="xj-form-field-label">
        {translate(field.label)}
        <span className="xj-form-field-required">
          <span aria-hidden="true">*</span>
          <span className="xj-visually-hidden">{translate(texts.required)}</span>
        </span>
      </label>
      <FieldInput
        {...{ id, name: 'policy_id', field, values, disabled }}
        value={values.policy_id}
        onChange={(value) => put({ policy_id: value })}
        invalid={describedBy !== undefined || unfit.length > 0}
        of={application.name}
        describedBy={[describedBy, unfit.length > 0 ? note : undefined].filter(Boolean).join(' ')}
        {...(row ? { row } : {})}
      />
      <div id={note} role="status">
        {unfit.map(({ message }) => (
          <p key={message} className="xj-form-field-mark">
            {message}
          </p>
        ))}
      </div>
    </>
  );
}
