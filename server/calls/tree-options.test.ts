import { expect, test } from 'vitest';
import { treeOptions } from './tree-options.ts';

test('a tree is drawn as clients of the family draw it, four places a level', () => {
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
  expect(treeOptions(tree, 'name').map(({ name }) => name)).toEqual([
    ...['a', '    ├b', '    │   ├c', '    │   └d', '    └e', '        └f', 'g'],
  ]);
});
