import { field } from '#kernel/field/field.ts';
import { mailVerifications } from '#kernel/settings/message-settings.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/api-description-of-call.ts';
import { list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { customSettingForms, customSettingRules } from '../contract/custom-setting-types.ts';

/** API descriptions of the settings in the form of BuildAdmin clients, whose bodies are their own forms. */
export const systemApiCallDescriptions: CallDescriptions = {
  'admin/routine.config/index': {
    summary: text('系统设置（通用客户端的形式）', 'Settings (in the form of general clients)'),
    data: object({
      list: { type: 'object' },
      remark: string,
      configGroup: { type: 'object', additionalProperties: string },
      quickEntrance: list(object({ key: string, value: string })),
    }),
  },
  'admin/routine.config/edit': {
    summary: text('保存所给的设置项，键为项的名称', 'Save the settings given, by name'),
    data: nothing,
  },
  'admin/routine.config/sendTestMail': {
    summary: text(
      '按所填的设置发送测试邮件，不必先保存',
      'Send a test e-mail with the settings entered, without saving',
    ),
    body: {
      smtp_server: field.text(text('SMTP 服务器', 'SMTP server'), { required: true }),
      smtp_port: field.integer(text('SMTP 端口', 'SMTP port'), { required: true }),
      smtp_user: field.text(text('SMTP 用户名', 'SMTP user')),
      smtp_pass: field.text(text('SMTP 密码；为空则用已保存的', 'SMTP password; the saved one if empty')),
      smtp_verification: field.select(text('加密方式', 'Encryption'), { options: mailVerifications }),
      smtp_sender_mail: field.email(text('发件人邮箱', 'Sender e-mail'), { required: true }),
      testMail: field.email(text('收件人', 'Recipient'), { required: true }),
    },
    data: nothing,
  },
  'admin/routine.config/add': {
    summary: text('添加自定义设置项', 'Add a custom setting'),
    body: {
      group: field.text(text('分组', 'Group'), { required: true }),
      name: field.text(text('变量名', 'Variable name'), { required: true, max: 30 }),
      title: field.text(text('名称', 'Name'), { required: true, max: 50 }),
      tip: field.text(text('提示', 'Hint'), { max: 100 }),
      type: field.select(text('类型', 'Type'), { required: true, options: customSettingForms }),
      content: field.textarea(text('选项，每行“键=名称”', 'Options, one “key=label” per line')),
      rule: field.selects(text('校验', 'Validation'), { options: customSettingRules }),
      extend: field.textarea(text('扩展属性，每行“键=值”', 'Extended attributes, one “key=value” per line')),
      weigh: field.integer(text('权重', 'Weight'), { min: 0 }),
    },
    data: nothing,
  },
  'admin/routine.config/del': {
    summary: text('删除自定义设置项', 'Delete custom settings'),
    query: { ids: field.text(text('设置项的键', 'Setting keys'), { required: true }) },
    data: nothing,
  },
};
