import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Parts of antd that are imported by other parts but never drawn here, by importing file: by size an eighth of the code
 * of a list page. Their exports are replaced by functions that throw an explanation when called.
 */
const parts: readonly { importer: string; part: string; exports: readonly string[]; because: string }[] = [
  {
    importer: 'antd/es/table/hooks/useFilter/index.js',
    part: './FilterDropdown',
    exports: ['default', 'flattenKeys'],
    because: 'a list is filtered by its bar, and its columns carry no filters',
  },
  {
    importer: 'antd/es/table/hooks/useSelection.js',
    part: '../../dropdown',
    exports: ['default'],
    because: 'the rows of a table are chosen without a menu of choices',
  },
  {
    importer: 'antd/es/table/hooks/useSelection.js',
    part: '../../radio',
    exports: ['default'],
    because: 'more than one row of a table can be chosen',
  },
  {
    importer: 'antd/es/table/hooks/useSorter.js',
    part: '../../tooltip',
    exports: ['default'],
    because: 'headers of tables say how they are sorted without a tooltip',
  },
  {
    importer: 'antd/es/color-picker/components/ColorPresets.js',
    part: '../../collapse',
    exports: ['default'],
    because: 'colours are picked without presets',
  },
  {
    importer: 'antd/es/input/index.js',
    part: './OTP',
    exports: ['default'],
    because: 'codes are typed into one input',
  },
];

const mark = '\0left-out:';

/**
 * Removes these parts from the build. The build fails if a part is no longer where it was, for example after an update.
 */
export function omitUnusedParts(): Plugin {
  const found = new Set<object>();
  return {
    name: 'left-out',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const file = importer?.split(path.sep).join('/') ?? '';
      const one = parts.find(({ part, importer: where }) => part === source && file.endsWith(`/node_modules/${where}`));
      if (!one) return undefined;
      found.add(one);
      return mark + parts.indexOf(one);
    },
    load(id) {
      const one = id.startsWith(mark) ? parts[Number(id.slice(mark.length))] : undefined;
      if (!one) return undefined;
      const why = JSON.stringify(
        `${one.part} of ${one.importer} is left out: ${one.because} (scripts/vite/omit-unused-parts.ts)`,
      );
      const stands = one.exports.map((name) => (name === 'default' ? 'leftOut as default' : `leftOut as ${name}`));
      const code = `function leftOut() { throw new Error(${why}); }\nexport { ${stands.join(', ')} };\n`;
      return { code, moduleSideEffects: false };
    },
    buildEnd(error) {
      const missing = parts.filter((one) => !found.has(one));
      if (!error && missing.length > 0)
        throw new Error(`left out, but nowhere: ${missing.map(({ importer, part }) => `${part} of ${importer}`)}`);
    },
  };
}
