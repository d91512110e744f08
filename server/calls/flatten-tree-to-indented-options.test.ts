import { expect, test } from 'vitest';
import { flattenTreeToIndentedOptions } from './flatten-tree-to-indented-options.ts';

test('a tree is drawn as in other clients, four characters per level', () => {
  const leaf = (name: string) => ({ name });
  const tree = [
    {
      name: 'a',
      children: [
        { name: 'b', children: [leaf('c'), leaf('d')] },
        { name: 'e', children: [leaf('f')] },
      ],
    },
    leaf('g'),
  ];
  expect(flattenTreeToIndentedOptions(tree, { title: 'name' }, 'zh-cn').map(({ name }) => name)).toEqual([
    'a',
    '    ├b',
    '    │   ├c',
    '    │   └d',
    '    └e',
    '        └f',
    'g',
  ]);
});

test('readers of English get the English title, if the row has one', () => {
  const tree = [{ title: '企业', title_en: 'Enterprises', children: [{ title: '许可证', title_en: '' }] }];
  const titled = { title: 'title', titleEnglish: 'title_en' };
  expect(flattenTreeToIndentedOptions(tree, titled, 'en')).toEqual([
    { title: 'Enterprises' },
    { title: '    └许可证' },
  ]);
  expect(flattenTreeToIndentedOptions(tree, titled, 'zh-cn')).toEqual([{ title: '企业' }, { title: '    └许可证' }]);
});
