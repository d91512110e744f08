import type { ChangeContext, WriteContext } from '#server/write/hooks.ts';
import type { enterprise } from '../contract/enterprise.ts';

/** The column of the table that is no field: the officer who returned it. */
export interface Apart {
  returned_by: number | null;
}

/** The write of an enterprise under way, and of one that is on record already. */
export type EnterpriseWrite = WriteContext<typeof enterprise, Apart>;
export type EnterpriseChange = ChangeContext<typeof enterprise, Apart>;
