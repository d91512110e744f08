import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { itinerary } from '../../../contract/itinerary/team-itinerary.ts';
import { CrewSelectionInAvailabilityChart } from './search-and-select-crew-in-availability-chart.tsx';
import './crew-assignment-input.css';

/** Form input for guides and vehicles: a chart of who is available, and the rows themselves. */
export default function CrewAssignmentInput(props: CustomInputProps) {
  const { id, fields, values, errors, describedBy, disabled, row, sought, put } = props;
  return (
    <div className="xj-crew">
      {!disabled && <CrewSelectionInAvailabilityChart {...props} />}
      {Object.entries(fields).map(([name, field], at) => {
        const own = at === 0 ? id : `${id}-${name}`;
        return (
          <div key={name} className="xj-crew-rows">
            <span id={`${own}-label`} className="xj-form-field-label">
              {translate(field.label)}
            </span>
            <FieldInput
              {...{ id: own, name, field, values, disabled }}
              value={values[name]}
              onChange={(value) => put({ [name]: value })}
              errors={errors[name] ?? {}}
              invalid={Object.keys(errors[name] ?? {}).length > 0}
              of={itinerary.name}
              {...(sought?.at.startsWith(`${name}.`)
                ? { sought: { at: sought.at.slice(name.length + 1), turn: sought.turn } }
                : {})}
              {...(describedBy ? { describedBy } : {})}
              {...(row ? { row } : {})}
            />
          </div>
        );
      })}
    </div>
  );
}
