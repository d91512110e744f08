import type { ChangeContext, WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { enterprise } from '../contract/enterprise.ts';

/** Contexts of enterprise hooks: any write, and a write to an existing row. */
export type EnterpriseWriteContext = WriteContext<typeof enterprise>;
export type EnterpriseChangeContext = ChangeContext<typeof enterprise>;
