import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { kindOf } from '#kernel/field.ts';
import { CheckboxInput, RadioInput, SelectInput, SwitchInput } from '#web/input/choice-input.tsx';
import { ColorInput } from '#web/input/color-input.tsx';
import type { InputProps } from '#web/input/input-props.ts';
import { MoneyInput, NumberInput } from '#web/input/number-input.tsx';
import { RemoteSelect } from '#web/input/remote-select.tsx';
import { PasswordInput, TextareaInput, TextInput } from '#web/input/text-input.tsx';

// Pickers and their like are heavy, and most forms have none or few of them.
const DateInput = lazy(() => import('#web/input/date-input.tsx'));
const AreaInput = lazy(() => import('#web/input/area-input.tsx'));
const UploadInput = lazy(() => import('#web/input/upload-input.tsx'));
const PairsInput = lazy(() => import('#web/input/pairs-input.tsx'));
const PlaceInput = lazy(() => import('#web/input/place-input.tsx'));
const BranchesInput = lazy(() => import('#web/input/branches-input.tsx'));
const EditorInput = lazy(() => import('#web/input/editor-input.tsx'));
const IconInput = lazy(() => import('#web/input/icon-input.tsx'));

/** Takes the value of a declared field, as its kind says. */
export function FieldInput(props: InputProps) {
  return <Suspense fallback={<Skeleton.Input active block />}>{draw(props)}</Suspense>;
}

function draw(props: InputProps) {
  switch (kindOf(props.field).input) {
    case 'text':
      return <TextInput {...props} />;
    case 'textarea':
      return <TextareaInput {...props} />;
    case 'password':
      return <PasswordInput {...props} />;
    case 'number':
      return <NumberInput {...props} />;
    case 'money':
      return <MoneyInput {...props} />;
    case 'date':
    case 'time':
    case 'year':
    case 'datetime':
      return <DateInput {...props} />;
    case 'switch':
      return <SwitchInput {...props} />;
    case 'radio':
      return <RadioInput {...props} />;
    case 'checkbox':
      return <CheckboxInput {...props} />;
    case 'select':
    case 'selects':
      return <SelectInput {...props} />;
    case 'reference':
    case 'references':
    case 'tree':
      return <RemoteSelect {...props} />;
    case 'branches':
      return <BranchesInput {...props} />;
    case 'area':
      return <AreaInput {...props} />;
    case 'place':
      return <PlaceInput {...props} />;
    case 'file':
    case 'files':
    case 'image':
    case 'images':
      return <UploadInput {...props} />;
    case 'icon':
      return <IconInput {...props} />;
    case 'color':
      return <ColorInput {...props} />;
    case 'pairs':
      return <PairsInput {...props} />;
    case 'editor':
      return <EditorInput {...props} />;
  }
}
