import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { creditRepair } from '../contract/credit-repair-application.ts';
import './credit-panels.css';

const texts = {
  lead: text(
    '纠正失信行为、作出信用承诺并参加信用培训后，可以申请信用修复，不必等到列入期满。',
    'Once the dishonesty is corrected, a commitment is made and training attended, you can apply for repair instead of waiting for the period to end.',
  ),
  apply: text('申请信用修复', 'Apply for repair'),
} as const;

/** Tells a listed enterprise how it gets off the list, and takes it to the application. */
export default function LinkToCreditRepairApplicationPanel({ row }: RecordPanelProps) {
  const t = useText();
  return (
    <div className="xj-credit-repair">
      <p>{t(texts.lead)}</p>
      {can(`${creditRepair.name}/add`) && (
        <Link
          className="xj-button"
          data-tone="primary"
          to={`${resourcePath(creditRepair)}?form=add&listing_id=${row.id}`}
        >
          {t(texts.apply)}
        </Link>
      )}
    </div>
  );
}
