import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vite';

export function foreignModules(): Plugin;
export const foreignModulesOfServer: EsbuildPlugin;
