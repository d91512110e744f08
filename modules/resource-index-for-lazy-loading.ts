import { indexResources } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { modules } from './registry.ts';

/**
 * What the browser knows of all resources before it loads their declarations. The build replaces this file by the value
 * (`scripts/vite/evaluate-resource-index.ts`), so that the declarations stay out of the first page.
 */
export const resourceIndex = indexResources(modules);
