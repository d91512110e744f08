import { useMemo, useRef } from 'react';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import type { FormState } from '#web/form/state/use-form-state.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import MapPositionInput from '#web/input/control/map-position-input.tsx';
import { stepFields } from '../application/registration-fields-by-step.ts';
import { ApplicationPictureUploadInput } from './application-picture-upload-input.tsx';
import { CollapsibleOptionalFields } from './collapsible-optional-fields.tsx';

interface PlaceStepProps {
  form: FormState;
  ticket: string;
  previews: Map<string, string>;
  onExpired: () => void;
}

/** Step of the place of business and its photos. */
export function RegistrationPlaceLicenceAndPhotoStep({ form, ticket, previews, onExpired }: PlaceStepProps) {
  const { area_code } = form.values;
  const expired = useRef(onExpired);
  expired.current = onExpired;
  // Keep the element: a remounted input would lose a running upload, and the map its position.
  const inputs = useMemo(() => {
    const material = (props: FieldInputProps) => (
      <ApplicationPictureUploadInput
        {...props}
        ticket={ticket}
        previews={previews}
        onExpired={() => expired.current()}
      />
    );
    return {
      business_license: material,
      photo_front: material,
      // the map opens in the area chosen above
      place: (props: FieldInputProps) => <MapPositionInput {...props} row={{ id: 0, area_code }} />,
    };
  }, [ticket, previews, area_code]);
  return (
    <>
      <FormFields form={form} names={stepFields.place.required} inputs={inputs} />
      <CollapsibleOptionalFields form={form} names={stepFields.place.optional} />
    </>
  );
}
