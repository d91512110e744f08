import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { documentOptions } from '#kernel/module/official-document.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * A Word template (.docx with `{placeholders}`) of a document type, by revision. One revision is in force (domain
 * reference §2.K).
 */
export const documentTemplate = resource({
  name: 'document/template',
  label: text('文书模板', 'Document templates'),
  icon: 'file-word',
  title: 'name',
  scope: 'all',
  actions: ['index', 'add', 'edit', 'export'],
  remark: text('没有启用模板的文书按系统版式制作。', 'Documents without an enabled template use the system layout.'),
  fields: {
    code: field.select(text('文书', 'Document'), { required: true, write: 'add', optionList: documentOptions }),
    name: field.text(text('模板名称', 'Template name'), { required: true, max: 100, search: true }),
    revision: field.integer(text('版次', 'Version'), { write: 'server', unique: ['code'] }),
    body: field.file(text('模板文件', 'Template file'), {
      accept: 'docx',
      private: true,
      list: 'offered',
      hint: text('Word 文档，用 {字段名} 标出填写处', 'A Word document with {field} marking where values go'),
    }),
    number_rule: field.text(text('文号规则', 'Numbering rule'), {
      max: 100,
      hint: text(
        '如 {authority}文综罚字〔{yyyy}〕{seq}号；留空用系统规则',
        'E.g. {authority}文综罚字〔{yyyy}〕{seq}号; system rule if left empty',
      ),
    }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'progress' },
      active: { ...text('启用', 'Enabled'), tone: 'good', editable: false },
      retired: { ...text('停用', 'Disabled'), tone: 'muted', final: true },
    },
    moves: {
      activate: {
        from: ['draft'],
        to: 'active',
        label: text('启用', 'Enable'),
        tone: 'primary',
        effect: text('该文书此前启用的模板将停用', 'The template currently enabled for this document will be disabled'),
      },
      retire: { from: ['draft', 'active'], to: 'retired', label: text('停用', 'Disable'), tone: 'danger' },
    },
  }),
});
export interface DocumentTemplate extends Row<typeof documentTemplate> {}
