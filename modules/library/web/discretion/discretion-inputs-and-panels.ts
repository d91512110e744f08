import { text } from '#kernel/text/text.ts';
import type { CustomInput } from '#web/form/state/custom-input-registry.ts';
import type { RecordPanel } from '#web/record/record-panel-registry.ts';

/** The grades in the form of a standard, with how they cover the fines of its cause. */
export const discretionInputs: readonly CustomInput[] = [
  { fields: ['grades'], wide: true, load: () => import('./discretion-grades-input.tsx') },
];

/** The calculator on the record of a standard. */
export const discretionPanels: readonly RecordPanel[] = [
  {
    name: 'calculator',
    label: text('裁量试算', 'Discretion calculator'),
    at: 'tab',
    load: () => import('./discretion-calculator-panel.tsx'),
  },
];
