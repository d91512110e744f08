import { useId, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { field, kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { formatAmount } from '#web/cell/format/format-amounts-and-code-groups.ts';
import { translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { penaltySubjects } from '../../contract/cause/penalty-kinds-subjects-and-fine-bases.ts';
import type { StatutoryFine } from '../../contract/cause/statutory-fine.ts';
import {
  type Consequence,
  consequences,
  gradeKinds,
} from '../../contract/discretion/discretion-grades-and-levels-of-harm-options.ts';
import {
  type DiscretionGradeCondition,
  type DiscretionGradeProposal,
  type ProposedDiscretionGrade,
  proposeDiscretionGrades,
} from '../../contract/discretion/propose-discretion-grades.ts';
import { describeFineRange, describeStatutoryFine } from './describe-statutory-fine.ts';
import { GradesCoveringFinesChart } from './grades-covering-fines-chart.tsx';
import { useViolationCauseWithFines } from './use-violation-cause-with-fines.ts';
import './discretion.css';

const texts = {
  lead: text(
    '填写案情，查看适用的档次与幅度。同时符合多档的，列出最重的一档，其余供裁量时说明理由。',
    'Enter the facts to see the grade and range that apply. If several grades apply, the gravest comes first; choosing another one needs reasons.',
  ),
  basis: text('依据：{basis}；{document}', 'Basis: {basis}; {document}'),
  amounts: text('罚款 {from} 至 {to} 元', 'Fine of CNY {from} to {to}'),
  multiples: text('{from} 至 {to} 倍', '{from}× to {to}×'),
  none: text('没有适用的档次', 'No grade applies'),
  noFine: text('没有适用的罚款幅度', 'No fine applies'),
  whole: text('法定幅度：{range}', 'Statutory range: {range}'),
};

/** The facts that grades may depend on. */
const facts = {
  subject: field.radio(text('处罚对象', 'Subject'), {
    options: { org: penaltySubjects.org, person: penaltySubjects.person },
  }),
  amount: field.money(text('违法所得或经营额（元）', 'Gains or turnover (CNY)')),
  times: field.integer(text('二年内第几次', 'Number of the violation within two years'), { min: 1, max: 99 }),
  tourists: field.integer(text('涉及人数', 'People affected'), { min: 0, max: 100_000 }),
  consequence: field.select(text('危害后果', 'Harm'), { options: consequences }),
} as const satisfies Readonly<Record<string, AnyField>>;

type FactValues = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number | undefined =>
  value === null || value === undefined || value === '' ? undefined : Number(value);

/** Facts as typed; what is not a value yet is left out. */
const factsOf = ({ subject, amount, times, tourists, consequence }: FactValues) => ({
  subject: subject === 'person' ? ('person' as const) : ('org' as const),
  amount: /^\d+(\.\d{1,2})?$/.test(String(amount ?? '')) ? String(amount) : undefined,
  times: numberOf(times),
  tourists: numberOf(tourists),
  consequence: (consequence as Consequence | null | undefined) ?? undefined,
});

/** Panel of a discretion standard: its fines with their grades, and which applies to the facts of a case. */
export default function FineCalculatorOfDiscretionStandardPanel({ row }: RecordPanelProps) {
  const id = useId();
  const chosen = useViolationCauseWithFines(row.cause_id);
  const [values, setValues] = useState<FactValues>({ subject: 'org' });
  if (!chosen) return null;
  const grades = childRowsIn(row.grades) as unknown as readonly DiscretionGradeCondition[];
  const proposals = proposeDiscretionGrades(chosen.fines, grades, factsOf(values));
  return (
    <section className="xj-try-discretion">
      <GradesCoveringFinesChart fines={chosen.fines} grades={grades} />
      <p className="xj-grades-note">{translate(texts.lead)}</p>
      <div className="xj-try-discretion-facts">
        {Object.entries(facts).map(([name, one]) => (
          <div key={name}>
            <FactLabel id={`${id}-${name}`} field={one} />
            <FieldInput
              {...{ id: `${id}-${name}`, name, field: one, values }}
              value={values[name] ?? null}
              onChange={(value) => setValues({ ...values, [name]: value })}
            />
          </div>
        ))}
      </div>
      <div className="xj-try-discretion-results" role="status">
        {proposals.length === 0 && <p>{translate(texts.noFine)}</p>}
        {proposals.map((one) => (
          <ProposalForFine key={one.penaltyNo} proposal={one} fine={chosen.fines[one.penaltyNo - 1]} />
        ))}
        <p className="xj-grades-note">{translate(texts.basis, { basis: chosen.row.basis, document: row.basis_doc })}</p>
      </div>
    </section>
  );
}

/** Label of an input; of a group of buttons a heading, as no single one has it. */
function FactLabel({ id, field: one }: { readonly id: string; readonly field: AnyField }) {
  return kindOf(one).grouped ? (
    <span id={`${id}-label`} className="xj-form-field-label">
      {translate(one.label)}
    </span>
  ) : (
    <label htmlFor={id} className="xj-form-field-label">
      {translate(one.label)}
    </label>
  );
}

interface ProposalForFineProps {
  readonly proposal: DiscretionGradeProposal;
  readonly fine: StatutoryFine | undefined;
}

function ProposalForFine({ proposal: { penaltyNo, grades }, fine }: ProposalForFineProps) {
  return (
    <section className="xj-graded-fine">
      {fine && (
        <h4>
          {penaltyNo}. {describeStatutoryFine(fine)} · {translate(texts.whole, { range: describeFineRange(fine) })}
        </h4>
      )}
      {grades.length === 0 ? (
        <p>{translate(texts.none)}</p>
      ) : (
        <ol>
          {grades.map((one, place) => (
            <li key={one.row} data-proposed={place === 0 || undefined}>
              <strong>{gradeName(one)}</strong>
              <span>{one.grade.circumstances}</span>
              <strong>{fineText(one)}</strong>
              <span>{one.grade.other_penalty}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function gradeName({ grade: { grade } }: ProposedDiscretionGrade): string {
  const found = Object.entries(gradeKinds).find(([name]) => name === grade);
  return found ? translate(found[1]) : '';
}

function fineText({ measure, from, to, grade }: ProposedDiscretionGrade): string {
  if (from !== undefined && to !== undefined)
    return translate(texts.amounts, { from: formatAmount(from), to: formatAmount(to) });
  return measure === 'multiple' && grade.multiple_to
    ? translate(texts.multiples, { from: grade.multiple_from ?? 0, to: grade.multiple_to })
    : '';
}
