import path from 'node:path';
import type { Plugin } from 'vite';
import { packageRoot as root } from '#data/package-root.ts';

interface OmittedPart {
  /** The importing file: of a package, or of ours. */
  readonly importer: string;
  /** What it imports, as it is written there. */
  readonly part: string;
  readonly exports: readonly string[];
  readonly because: string;
  /** It is called and has nothing to do in a browser. Otherwise a call throws an explanation. */
  readonly idle?: true;
}

/**
 * Parts that are imported by others but do nothing here, by importing file. Those of antd, which are never drawn, are an
 * eighth of the code of a list page.
 */
export const omittedParts: readonly OmittedPart[] = [
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
  {
    importer: 'antd/es/input/index.js',
    part: './Group',
    exports: ['default'],
    because: 'inputs that belong together stand in a row of ours',
  },
  ...['Search', 'TextArea'].map((name) => ({
    importer: 'antd/es/input/index.js',
    part: `./${name}`,
    exports: ['default'],
    because: `a list is shown without it, and what needs it imports antd/es/input/${name}`,
  })),
  {
    importer: 'antd/es/dropdown/index.js',
    part: './dropdown-button',
    exports: ['default'],
    because: 'a button stands beside its menu without being joined to it',
  },
  ...['Avatar', 'Button', 'Image', 'Node'].map((name) => ({
    importer: 'antd/es/skeleton/Skeleton.js',
    part: `./${name}`,
    exports: ['default'],
    because: 'what is loading is drawn as lines and inputs',
  })),
  {
    importer: 'kernel/resource/declare-resource.ts',
    part: './check-resource-declaration.ts',
    exports: ['checkResourceDeclaration'],
    because: 'the server has checked every declaration when it starts',
    idle: true,
  },
  {
    importer: 'kernel/verification/declare-verification-lifecycle.ts',
    part: './check-officer-verification-declaration.ts',
    exports: ['checkOfficerVerificationDeclaration'],
    because: 'the server has checked every declaration when it starts',
    idle: true,
  },
  {
    importer: 'kernel/lifecycle/lifecycle.ts',
    part: '../field/check-move-and-approval-step-declarations.ts',
    exports: ['checkMoveDeclarations'],
    because: 'the server has checked every declaration when it starts',
    idle: true,
  },
  {
    importer: 'kernel/module/time-series.ts',
    part: './check-time-series-declaration.ts',
    exports: ['checkTimeSeriesDeclaration'],
    because: 'the server has checked every declaration when it starts',
    idle: true,
  },
  {
    importer: 'kernel/module/official-document.ts',
    part: './check-official-document-declaration.ts',
    exports: ['checkOfficialDocumentDeclaration'],
    because: 'the server has checked every declaration when it starts',
    idle: true,
  },
  {
    importer: 'kernel/resource/declare-resource.ts',
    part: '../lifecycle/move-evidence-inputs.ts',
    exports: ['withEvidenceInputs'],
    because: 'the dialog of a move and the timeline, which are loaded later, add the inputs for evidence',
    idle: true,
  },
];

/** Whether a file is the importing one. Files of packages are named below node_modules, ours below the project. */
const isImporter = (file: string, { importer }: OmittedPart): boolean =>
  file.endsWith(`/node_modules/${importer}`) || file === path.posix.join(root.split(path.sep).join('/'), importer);

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
      const one = omittedParts.find((each) => each.part === source && isImporter(file, each));
      if (!one) return undefined;
      found.add(one);
      return mark + omittedParts.indexOf(one);
    },
    load(id) {
      const one = id.startsWith(mark) ? omittedParts[Number(id.slice(mark.length))] : undefined;
      if (!one) return undefined;
      const why = JSON.stringify(
        `${one.part} of ${one.importer} is left out: ${one.because} (scripts/vite/omit-unused-parts.ts)`,
      );
      const stands = one.exports.map((name) => (name === 'default' ? 'leftOut as default' : `leftOut as ${name}`));
      const body = one.idle ? '' : `throw new Error(${why});`;
      const code = `function leftOut() { ${body} }\nexport { ${stands.join(', ')} };\n`;
      return { code, moduleSideEffects: false };
    },
    buildEnd(error) {
      const missing = omittedParts.filter((one) => !found.has(one));
      if (!error && missing.length > 0)
        throw new Error(`left out, but nowhere: ${missing.map(({ importer, part }) => `${part} of ${importer}`)}`);
    },
  };
}
