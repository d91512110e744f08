import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { document } from '../contract/document.ts';

const id = field.reference(text('文书', 'Document'), { to: document.name, required: true });

/** Descriptions of document calls for the API document. */
export const documentApiCallDescriptions: CallDescriptions = {
  'api/document.document/paper': {
    summary: text('送达本人的文书（PDF）', 'A document served on oneself (PDF)'),
    query: { id },
    raw: 'application/pdf',
  },
  'admin/document.document/form': {
    summary: text('文书的填写内容', 'Content of a document'),
    query: { id },
    data: object({ code: string, version: integer, values: { type: 'object' } }),
  },
  'admin/document.document/ready': {
    summary: text(
      '制发前还缺什么：未设置的主管部门、网址，以及本人能否审批',
      'What is missing before issue: unset authority or address, and whether the caller may approve',
    ),
    query: { id },
    data: object({ missing: list(object({ section: string, label: string })), may_set: boolean, own_work: boolean }),
  },
  'admin/document.document/fill': {
    summary: text('填写文书内容；只改所给的项', 'Fill in a document; only the items given are changed'),
    body: {
      id,
      version: field.integer(text('所见的版本', 'Version seen')),
      values: field.textarea(text('各字段的值（对象）', 'Values by field (an object)'), { required: true }),
    },
    data: nothing,
  },
  'admin/document.document/paper': {
    summary: text(
      '文书的 PDF 或 Word 文件；未制发的带“草稿”字样',
      'PDF or Word file of a document; marked “draft” until issued',
    ),
    query: {
      id,
      kind: field.select(text('格式', 'Format'), { options: { pdf: text('PDF', 'PDF'), docx: text('Word', 'Word') } }),
    },
    raw: 'application/pdf',
  },
  'api/document/check': {
    summary: text('凭验证码核验文书或平台制表（公开）', 'Verify a document or platform print by its code (public)'),
    query: { code: field.text(text('验证码', 'Verification code'), { required: true }) },
    data: object(
      {
        title: string,
        number: string,
        status: string,
        issued_on: string,
        party: string,
        authority: string,
        sha256: string,
        print: {
          anyOf: [
            { type: 'null' },
            object({
              made_at: integer,
              made_by: string,
              changed: { anyOf: [boolean, { type: 'null' }] },
              facts: list(object({ label: string, value: string })),
              state: { anyOf: [object({ before: string, now: string }), { type: 'null' }] },
            }),
          ],
        },
      },
      ['title', 'number', 'status', 'issued_on', 'party', 'authority', 'sha256'],
    ),
  },
};
