/** Types of the parts used by tests; the package has none. */
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): import('node:http').RequestListener;
    use(work: (context: { body?: unknown }, next: () => Promise<void>) => Promise<void>): void;
  }
}
