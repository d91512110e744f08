import path from 'node:path';
import { expect, test } from 'vitest';
import { environmentVariables, readConfig } from '#server/config.ts';
import { StartupError } from '#server/startup-error.ts';

test('nothing set gives the documented defaults', () => {
  expect(readConfig({})).toEqual({
    port: 8000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    adminPassword: undefined,
    demo: true,
    captcha: true,
    rateLimit: 1200,
    tokenTtl: 86_400,
    allowedOrigins: ['localhost', '127.0.0.1'],
    trustProxy: ['loopback'],
    innerNetworks: [],
    metricsToken: undefined,
    offline: true,
    driverPatches: true,
  });
});

test('an empty or blank variable counts as unset', () => {
  expect(readConfig({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toMatchObject({ port: 8000, host: '127.0.0.1' });
});

test('values are read', () => {
  const env = {
    PORT: '0',
    HOST: '[::1]',
    DEMO: '0',
    CAPTCHA: '0',
    RATE_LIMIT: '0',
    TOKEN_TTL: '60',
    DATA_DIR: '/srv/x',
  };
  expect(readConfig(env)).toMatchObject({
    port: 0,
    host: '::1',
    demo: false,
    captcha: false,
    rateLimit: 0,
    tokenTtl: 60,
    dataDir: '/srv/x',
  });
});

test.each([
  ['none', []],
  ['10.0.0.1, 192.168.0.0/16,FD00::/8,Loopback', ['10.0.0.1', '192.168.0.0/16', 'fd00::/8', 'loopback']],
])('proxies are believed as TRUST_PROXY=%s says', (written, trustProxy) => {
  expect(readConfig({ TRUST_PROXY: written }).trustProxy).toEqual(trustProxy);
});

test('allowed networks are parsed as ranges, and an invalid one stops the start', () => {
  const read = (written: string) => readConfig({ INNER_NETWORKS: written }).innerNetworks;
  expect(read('none')).toEqual([]);
  expect(read('10.1.2.3, loopback')).toEqual(['10.1.2.3', '127.0.0.0/8', '::1/128']);
  for (const wrong of ['inner', '10.0.0.0/33', '10.0.0.0/8/8', 'fe80::1%eth0', 'none,loopback'])
    expect(() => read(wrong), wrong).toThrow(StartupError);
});

test.each([
  ['PORT', '80a', '环境变量 PORT 应为 0 到 65535 之间的整数。'],
  ['PORT', '65536', 'The environment variable PORT must be a whole number from 0 to 65535.'],
  ['PORT', '-1', 'PORT must be'],
  ['HOST', 'a b', 'HOST must be a host name or IP address'],
  ['DEMO', 'yes', 'DEMO must be 1 (on) or 0 (off)'],
  ['TOKEN_TTL', '1.5', 'TOKEN_TTL must be a whole number'],
  ['TOKEN_TTL', '0', 'TOKEN_TTL must be'],
  ['ALLOWED_ORIGINS', 'https://a.example', 'ALLOWED_ORIGINS must be host names'],
  ['TRUST_PROXY', 'proxy.example', '环境变量 TRUST_PROXY 应为逗号分隔的 IP 地址或网段'],
  ['TRUST_PROXY', '10.0.0.1,', 'TRUST_PROXY must be IP addresses or ranges'],
  ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be'],
  ['TRUST_PROXY', '0.0.0.0/0', 'TRUST_PROXY must be'],
  ['TRUST_PROXY', 'fe80::1%eth0', 'TRUST_PROXY must be'],
  ['TRUST_PROXY', 'none,10.0.0.1', 'TRUST_PROXY must be'],
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must be a bearer token'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must be a password'],
  ['ADMIN_PASSWORD', 'with"quote', 'ADMIN_PASSWORD must be a password'],
])('%s=%s is refused in one sentence', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(StartupError);
  expect(() => readConfig({ [name]: value })).toThrow(sentence);
});

test('a refused password is not repeated', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'se<cret' })).not.toThrow(/se<cret/);
});

test('the table names every setting once', () => {
  const names = environmentVariables.map((setting) => setting.name);
  expect(names).toEqual([
    'PORT',
    'HOST',
    'DATA_DIR',
    'BACKUP_DIR',
    'DATABASE_URL',
    'DATABASE_OWNER_URL',
    'ADMIN_PASSWORD',
    'DEMO',
    'CAPTCHA',
    'RATE_LIMIT',
    'TOKEN_TTL',
    'ALLOWED_ORIGINS',
    'TRUST_PROXY',
    'INNER_NETWORKS',
    'METRICS_TOKEN',
    'OFFLINE',
    'PG_PATCHES',
  ]);
});
