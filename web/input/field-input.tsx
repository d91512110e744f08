import { Skeleton } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import { kindOf } from '#kernel/field/field.ts';
import type { FormInputKind as InputName } from '#kernel/kind/field-kind-type-and-shared-conversions.ts';
import { ColorInput } from '#web/input/control/color-input.tsx';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { MoneyInput, NumberInput } from '#web/input/control/number-and-money-inputs.tsx';
import {
  CheckboxInput,
  RadioInput,
  SelectInput,
  SwitchInput,
} from '#web/input/control/select-radio-checkbox-and-switch-inputs.tsx';
import { PasswordInput, TextareaInput, TextInput } from '#web/input/control/text-password-and-textarea-inputs.tsx';
import { PolymorphicReferenceInput } from '#web/input/reference/polymorphic-reference-input.tsx';
import { ParentRowInTreeSelect, RemoteSelect } from '#web/input/reference/select-with-options-from-server.tsx';

// These inputs are large, and most forms have none or few of them.
const dates = () => import('#web/input/control/date-time-and-year-inputs.tsx');
const DateInput = lazy(async () => ({ default: (await dates()).DateInput }));
const TimeInput = lazy(async () => ({ default: (await dates()).TimeInput }));
const YearInput = lazy(async () => ({ default: (await dates()).YearInput }));
const MomentInput = lazy(async () => ({ default: (await dates()).MomentInput }));
const AdministrativeDivisionInput = lazy(() => import('#web/input/reference/administrative-division-input.tsx'));
const UploadInput = lazy(() => import('#web/input/upload/upload-input.tsx'));
const PairsInput = lazy(() => import('#web/input/control/key-value-pairs-input.tsx'));
const MapPositionInput = lazy(() => import('#web/input/control/map-position-input.tsx'));
const BranchesInput = lazy(() => import('#web/input/reference/tree-checkbox-input.tsx'));
const RichTextInput = lazy(() => import('#web/input/rich-text/rich-text-input.tsx'));
const ChildRowsInput = lazy(() => import('#web/input/rows/child-rows-input.tsx'));
const SignatureInput = lazy(() => import('#web/input/control/signature-input.tsx'));
const IconInput = lazy(() => import('#web/input/control/icon-input.tsx'));

/** The component of each input that a kind can name. */
const inputs: Readonly<Record<InputName, ComponentType<FieldInputProps>>> = {
  text: TextInput,
  textarea: TextareaInput,
  password: PasswordInput,
  number: NumberInput,
  money: MoneyInput,
  date: DateInput,
  time: TimeInput,
  year: YearInput,
  datetime: MomentInput,
  switch: SwitchInput,
  radio: RadioInput,
  checkbox: CheckboxInput,
  select: SelectInput,
  selects: SelectInput,
  reference: RemoteSelect,
  references: RemoteSelect,
  tree: ParentRowInTreeSelect,
  branches: BranchesInput,
  oneOf: PolymorphicReferenceInput,
  area: AdministrativeDivisionInput,
  place: MapPositionInput,
  file: UploadInput,
  files: UploadInput,
  image: UploadInput,
  images: UploadInput,
  icon: IconInput,
  color: ColorInput,
  pairs: PairsInput,
  editor: RichTextInput,
  rows: ChildRowsInput,
  signature: SignatureInput,
};

/** The input of a declared field, by its kind. */
export function FieldInput(props: FieldInputProps) {
  const Control = inputs[kindOf(props.field).input];
  return (
    <Suspense fallback={<Skeleton.Input active block />}>
      <Control {...props} inside={FieldInput} />
    </Suspense>
  );
}
