import type { ChangeContext, WriteContext } from '#server/write/hooks.ts';
import type { enterprise } from '../contract/enterprise.ts';

/** Columns of the table that are no fields: the officer who returned it, and what a change asks for, sealed. */
export interface Apart {
  returned_by: number | null;
  pending_sealed: string | null;
}

/** The write of an enterprise under way, and of one that is on record already. */
export type EnterpriseWrite = WriteContext<typeof enterprise, Apart>;
export type EnterpriseChange = ChangeContext<typeof enterprise, Apart>;
