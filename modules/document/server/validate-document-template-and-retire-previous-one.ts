import { isDocumentNumberingRule } from '#kernel/module/official-document-number.ts';
import { text } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { documentTemplate } from '../contract/docx-template-of-official-document.ts';
import { validateDocxTemplate } from './read-and-validate-docx-template.ts';

const texts = {
  file: text('请先上传模板文件', 'Upload the template file first'),
  rule: text(
    '须含 {yyyy} 与 {seq} 各一次，另可用 {authority}',
    'Must contain {yyyy} and {seq} once each, and may contain {authority}',
  ),
};

export const documentTemplateWriteHooks: WriteHooks<typeof documentTemplate> = {
  async add(context) {
    const { values } = context;
    if (values.number_rule && !isDocumentNumberingRule(values.number_rule)) context.fail('number_rule', texts.rule);
    await validateDocxTemplate(context, String(values.code), values.body);
    // of two concurrent writes the unique index refuses the second, which is asked to retry
    context.compute(
      'revision',
      sql`(select coalesce(max(o.revision), 0) + 1 from document_template o where o.code = ${String(values.code)})`,
    );
  },
  async edit(context) {
    const { values, before } = context;
    if (values.number_rule && !isDocumentNumberingRule(values.number_rule)) context.fail('number_rule', texts.rule);
    if (values.body && values.body !== before.body) await validateDocxTemplate(context, before.code, values.body);
  },
  moves: {
    async activate({ engine, tx, before, caller, fail }) {
      if (!before.body) return fail('body', texts.file);
      const old = await tx.row<{ id: number }>(
        sql`select id from document_template where code = ${before.code} and status = 'active'`,
      );
      if (old)
        await write(
          engine,
          documentTemplate,
          onBehalfOf(caller),
          { operation: 'move', move: 'retire', id: old.id, input: {} },
          tx,
        );
    },
  },
};
