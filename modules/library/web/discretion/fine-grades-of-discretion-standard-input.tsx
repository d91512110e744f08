import { text } from '#kernel/text/text.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import ChildRowsInput from '#web/input/rows/child-rows-input.tsx';
import { childRowsIn } from '#web/resource/child-rows-in-form.ts';
import {
  type EnteredGrade,
  faultsOfDiscretionGrades,
} from '../../contract/discretion/find-faults-of-grades-of-fines.ts';
import { GradesCoveringFinesChart } from './grades-covering-fines-chart.tsx';
import { useViolationCauseWithFines } from './use-violation-cause-with-fines.ts';
import './discretion.css';

const texts = {
  choose: text('先选择案由，再按其罚款幅度分档。', 'Choose the cause first, then divide its fines into grades.'),
  none: text('该案由没有罚款，各档次填写其他处罚。', 'The cause has no fines; enter other penalties in the grades.'),
  fault: text('第 {n} 行：{message}', 'Row {n}: {message}'),
};

/** The grades of a standard in its form: how they cover each fine of the cause, what is wrong with them, and the grid. */
export default function FineGradesOfDiscretionStandardInput(props: CustomInputProps) {
  const { id, fields, values, errors, describedBy, disabled, sought, row, put } = props;
  const [[name, field] = []] = Object.entries(fields);
  if (!name || !field) throw new Error('grades of a standard expected');
  const chosen = useViolationCauseWithFines(values.cause_id);
  const grades = childRowsIn(values[name]) as readonly EnteredGrade[];
  const faults = chosen && grades.length > 0 ? faultsOfDiscretionGrades(chosen.fines, grades) : [];
  const within = `${name}.`;
  return (
    <div className="xj-grades">
      <h3 id={`${id}-label`} className="xj-form-field-label">
        {translate(field.label)}
      </h3>
      {chosen ? (
        chosen.fines.length > 0 ? (
          <GradesCoveringFinesChart fines={chosen.fines} grades={grades} />
        ) : (
          <p className="xj-grades-note">{translate(texts.none)}</p>
        )
      ) : (
        <p className="xj-grades-note">{translate(texts.choose)}</p>
      )}
      {faults.length > 0 && (
        <ul className="xj-grades-faults" role="status">
          {faults.map(({ row: at, field: wrong, message, values: places }) => (
            <li key={`${at} ${wrong} ${message.en}`}>
              {translate(texts.fault, { n: at + 1, message: translate(message, places) })}
            </li>
          ))}
        </ul>
      )}
      <ChildRowsInput
        {...{ id, name, field, disabled }}
        value={values[name]}
        errors={errors[name] ?? {}}
        onChange={(value) => put({ [name]: value })}
        inside={FieldInput}
        {...(describedBy ? { describedBy } : {})}
        {...(row ? { row } : {})}
        {...(sought?.at.startsWith(within)
          ? { sought: { at: sought.at.slice(within.length), turn: sought.turn } }
          : {})}
      />
    </div>
  );
}
