import { text } from '#kernel/text/text.ts';

/** Input types of a custom setting: the form-builder types of the specification (§3) that hold a value. */
export const customSettingInputTypes = {
  string: text('单行文本', 'Single-line text'),
  password: text('密钥', 'Secret'),
  textarea: text('多行文本', 'Multi-line text'),
  editor: text('富文本', 'Rich text'),
  number: text('数字', 'Number'),
  float: text('小数', 'Decimal'),
  integer: text('整数', 'Integer'),
  date: text('日期', 'Date'),
  time: text('时间', 'Time'),
  datetime: text('日期时间', 'Date and time'),
  year: text('年份', 'Year'),
  switch: text('开关', 'Switch'),
  radio: text('单选', 'Single choice'),
  select: text('下拉选择', 'Drop-down'),
  checkbox: text('多选', 'Multiple choice'),
  selects: text('下拉多选', 'Drop-down (multiple)'),
  array: text('键值对', 'Key-value pairs'),
  remoteSelect: text('选择记录', 'Record selection'),
  city: text('行政区划', 'Administrative division'),
  icon: text('图标', 'Icon'),
  color: text('颜色', 'Colour'),
  image: text('图片', 'Picture'),
  images: text('多张图片', 'Pictures'),
  file: text('文件', 'File'),
  files: text('多个文件', 'Files'),
} as const;
export type CustomSettingForm = keyof typeof customSettingInputTypes;

/** Resources whose rows a custom setting may refer to. A row referred to cannot be deleted (`add_one_of_reference`). */
export const customSettingTargets = {
  'enterprise/enterprise': text('企业', 'Enterprises'),
  'auth/admin': text('管理员', 'Administrators'),
  'auth/department': text('部门', 'Departments'),
  'auth/group': text('管理组', 'Groups'),
  'user/group': text('会员组', 'Member groups'),
  'document/template': text('文书模板', 'Document templates'),
} as const;
export type CustomSettingTarget = keyof typeof customSettingTargets;

/** Additional validation rules of a custom setting (wire contract §4). */
export const customSettingRules = {
  required: text('必填', 'Required'),
  mobile: text('手机号', 'Mobile number'),
  account: text('账户名', 'Account name'),
  password: text('密码', 'Password'),
  varName: text('变量名', 'Variable name'),
  editorRequired: text('富文本必填', 'Rich text required'),
  number: text('数字', 'Number'),
  integer: text('整数', 'Integer'),
  float: text('小数', 'Decimal'),
  date: text('日期', 'Date'),
  url: text('网址', 'URL'),
  email: text('电子邮箱', 'E-mail'),
} as const;
export type CustomSettingRule = keyof typeof customSettingRules;
