import type { buildDraftDocumentWrite } from '#modules/document/contract/build-draft-document-write.ts';
import { document } from '#modules/document/contract/document.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';

/**
 * Drafts, approves and issues a document in the transaction of the write, in the name of the officer's department. Returns
 * its number.
 */
export async function draftApproveAndIssueDocument(
  { engine, tx, caller }: Pick<WriteContext, 'engine' | 'tx' | 'caller'>,
  draft: ReturnType<typeof buildDraftDocumentWrite>,
): Promise<string> {
  const who: Caller = { ...onBehalfOf(caller), departments: caller.departments };
  const set = { ...draft.set, admin_id: caller.type === 'admin' ? caller.id : null };
  const { id } = await write(engine, document, who, { ...draft, set, unread: true, unseen: true }, tx);
  const move = { operation: 'move', id, input: {}, unseen: true } as const;
  await write(engine, document, who, { ...move, move: 'approve', unread: true }, tx);
  const { row } = await write(engine, document, who, { ...move, move: 'issue' }, tx);
  return String(row.number);
}
