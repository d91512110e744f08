import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import type { PersonalDataAccess } from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';

const texts = {
  title: text('谁查看过我的联系方式', 'Who looked at my contact'),
  none: text('还没有人查看过', 'Nobody so far'),
  officer: text('工作人员', 'Officer'),
  saw: text('查看了{fields}，事由：{reason}', 'saw {fields}. Reason: {reason}'),
};

/** Who was shown the complainant's contact in plain: role and office, when and why. */
export function ComplainantContactAccessLog({ openings }: { openings: readonly PersonalDataAccess[] }) {
  const t = useText();
  return (
    <details className="xj-complaint-openings">
      <summary>
        {t(texts.title)} ({openings.length})
      </summary>
      {openings.length === 0 && <p>{t(texts.none)}</p>}
      <ul className="xj-complaint-steps">
        {openings.map(({ id, at, role, office, fields, reason }) => (
          <li key={id}>
            <time dateTime={new Date(at * 1000).toISOString()}>{formatMinute(at)}</time>
            <span>
              <strong>{[office, role || t(texts.officer)].filter(Boolean).join(' · ')}</strong>{' '}
              {t(texts.saw, { fields: fields.join('、'), reason })}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
