import type { CSSProperties } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { StatutoryFine } from '../../contract/cause/statutory-fine.ts';
import { type FineRange, rangeOfFine } from '../../contract/cause/statutory-fine-range-and-faults.ts';
import { type GradeKind, gradeKinds } from '../../contract/discretion/discretion-grades-and-levels-of-harm-options.ts';
import { type EnteredGrade, rangeOfGrade } from '../../contract/discretion/find-faults-of-grades-of-fines.ts';
import { describeFineRange, describeStatutoryFine, formatFineMeasure } from './describe-statutory-fine.ts';

const texts = {
  fines: text('罚款幅度与裁量档次', 'Fines and grades'),
  part: text('{grade}：{from} 至 {to}', '{grade}: {from} to {to}'),
  ungraded: text('尚未分档', 'Not graded yet'),
};

interface FineCoverageProps {
  readonly fines: readonly StatutoryFine[];
  readonly grades: readonly EnteredGrade[];
}

/** Each fine of a cause as a bar, with the parts that grades cover. What stays empty is a gap. */
export function GradesCoveringFinesChart({ fines, grades }: FineCoverageProps) {
  return (
    <ol className="xj-fines" aria-label={translate(texts.fines)}>
      {fines.map((fine, at) => (
        <li key={fine.id}>
          <span className="xj-fine-name">
            {at + 1}. {describeStatutoryFine(fine)}
          </span>
          <span className="xj-fine-range">{describeFineRange(fine)}</span>
          <CoverageBar whole={rangeOfFine(fine)} no={at + 1} grades={grades} />
        </li>
      ))}
    </ol>
  );
}

interface CoverageBarProps {
  readonly whole: FineRange | undefined;
  readonly no: number;
  readonly grades: readonly EnteredGrade[];
}

function CoverageBar({ whole, no, grades }: CoverageBarProps) {
  if (!whole || whole.to <= whole.from) return null;
  const width = whole.to - whole.from;
  const parts = grades.flatMap((one, row) => {
    const span = rangeOfGrade(whole.measure, one);
    const isPart = Number(one.penalty_no ?? 1) === no && one.grade !== 'none' && one.grade !== 'mitigated';
    return isPart && span && span.to > whole.from && span.from < whole.to
      ? [{ row, grade: one.grade as GradeKind, ...span }]
      : [];
  });
  if (parts.length === 0) return <span className="xj-fine-bar">{translate(texts.ungraded)}</span>;
  const share = (units: number) => (Math.min(Math.max(units, whole.from), whole.to) - whole.from) / width;
  return (
    <ul className="xj-fine-bar">
      {parts.map(({ row, grade, from, to }) => (
        <li
          key={row}
          data-grade={grade}
          style={{ '--xj-from': share(from), '--xj-to': share(to) } as CSSProperties}
          title={partText(grade, whole, from, to)}
        >
          <span>{partText(grade, whole, from, to)}</span>
        </li>
      ))}
    </ul>
  );
}

const partText = (grade: GradeKind, { measure }: FineRange, from: number, to: number): string =>
  translate(texts.part, {
    grade: gradeKinds[grade] ? translate(gradeKinds[grade]) : '—',
    from: formatFineMeasure(measure, from),
    to: formatFineMeasure(measure, to),
  });
