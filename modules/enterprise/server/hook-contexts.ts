import type { ChangeContext, WriteContext } from '#server/write/hook/hooks.ts';
import type { enterprise } from '../contract/enterprise.ts';

/** The write of an enterprise under way, and of one that is on record already. */
export type EnterpriseWriteContext = WriteContext<typeof enterprise>;
export type EnterpriseChangeContext = ChangeContext<typeof enterprise>;
