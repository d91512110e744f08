import { useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import type { OfferedRespondent } from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';

const texts = {
  label: text('投诉谁', 'Whom do you complain about?'),
  hint: text(
    '企业、景区或个人的名称；从列表中选择的，企业会被要求答复',
    'Name of the enterprise, scenic area or person. Those chosen from the list are asked to answer',
  ),
  offered: text('平台上的企业', 'Enterprises on the platform'),
} as const;

/** Milliseconds after the last key before names are searched. */
const pause = 300;

/** Enterprises whose names contain what was typed. */
function useOfferedRespondents(typed: string, enabled: boolean): readonly OfferedRespondent[] {
  const [found, setFound] = useState<readonly OfferedRespondent[]>([]);
  useEffect(() => {
    const quick = typed.trim();
    if (!enabled || quick.length < 2) {
      setFound([]);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const options = { quiet: true, area: 'api', signal: controller.signal, duplicate: 'allow' } as const;
      get<{ list: OfferedRespondent[] }>('/api/complaint.open/respondents', { quick }, options).then(
        ({ list }) => setFound(list),
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed, enabled]);
  return found;
}

interface RespondentFieldProps {
  readonly name: string;
  readonly id: number | null;
  readonly error: string | undefined;
  onRespondent(name: string, id: number | null): void;
}

/** The respondent: typed, or chosen among the enterprises of the platform. */
export function RespondentField({ name, id, error, onRespondent }: RespondentFieldProps) {
  const t = useText();
  const offered = useOfferedRespondents(name, id === null);
  return (
    <div>
      <LabelledInput
        label={t(texts.label)}
        hint={t(texts.hint)}
        name="respondent_name"
        value={name}
        error={error}
        maxLength={120}
        autoComplete="off"
        after={id === null ? undefined : <span aria-hidden="true">✓</span>}
        onValue={(typed) => onRespondent(typed, null)}
      />
      {offered.length > 0 && (
        <ul className="xj-complaint-offered" aria-label={t(texts.offered)}>
          {offered.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => onRespondent(one.name, one.id)}>
                {one.name}
                <small>
                  {t(enterpriseTypes[one.ent_type as keyof typeof enterpriseTypes] ?? enterpriseTypes.other)}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
