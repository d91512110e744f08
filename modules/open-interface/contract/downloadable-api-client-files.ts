/** Path of the clients that can be copied as they are. */
export const pathOfDownloadableApiClients = '/open/v1/clients';

/** Files of the clients (`modules/open-interface/clients`), by language. */
export const downloadableApiClients = { TypeScript: 'xingjian-client.ts', Python: 'xingjian_client.py' } as const;
