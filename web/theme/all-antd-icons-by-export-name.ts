import * as icons from '@ant-design/icons';
import type { ComponentType } from 'react';

/** Every icon of the set by its export name, for icons named by data. Loaded on demand: 800 shapes. */
export const antdIconsByExportName = icons as unknown as Readonly<
  Record<string, ComponentType<{ className?: string }> | undefined>
>;
