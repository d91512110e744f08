import { expect, test } from 'vitest';
import { wechatMenu } from '#modules/wechat/contract/wechat-menu.ts';
import { explainResource } from './explain-resource-for-help.ts';

test('a move that officers do not make asks for no permission, and says who makes it', () => {
  const { moves } = explainResource(wechatMenu, 'en');
  const found = (name: string) => moves.find((one) => one.name === name);
  expect(found('publish')).toMatchObject({ by: 'Officers', nodes: ['wechat/menu/publish'] });
  expect(found('confirm')).toMatchObject({ by: 'Done by the system', nodes: [] });
});
