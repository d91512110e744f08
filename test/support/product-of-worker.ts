import { inject, type ProvidedContext } from 'vitest';

/** The product of this worker, in suites that look at one. Workers share nothing: each has its own. */
export function productOfWorker(): ProvidedContext['products'][number] | undefined {
  const products = inject('products') as ProvidedContext['products'] | undefined;
  return products?.[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % products.length];
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One per worker: its address without a trailing slash, the password of all its accounts, its data folder, its process. */
    products: { url: string; password: string; dataDir: string; pid: number }[];
  }
}
