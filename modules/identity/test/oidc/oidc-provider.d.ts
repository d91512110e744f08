/** As much of the package as the tests start: it brings no types of its own. */
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): import('node:http').RequestListener;
    use(work: (context: { body?: unknown }, next: () => Promise<void>) => Promise<void>): void;
  }
}
