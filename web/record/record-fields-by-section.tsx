import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isPairs } from '#kernel/kind/key-value-pairs.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { isReadOnlyForCaller } from '#kernel/resource/declaration-visible-to-caller.ts';
import { text } from '#kernel/text/text.ts';
import { LinksToCallNavigateOrCopy } from '#web/cell/links-to-call-navigate-or-copy.tsx';
import { CellValue, isBlankCell, isEmptyValue } from '#web/cell/value-of-field-in-cell.tsx';
import { reviewRemarksByField } from '#web/form/state/review-remarks-by-field.ts';
import { sectionsOf } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { translate } from '#web/i18n/locale.ts';
import { fieldsShownInPanels } from '#web/record/record-panel-registry.ts';
import { RevealButton, useRevealedFields } from '#web/record/reveal-masked-fields.tsx';
import { labelFieldValuePairs } from '#web/resource/label-field-value-pairs.ts';
import { isActionOffered, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';

import './record.css';

const texts = {
  system: text('系统信息', 'System information'),
  mark: text('需更正：{remark}', 'To be corrected: {remark}'),
};

/** Fields shown elsewhere on the page of a record, or not at all. */
const elsewhere: ReadonlySet<string> = new Set([
  'version',
  'status',
  'due_at',
  'due_unit',
  'marks',
  'explanations',
  'pending',
  'weigh',
]);

const systemFields: readonly string[] = ['id', 'createtime', 'updatetime'];
/** Members see when a record was created; its id and last write mean nothing to them. */
const memberFields: readonly string[] = ['createtime'];

/** All fields of a record by section, with a button to reveal masked ones. */
export function RecordFieldsBySection({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const revealed = useRevealedFields();
  const fields = allColumnsOf(resource);
  const ofMember = currentArea() === 'member';
  const inPanels = fieldsShownInPanels(resource, row);
  const shown = Object.fromEntries(
    Object.entries(fields).filter(
      ([name, field]) =>
        !elsewhere.has(name) &&
        !inPanels.has(name) &&
        !systemFields.includes(name) &&
        !(isKey(field) && (ofMember || field.list === 'never')) &&
        field.privacy !== 'hidden' &&
        !kindOf(field).secret &&
        name in row &&
        !(isEmptyValue(row[name]) && isUnsaid(field)),
    ),
  );
  const sections = sectionsOf(resource, shown);
  // Fields without a section come first where there are no sections, else last, and only with values.
  const loose = resource.sections
    ? (sections.find(({ key }) => key === '')?.names ?? []).filter((name) => !isEmptyValue(row[name]))
    : [];
  const masked = Object.keys(shown).filter((name) => shown[name]?.privacy === 'masked');
  const marks = reviewRemarksByField(row);
  const called = titleOf(resource, row);
  const whole = { ...row, ...revealed.values };
  return (
    <div className="xj-details">
      {masked.length > 0 && isActionOffered(resource, row, 'reveal') && (
        <div className="xj-details-tools">
          <RevealButton resource={resource} row={row} fields={masked} revealed={revealed} />
        </div>
      )}
      {sections.map(({ key, names }) => {
        if ((key === '' && resource.sections) || names.length === 0) return null;
        const title = resource.sections?.[key];
        return (
          <section key={key}>
            {title && <h2>{translate(title)}</h2>}
            <dl>
              {names.map((name) => {
                const field = shown[name];
                if (!field) return null;
                const own = isPairs(field) ? { ...whole, [name]: labelFieldValuePairs(resource, whole[name]) } : whole;
                return <Detail key={name} name={name} field={field} row={own} mark={marks[name]} title={called} />;
              })}
            </dl>
          </section>
        );
      })}
      <section>
        <h2>{translate(texts.system)}</h2>
        <dl>
          {[...loose, ...(ofMember ? memberFields : systemFields)].map((name) => {
            const field = fields[name];
            return (
              field &&
              name in row && <Detail key={name} name={name} field={field} row={row} mark={undefined} title={called} />
            );
          })}
        </dl>
      </section>
    </div>
  );
}

/** Whether a field is a technical key: officers find it in a log, where lists offer it; members have no use for it. */
const isKey = (field: AnyField): boolean => 'key' in field.options && field.options.key === true;

/** Whether an empty field is left out, because the server fills it in later. */
const isUnsaid = (field: AnyField): boolean =>
  field.write === 'server' && !isReadOnlyForCaller(field) && kindOf(field).unset?.(field.options) === undefined;

interface DetailProps {
  name: string;
  field: AnyField;
  row: WireRow;
  mark: string | undefined;
  /** Title of the record. */
  title: string;
}

function Detail({ name, field, row, mark, title }: DetailProps) {
  return (
    <div
      data-field={name}
      data-marked={mark ? true : undefined}
      data-wide={isChildList(field) || undefined}
      data-empty={isBlankCell(field, row[name]) || undefined}
      tabIndex={-1}
    >
      <dt>{translate(field.label)}</dt>
      <dd>
        <CellValue name={name} field={field} row={row} roomy />
        {!isEmptyValue(row[name]) && <LinksToCallNavigateOrCopy field={field} value={row[name]} title={title} />}
        {mark && <p className="xj-form-field-mark">{translate(texts.mark, { remark: mark })}</p>}
      </dd>
    </div>
  );
}

/** Scrolls to a field of the record and focuses it, once its tab is rendered. */
export function focusFieldOfRecord(name: string): void {
  requestAnimationFrame(() => {
    const place = document.querySelector<HTMLElement>(`.xj-record .xj-details [data-field="${CSS.escape(name)}"]`);
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  });
}
