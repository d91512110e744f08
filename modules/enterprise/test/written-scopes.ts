import type { TourismKind } from '../contract/tourism-scope.ts';

/** Scopes as licences print them, and what they mean; nothing where it has to be asked. */
export const writtenScopes: readonly (readonly [string, readonly TourismKind[] | undefined])[] = [
  ['国内旅游业务、入境旅游业务', ['domestic', 'inbound']],
  ['境内旅游、入境旅游、出境旅游、边境旅游', ['domestic', 'inbound', 'outbound', 'border']],
  ['国内、入境、出境旅游业务', ['domestic', 'inbound', 'outbound']],
  ['国内旅游业务和入境旅游业务（边境旅游除外）、出境旅游业务', ['domestic', 'inbound', 'outbound']],
  ['国内旅游业务、入境旅游业务（出境旅游业务除外）', ['domestic', 'inbound']],
  ['国内旅游业务、入境旅游业务（出境、边境旅游除外）', ['domestic', 'inbound']],
  ['国内旅游业务、入境旅游业务，出境旅游除外', ['domestic', 'inbound']],
  ['国内旅游业务、入境旅游业务（不含出境旅游业务）', ['domestic', 'inbound']],
  ['国内旅游业务,入境旅游业务不含出境旅游业务', ['domestic', 'inbound']],
  ['国内旅游业务；入境旅游业务；不得经营出境、边境旅游业务', ['domestic', 'inbound']],
  ['除出境旅游业务外，经营国内旅游业务、入境旅游业务', ['domestic', 'inbound']],
  ['国内旅游业务、出入境旅游业务', ['domestic', 'inbound', 'outbound']],
  ['国内 旅游业务（旅游信息咨询；票务代理）', ['domestic']],
  ['除出境旅游业务以外的旅游业务', undefined],
  ['国内旅游业务、入境旅游业务、出境旅游业务除外', undefined],
  ['国内旅游业务、出境旅游业务（除外）', undefined],
  ['国内旅游业务；出境旅游咨询', undefined],
  ['国内旅游业务、出境旅游业务（拟申请）', undefined],
  ['境内外旅游业务', undefined],
  ['旅行社业务', undefined],
  ['全部', undefined],
  ['', undefined],
];
