import { text } from '#kernel/text/text.ts';
import type { CustomInput } from '#web/form/state/custom-input-registry.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** The grades in the form of a standard, with how they cover the fines of its cause. */
export const discretionStandardFormInputs: readonly CustomInput[] = [
  { fields: ['grades'], wide: true, load: () => import('./fine-grades-of-discretion-standard-input.tsx') },
];

/** The calculator on the record of a standard. */
export const discretionStandardRecordPanels: readonly RecordPanel[] = [
  {
    name: 'calculator',
    label: text('裁量试算', 'Discretion calculator'),
    at: 'tab',
    load: () => import('./fine-calculator-of-discretion-standard-panel.tsx'),
  },
];
