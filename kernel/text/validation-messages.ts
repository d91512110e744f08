import { passwordRuleText } from './password-rule-text.ts';
import { type Locale, type Text, text, textIn } from './text.ts';

/**
 * The messages of validations and standard responses, by key. Forms and the server use the same ones. Texts that the
 * specification (§5, §8) and domain reference Appendix H prescribe are verbatim. If such a text only says that
 * something is wrong, what would be right is added after it.
 */
export const validationMessages = {
  required: text('必填', 'Required'),
  not_confirmed: text('须先确认', 'Please confirm first'),
  blank: text('内容不能为空', 'Content cannot be empty'),
  invalid: text('格式不正确，请重新填写或选择', 'Invalid format. Enter or choose it again'),
  no_identifier: text('请填写号码，没有时留空', 'Enter the number, or leave it empty if there is none'),
  invalid_option: text('选项无效，请从列表中选择', 'Invalid option. Choose one from the list'),
  circle: text('上级不能是自己或自己的下级', 'The parent cannot be the record itself or one below it'),
  retired_option: text('“{option}”已停用，请另选', '“{option}” is disabled. Choose another'),
  misfit_option: text('“{option}”与所选的{by}不符', '“{option}” does not match the selected {by}'),
  too_long: text('不能超过 {max} 个字符', 'At most {max} {max|character|characters}'),
  too_short: text('至少 {min} 个字符', 'At least {min} {min|character|characters}'),
  too_many: text('不能超过 {max} 项', 'At most {max} {max|item|items}'),
  too_large: text('不能大于 {max}', 'Must not exceed {max}'),
  too_small: text('不能小于 {min}', 'Must be at least {min}'),
  not_a_number: text('请输入数字，如 12.5', 'Enter a number, such as 12.5'),
  rounded_number: text(
    '数字过长，已被表格软件舍入（如 5.30102E+17），后几位已丢失：请将该列设为“文本”格式后重新填写',
    'The number is too long and has been rounded by the spreadsheet (e.g. 5.30102E+17), losing its last digits. Format the column as text and enter it again',
  ),
  not_an_integer: text('请输入整数，如 12', 'Enter a whole number, such as 12'),
  invalid_money: text(
    '请输入金额，最多两位小数，如 1200.50',
    'Enter an amount with at most two decimals, such as 1200.50',
  ),
  invalid_date: text('请输入有效日期，如 2026-05-01', 'Enter a valid date, such as 2026-05-01'),
  invalid_time: text('请输入有效时间，如 08:30', 'Enter a valid time, such as 08:30'),
  invalid_year: text('请输入四位年份，如 2026', 'Enter a year of four digits, such as 2026'),
  invalid_name: text('请输入正确的姓名', 'Enter a valid name'),
  invalid_mobile: text('请输入正确的手机号', 'Enter a valid mobile number'),
  invalid_mobile_for_code: text(
    '请输入中国大陆手机号（11 位，以 1 开头）；验证码短信不能发往其他号码',
    'Enter a mobile number of mainland China (11 digits beginning with 1). Codes cannot be sent to other numbers',
  ),
  invalid_any_mobile: text(
    '请输入正确的手机号；境外号码以 + 和国家（地区）代码开头，如 +14155550100',
    'Enter a valid mobile number; numbers outside mainland China start with + and the country code, e.g. +14155550100',
  ),
  invalid_email: text('电子邮箱格式错误，应如 name@example.com', 'Not an e-mail address such as name@example.com'),
  invalid_url: text('请输入以 http:// 或 https:// 开头的网址', 'Enter an address beginning with http:// or https://'),
  invalid_credit_code: text(
    '统一社会信用代码不正确：应为 18 位数字和大写字母（不含 I、O、S、V、Z），末位是校验位，如 91350100M000100Y43',
    'Invalid unified social credit code: it has 18 digits and capital letters (no I, O, S, V or Z), the last a check digit, such as 91350100M000100Y43',
  ),
  credit_code_checksum: text('统一社会信用代码校验位错误', 'Wrong check digit in the unified social credit code'),
  invalid_id_number: text(
    '身份证号不正确：应为 18 位，末位可以是 X，如 11010519491231002X',
    'Invalid ID number: it has 18 digits, the last of which may be X, such as 11010519491231002X',
  ),
  invalid_document_number: text(
    '证件号码不正确：应为 5 到 18 位字母和数字，如 E12345678',
    'Invalid document number: it has 5 to 18 letters and digits, such as E12345678',
  ),
  id_number_checksum: text('身份证号校验位错误', 'Invalid ID number checksum'),
  invalid_plate: text(
    '车牌号格式不正确：应为省份简称、字母和 5 位号码（新能源 6 位），如 云A12345、云AD12345',
    'Invalid licence plate: it has the character of its province, a letter and 5 more characters (6 for new-energy vehicles)',
  ),
  invalid_account: text(
    '账号须为 3 到 15 个字符，以字母开头，只含字母、数字和下划线',
    'Account: 3 to 15 characters, starting with a letter, only letters, digits and underscores',
  ),
  invalid_password: passwordRuleText,
  invalid_password_from: text(
    '须为 {min} 到 32 个字符，不能包含 & < > " \'',
    'Enter {min} to 32 characters, without & < > " or \'',
  ),
  invalid_area: text('地区无效，请从列表中选择', 'Invalid area. Choose it from the list'),
  ended_area: text('“{area}”已停用，请另选', '“{area}” has been discontinued. Choose another'),
  replaced_area: text(
    '“{area}”已由“{successor}”替代，请改选',
    '“{area}” has been replaced by “{successor}”. Choose that instead',
  ),
  invalid_place: text('请在地图上选择中国境内的位置', 'Choose a location within China on the map'),
  invalid_color: text('请输入颜色，如 #1F7A6D', 'Enter a colour, such as #1F7A6D'),
  invalid_file: text('请重新上传文件', 'Please upload the file again'),
  public_file: text('该文件是公开上传的，请在此处重新上传', 'This file was uploaded publicly. Upload it again here'),
  file_type: text('文件类型须为 {types}', 'File type must be {types}'),
  duplicate: text('{label}已存在', '{label} already exists'),
  editor_required: text('请填写内容', 'editor required'),
  not_found: text('记录不存在', 'Record not found'),
  no_permission: text('没有权限操作！', 'You have no permission to operate'),
  stale_version: text('数据已被他人修改，请刷新', 'Changed by someone else, please refresh'),
  bad_transition: text(
    '当前状态（{from}）不允许该操作，可执行：{allowed}',
    'Not allowed in the current status ({from}). Allowed: {allowed}',
  ),
  must_be: text(
    '{label}“{title}”现为“{state}”，须为“{states}”',
    '{label} “{title}” is “{state}”; it must be “{states}”',
  ),
  no_time_rule: text(
    '期限规则“{rule}”在 {date} 没有有效版本，请管理员在“期限规则”中补充后再办理',
    'Deadline rule “{rule}” has no version in force on {date}. Ask an administrator to add one under Deadline rules',
  ),
  ends_before_start: text('不能早于起始日期', 'Must not be before the start date'),
  no_clock_start: text('“{clock}”从“{field}”起算，请先填写', '“{clock}” is counted from “{field}”. Enter it first'),
  nothing_allowed: text('无', 'None'),
  check_fields: text('请检查标出的内容', 'Please check the marked fields'),
  same_approver: text('同一人不能完成两个审批步骤', 'The same person cannot take two approval steps'),
  owners_act: text('“{move}”由其所有人自行办理', '“{move}” is done by the owner'),
  another_officer: text('“{move}”须由另一人办理', '“{move}” must be done by someone else'),
  higher_office: text(
    '该记录正由{office}办理，本级暂不能修改、删除或办理；有意见请在记录下留言',
    'This record is being handled by the {office}; your office cannot edit, delete or process it for now. Leave a comment on the record if you have remarks',
  ),
  office_prefecture: text('市级主管部门', 'prefecture authority'),
  office_county: text('县级主管部门', 'county authority'),
  step_waits: text('“{move}”正在审批，下一步：{next}', '“{move}” is awaiting approval; next step: {next}'),
  no_proposal: text('提请已撤回、被否决或失效', 'The proposal was withdrawn, declined or has lapsed'),
  not_as_proposed: text('与提请的内容不一致：{value}', 'Differs from the proposal: {value}'),
  no_change: text('请至少填写一项变更', 'Enter at least one change'),
  change_waits: text('已有变更申请待审核', 'A change is already pending review'),
  no_change_waits: text('没有待审核的变更申请', 'There is no change pending review'),
  gone_above: text('所指的记录已删除，请先恢复它', 'The record it refers to has been deleted. Restore that first'),
  referenced: text('该记录正被使用，不能删除', 'This record is in use and cannot be deleted'),
  referenced_by: text(
    '该记录仍被“{by}”引用，不能删除',
    'This record is still referenced by “{by}” and cannot be deleted',
  ),
  field_once: text('只在添加时填写，之后不能修改', 'Entered only when adding; cannot be changed afterwards'),
  field_locked: text('“{state}”状态下不能修改', 'Cannot be edited in status “{state}”'),
  field_by_move: text(
    '“{state}”状态下不能直接修改，请通过“{move}”办理',
    'Cannot be edited directly in status “{state}”; use “{move}”',
  ),
  field_of_amendment: text('仅在“{by}”时填写', 'Filled in with “{by}” only'),
  field_amended: text(
    '已备案，须通过“{by}”修改此项，变更类型选“{kinds}”',
    'On file: use “{by}”, with the kind “{kinds}”, to change this',
  ),
  amendment_kinds: text(
    '“{state}”状态下须按“{by}”办理：先选择变更类型，并填写{reasons}',
    'While “{state}”, use “{by}”: choose the kind of change, then fill in: {reasons}',
  ),
  amendment_empty: text('没有修改“{kinds}”中的任何内容', 'Nothing in “{kinds}” was changed'),
  amendment_again: text(
    '与上次变更所填相同，请填写本次的{label}',
    'Same as the last change. Enter it for this one: {label}',
  ),
  field_kept: text('没有填写此项的权限', 'No permission to fill in this field'),
  not_deletable: text('当前状态（{from}）不能删除', 'Cannot be deleted in the current status ({from})'),
  not_editable: text('当前状态（{from}）不能修改', 'Cannot be edited in the current status ({from})'),
} as const satisfies Record<string, Text>;

export type ValidationMessageKey = keyof typeof validationMessages;

const separator = '|';

/**
 * Encodes a validation message as `key|{"max":40}`. Schemas are built once, but the language is chosen by each request.
 */
export function encodeMessage(key: ValidationMessageKey, values?: Readonly<Record<string, unknown>>): string {
  return values ? `${key}${separator}${JSON.stringify(values)}` : key;
}

/** The text of an encoded message in a language. Anything else becomes the general message. */
export function decodeMessage(encoded: string, locale: Locale): string {
  const cut = encoded.indexOf(separator);
  const key = cut < 0 ? encoded : encoded.slice(0, cut);
  if (!Object.hasOwn(validationMessages, key)) return textIn(validationMessages.invalid, locale);
  const values = cut < 0 ? {} : (JSON.parse(encoded.slice(cut + 1)) as Record<string, unknown>);
  return textIn(validationMessages[key as ValidationMessageKey], locale, values);
}
