import type { AnyField } from './field.ts';
import { locales } from './text.ts';

/** Words that mean the same in the registers of bureaux and in the lists of agencies: a header is looked for among those of a field's label. */
const synonyms: readonly (readonly string[])[] = [
  ['名称', '单位名称', '企业名称', '机构名称', '商户名称', 'name', 'companyname'],
  ['姓名', '名字', '游客姓名', '客人姓名', '旅客姓名', 'fullname'],
  ['统一社会信用代码', '社会信用代码', '信用代码', '组织机构代码', 'uscc', 'creditcode'],
  ['法定代表人', '法人', '法人代表', '负责人', 'legalrepresentative'],
  ['联系人', '经办人', '联络人', 'contact'],
  ['手机', '手机号', '手机号码', '电话', '联系电话', '联系方式', 'mobile', 'phone', 'tel'],
  ['证件号码', '证件号', '身份证号', '身份证号码', '身份证', '护照号', 'idnumber', 'idno', 'documentnumber'],
  ['证件类型', '证件种类', '证件名称', 'documenttype', 'idtype'],
  ['出生日期', '出生年月日', '生日', 'birthday', 'dateofbirth'],
  ['房号', '房间', '房间号', 'roomno', 'roomnumber'],
  ['座位号', '座位', '座号', 'seatno', 'seatnumber'],
  ['地址', '经营地址', '住所', '注册地址', '详细地址', 'address'],
  ['地区', '所属地区', '行政区划', '区县', '县区', 'area', 'county'],
  ['类型', '类别', '企业类型', '业态', 'type', 'category'],
  ['编号', '证号', '许可证号', '证书编号', 'number', 'no'],
  ['备注', '说明', 'remark', 'note'],
];

/** A header without what people write around it: `*`, （必填）, spaces. */
export const plainHeader = (label: string): string =>
  label
    .normalize('NFKC')
    .replace(/\((必填|选填|required|optional)\)/gi, '')
    .replace(/[*\s:]/g, '')
    .toLowerCase();

/** What a field goes by in a sheet. */
const wordsOf = (name: string, field: AnyField): string[] =>
  [name, ...locales.map((locale) => field.label[locale])].map(plainHeader);

/** Whether a header means a field. */
export const calledAs = (header: string, name: string, field: AnyField): boolean =>
  wordsOf(name, field).includes(plainHeader(header));

/** Whether a header may mean a field: by a word that means the same as its label. */
export function meansSame(header: string, name: string, field: AnyField): boolean {
  const word = plainHeader(header);
  const same = synonyms.find((words) => words.includes(word)) ?? [];
  return wordsOf(name, field).some((each) => same.includes(each));
}

/** Whether a header may mean a field because one is part of the other. */
export function partlyCalled(header: string, name: string, field: AnyField): boolean {
  const word = plainHeader(header);
  return word.length > 1 && wordsOf(name, field).some((each) => each.includes(word) || word.includes(each));
}
