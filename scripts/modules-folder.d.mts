import type { Plugin } from 'vite';

export function foreignModules(): Plugin;
