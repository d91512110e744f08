import type { Plugin } from 'vite';

const maker = '\0icon-maker';

/** The shared part of every icon: one component with another drawing. */
const makerCode = `import { createElement, forwardRef } from 'react';
import Drawn from '@ant-design/icons/es/components/AntdIconLight';
export const iconOf = (icon) => forwardRef((props, ref) => createElement(Drawn, { ...props, ref, icon }));
`;

/**
 * Each icon of the set contains a copy of the same component and of a helper for old browsers, larger than its drawing.
 * In the build all icons share one.
 */
export function shareIconComponent(): Plugin {
  let made = 0;
  return {
    name: 'light-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === maker ? maker : undefined),
    load: (id) => (id === maker ? { code: makerCode, moduleSideEffects: false } : undefined),
    transform(code, id) {
      if (!/\/@ant-design\/icons\/es\/icons\/[A-Z]\w+\.js$/.test(id)) return undefined;
      const drawing = /import \w+ from "(@ant-design\/icons-svg\/es\/asn\/\w+)";/.exec(code)?.[1];
      if (!drawing) throw new Error(`${id}: an icon without a drawing (scripts/vite/share-icon-component.ts)`);
      made += 1;
      return {
        code: `import drawing from ${JSON.stringify(drawing)};\nimport { iconOf } from ${JSON.stringify(maker)};\nexport default /*#__PURE__*/ iconOf(drawing);\n`,
        map: null,
        moduleSideEffects: false,
      };
    },
    buildEnd(error) {
      if (!error && made === 0) throw new Error('no icon of the set was met (scripts/vite/share-icon-component.ts)');
    },
  };
}
