import { useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';

interface Division {
  readonly value: string | number;
  readonly label: string;
  readonly label_en: string;
}

const levels = [text('省', 'Province'), text('市', 'City'), text('县', 'County')] as const;
const choose = text('请选择', 'Choose');

/** The divisions below another; none while it is not chosen. */
function useDivisions(enabled: boolean, params: { province?: string; city?: string }): readonly Division[] {
  const [found, setFound] = useState<readonly Division[]>([]);
  const { province, city } = params;
  useEffect(() => {
    setFound([]);
    if (!enabled) return;
    const controller = new AbortController();
    const options = { quiet: true, area: 'api', signal: controller.signal, duplicate: 'allow' } as const;
    get<Division[]>('/api/ajax/area', { province, city }, options).then(setFound, () => undefined);
    return () => controller.abort();
  }, [enabled, province, city]);
  return found;
}

interface DivisionSelectProps {
  readonly label: string;
  /** Code of the chosen division, of any level; '' for none. */
  readonly value: string;
  readonly error: string | undefined;
  onValue(code: string): void;
}

/** A division, chosen level by level in selects of the browser, which phones show as wheels. */
export function AdministrativeDivisionSelect({ label, value, error, onValue }: DivisionSelectProps) {
  const t = useText();
  const province = value ? `${value.slice(0, 2)}0000` : '';
  const city = value && value.slice(2, 4) !== '00' ? `${value.slice(0, 4)}00` : '';
  const county = value && value.slice(4, 6) !== '00' ? value : '';
  const offered = [
    useDivisions(true, {}),
    useDivisions(province !== '', { province }),
    useDivisions(city !== '', { province, city }),
  ];
  const chosen = [province, city, county];
  return (
    <fieldset className="xj-complaint-divisions" data-invalid={error ? '' : undefined}>
      <legend>{label}</legend>
      <div>
        {offered.map((divisions, level) => (
          <select
            // biome-ignore lint/suspicious/noArrayIndexKey: the levels are fixed
            key={level}
            name={level === 0 ? 'event_area' : undefined}
            aria-label={t(levels[level] ?? choose)}
            aria-invalid={error ? true : undefined}
            value={chosen[level]}
            disabled={divisions.length === 0}
            onChange={(event) => onValue(event.target.value || (chosen[level - 1] ?? ''))}
          >
            <option value="">{t(levels[level] ?? choose)}</option>
            {divisions.map((one) => (
              <option key={one.value} value={String(one.value)}>
                {t(text(one.label, one.label_en))}
              </option>
            ))}
          </select>
        ))}
      </div>
      {error && <p className="xj-field-note">{error}</p>}
    </fieldset>
  );
}
