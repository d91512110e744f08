import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { targetOf } from '#kernel/field/field.ts';
import { areaLevel } from '#kernel/kind/linked/area.ts';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { antdAllowClearWithTranslatedLabel } from '#web/input/control/antd-allow-clear-with-translated-label.tsx';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { TextInput } from '#web/input/control/text-password-and-textarea-inputs.tsx';
import { useDivisionWithParents } from '#web/input/reference/use-division-with-parents.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import '../control/bare-fieldset.css';
import '../control/input.css';

const levels = [text('省', 'Province'), text('市', 'City'), text('县（区）', 'County')] as const;

const texts = {
  of: text('{label}：{level}', '{label}: {level}'),
  ended: text('{name}已于 {on} 停用', '{name} was discontinued on {on}'),
  take: text('改为{name}', 'Change to {name}'),
};

interface Division {
  value: string | number;
  label: string;
}

const forADay = 24 * 3_600_000;

/** The divisions offered, and the present value even where it is no longer offered. */
function optionsWith(offered: readonly Division[], chosen: { code: string; name: string } | undefined) {
  const options = offered.map((one) => ({ value: String(one.value), label: translateDivisionName(one.label) }));
  const isThere = !chosen || options.some((one) => one.value === chosen.code);
  return isThere ? options : [...options, { value: chosen.code, label: translateDivisionName(chosen.name) }];
}

/** The divisions within another, by the call of the contract's lazy cascader (wire contract §2.8). */
function useDivisions(params: { province?: string; city?: string }, enabled: boolean) {
  return useQuery({
    queryKey: ['area', params],
    queryFn: ({ signal }) =>
      get<Division[]>(`/${areaPaths().app}/ajax/area`, params, { quiet: true, signal, duplicate: 'allow' }),
    enabled,
    staleTime: forADay,
  });
}

/**
 * An administrative division, chosen level by level in three selects: they fit a phone, and each is searched by
 * keyboard.
 */
export default function AdministrativeDivisionInput(props: FieldInputProps) {
  const target = targetOf(props.field);
  // a division that is being added is not in the list yet
  return target?.resource === props.of && target?.key === props.name ? (
    <TextInput {...props} labelledBy={`${props.id}-label`} />
  ) : (
    <ChosenDivision {...props} />
  );
}

function ChosenDivision(props: FieldInputProps) {
  const { id, field, value, onChange, onBlur, invalid, describedBy, disabled } = props;
  const code = typeof value === 'string' && value !== '' ? value : undefined;
  const answer = useDivisionWithParents(code).data;
  const answered = answer?.path ?? [];
  const codes = answered.map((one) => one.code).filter((one) => one !== '100000');
  const province = code && `${code.slice(0, 2)}0000`;
  const level = code ? areaLevel(code) : 0;
  // Counties of municipalities, and those directly under a province, have no prefecture.
  const city = level >= 2 ? (codes[1] ?? (level === 2 ? code : undefined)) : undefined;
  const county = level === 3 && city !== code ? code : undefined;

  const provinces = useDivisions({}, true);
  const cities = useDivisions(province ? { province } : {}, province !== undefined);
  const below = city !== undefined && areaLevel(city) === 2;
  const counties = useDivisions({ ...(province ? { province } : {}), ...(city ? { city } : {}) }, below);

  const lists = [
    { query: provinces, value: province, above: undefined, shown: true },
    { query: cities, value: city, above: province, shown: province !== undefined },
    { query: counties, value: county, above: city, shown: below },
  ];
  const label = translate(field.label);
  return (
    <fieldset className="xj-bare-fieldset xj-area-input" aria-labelledby={`${id}-label`}>
      {lists.map(({ query, value: chosen, above, shown }, index) => {
        const name = levels[index] ?? levels[2];
        return (
          <Select
            key={name.en}
            id={index === 0 ? id : `${id}-${index}`}
            aria-label={translate(texts.of, { label, level: translate(name) })}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            status={invalid ? 'error' : undefined}
            disabled={disabled || !shown}
            value={chosen}
            placeholder={translate(name)}
            loading={query.isFetching}
            options={optionsWith(
              query.data ?? [],
              answered.find((one) => one.code === chosen),
            )}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear={antdAllowClearWithTranslatedLabel(!field.required || index > 0)}
            onChange={(next: string | undefined) => onChange(next ?? above ?? null)}
            onBlur={onBlur}
          />
        );
      })}
      {answer?.ended && (
        <p className="xj-area-ended" role="status">
          {translate(texts.ended, {
            name: translateDivisionName(answered.at(-1)?.name ?? code ?? ''),
            on: answer.ended.on,
          })}{' '}
          {answer.ended.successor && !disabled && (
            <Button size="small" onClick={() => onChange(answer.ended?.successor?.code ?? null)}>
              {translate(texts.take, { name: translateDivisionName(answer.ended.successor.name) })}
            </Button>
          )}
        </p>
      )}
    </fieldset>
  );
}
