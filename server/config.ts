import path from 'node:path';
import { isPassword } from '#kernel/check/account-and-password.ts';
import type { Text } from '#kernel/text/text.ts';
import { parseInnerNetworks } from '#server/outgoing/ssrf-protection-of-outgoing-requests.ts';
import { StartupError } from '#server/startup-error.ts';
import { readTrustedProxies } from '#server/trusted-proxies.ts';

/** Settings of the operator, read once at the start. Settings that users change at run time are in the database. */
export interface Config {
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  /** Absolute path. Undefined: a subfolder of the data folder. */
  backupDir: string | undefined;
  /** Undefined: the embedded PostgreSQL is used. */
  databaseUrl: string | undefined;
  /** Role that owns the external database: migrations run as it, and the role of `databaseUrl` cannot change evidence. */
  databaseOwnerUrl: string | undefined;
  /** Undefined: generated at the first start and printed once. */
  adminPassword: string | undefined;
  demo: boolean;
  captcha: boolean;
  /** Requests per minute and account; 0 = unlimited. */
  rateLimit: number;
  /** Seconds. */
  tokenTtl: number;
  /** Other hosts whose pages may call this server from a browser; `*` among them: any. */
  allowedOrigins: readonly string[];
  /** Addresses and ranges of proxies whose forwarded headers are trusted. */
  trustProxy: readonly string[];
  /** Ranges of the operator's own network that this server may call, also without encryption. */
  innerNetworks: readonly string[];
  /** Token that opens /metrics. Undefined: only this machine may read them. */
  metricsToken: string | undefined;
  /** Whether browsers may cache the pages that work without a network. When off, cached pages are removed. */
  offline: boolean;
  /** Whether undocumented parts of the `pg` driver are used where they are faster (`server/db/driver/allow-undocumented-driver-features.ts`). */
  driverPatches: boolean;
}

/** An environment variable, as shown in the table of the README. */
export interface EnvironmentVariable {
  name: string;
  /** As text; empty = unset. */
  default: string;
  description: Text;
}

interface DeclaredSetting<T> extends EnvironmentVariable {
  /** Throws {@link Wrong} for an invalid value. */
  read: (value: string) => T;
}

/** What a value should be; completes the sentence "PORT must be …". */
class Wrong extends Error {
  readonly text: Text;

  constructor(zh: string, en: string) {
    super(en);
    this.text = { 'zh-cn': zh, en };
  }
}

const settings: { readonly [K in keyof Config]: DeclaredSetting<Config[K]> } = {
  port: {
    name: 'PORT',
    default: '8000',
    description: { 'zh-cn': '服务端口', en: 'Port the server listens on' },
    read: wholeNumber(0, 65_535),
  },
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    description: {
      'zh-cn': '监听地址；0.0.0.0 表示所有网卡',
      en: 'Address the server listens on; 0.0.0.0 for all interfaces',
    },
    read: (value) => {
      if (/^[\w.:%[\]-]+$/.test(value)) return value.replace(/^\[(.*)\]$/, '$1');
      throw new Wrong('一个主机名或 IP 地址', 'a host name or IP address');
    },
  },
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    description: {
      'zh-cn': '数据目录：内置数据库与上传的文件',
      en: 'Data folder: embedded database and uploaded files',
    },
    read: (value) => path.resolve(value),
  },
  backupDir: {
    name: 'BACKUP_DIR',
    default: '',
    description: {
      'zh-cn': '备份目录，最好在另一块磁盘上；不设则为 DATA_DIR/backup',
      en: 'Backup folder, preferably on another disk; defaults to DATA_DIR/backup',
    },
    read: (value) => (value ? path.resolve(value) : undefined),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: '',
    description: {
      'zh-cn': '外部 PostgreSQL（15 或更高）；不设则使用内置数据库',
      en: 'External PostgreSQL (15 or newer); the embedded database is used if unset',
    },
    read: (value) => value || undefined,
  },
  databaseOwnerUrl: {
    name: 'DATABASE_OWNER_URL',
    default: '',
    description: {
      'zh-cn': '外部数据库所有者的地址：仅用于升级结构，使 DATABASE_URL 的账号无权改动证据',
      en: 'Address of the external database for its owner, used for migrations only, so that the role of DATABASE_URL cannot change evidence',
    },
    read: (value) => value || undefined,
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    default: '',
    description: {
      'zh-cn':
        '首个管理员的密码：8 到 32 位，不含空格、admin 与 & < > " \'，不是常见密码；不设则在首次启动时生成并显示一次',
      en: 'Password of the first administrator: 8 to 32 characters, without spaces, “admin” or & < > " \', not a common password; if unset, one is generated at the first start and shown once',
    },
    read: (value) => {
      if (!value) return undefined;
      if (value.length >= 8 && isPassword(value)) return value;
      throw new Wrong('8–32 位且不含 & < > " \' 的密码', 'a password of 8 to 32 characters without & < > " \'');
    },
  },
  demo: {
    name: 'DEMO',
    default: '1',
    description: {
      'zh-cn': '首次启动时载入演示数据，之后继续模拟其景区客流',
      en: 'Load demonstration data at the first start, and simulate the visitor flow of its spots from then on',
    },
    read: onOrOff,
  },
  captcha: {
    name: 'CAPTCHA',
    default: '1',
    description: {
      'zh-cn': '登录与公开表单要求图形验证码；off 仅供测试',
      en: 'Require an image captcha at sign-in and on public forms; off is for tests only',
    },
    read: onOrOff,
  },
  rateLimit: {
    name: 'RATE_LIMIT',
    default: '1200',
    description: {
      'zh-cn': '每个账号每分钟的请求上限；off 表示不限（仅供测试）',
      en: 'Maximum requests per minute per account; off means unlimited (for tests only)',
    },
    read: (value) => (value.toLowerCase() === 'off' ? 0 : wholeNumber(0, 1_000_000)(value)),
  },
  tokenTtl: {
    name: 'TOKEN_TTL',
    default: '86400',
    description: { 'zh-cn': '登录令牌的有效期（秒）', en: 'Lifetime of a sign-in token (seconds)' },
    read: wholeNumber(1, 31_536_000),
  },
  allowedOrigins: {
    name: 'ALLOWED_ORIGINS',
    default: 'localhost,127.0.0.1',
    description: {
      'zh-cn': '允许其网页跨域调用本服务的主机名，逗号分隔（本机主机名总是允许）；* 表示任意',
      en: 'Hosts whose pages may call this server cross-origin, comma-separated (its own host is always allowed); * for any',
    },
    read: (value) => {
      const hosts = value.split(',').map((host) => host.trim().toLowerCase());
      if (hosts.every((host) => host === '*' || /^[a-z\d.-]+$|^\[[a-f\d:.]+\]$/.test(host))) return hosts;
      throw new Wrong('逗号分隔的主机名（不含协议与端口）', 'host names separated by commas, without scheme or port');
    },
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    default: 'loopback',
    description: {
      'zh-cn': '其 X-Forwarded-* 头可信的反向代理：地址或网段（CIDR），逗号分隔；loopback 为本机，none 为都不信',
      en: 'Reverse proxies whose X-Forwarded-* headers are trusted: addresses or ranges (CIDR), comma-separated; loopback is this machine, none trusts nobody',
    },
    read: (value) => {
      const proxies = readTrustedProxies(value);
      if (proxies) return proxies;
      throw new Wrong(
        '逗号分隔的 IP 地址或网段（如 10.0.0.0/8），或 loopback、none',
        'IP addresses or ranges such as 10.0.0.0/8 separated by commas, or loopback, or none',
      );
    },
  },
  innerNetworks: {
    name: 'INNER_NETWORKS',
    default: 'none',
    description: {
      'zh-cn':
        '系统设置中的地址可以指向的内网（统一身份认证、短信、邮件、对象存储、病毒扫描等）：地址或网段（CIDR），逗号分隔；loopback 为本机，private 为私有网段，none 为只许公网且须加密',
      en: 'Internal networks that addresses in the settings may point to (single sign-on, SMS, mail, object storage, virus scanner): addresses or ranges (CIDR), comma-separated; loopback is this machine, private the private ranges, none allows only encrypted public addresses',
    },
    read: (value) => {
      const networks = parseInnerNetworks(value);
      if (networks) return networks;
      throw new Wrong(
        '逗号分隔的 IP 地址或网段（如 10.0.0.0/8），或 loopback、private、none',
        'IP addresses or ranges such as 10.0.0.0/8 separated by commas, or loopback, private or none',
      );
    },
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    default: '',
    description: {
      'zh-cn': '其他机器读取 /metrics 所需的令牌（Authorization: Bearer …）；不设则只有本机可读',
      en: 'Token other machines need to read /metrics (Authorization: Bearer …); if unset only this machine can read it',
    },
    read: (value) => {
      if (!value) return undefined;
      if (/^[\w.~+/=-]{16,200}$/.test(value)) return value;
      throw new Wrong(' 16–200 位、可放入 Bearer 的令牌', 'a bearer token of 16 to 200 characters');
    },
  },
  offline: {
    name: 'OFFLINE',
    default: '1',
    description: {
      'zh-cn': '手机可在没有网络时打开路面查验、导游工作台与团队核验；off 则收回各浏览器已保存的程序',
      en: 'Phones can open roadside lookup, the guide workbench and team verification offline; off removes the saved program from all browsers',
    },
    read: onOrOff,
  },
  driverPatches: {
    name: 'PG_PATCHES',
    default: '1',
    description: {
      'zh-cn': '使用 pg 驱动未公开的接口以加快读写；off 则只用公开的接口，较慢，供升级驱动后出现异常时使用',
      en: 'Use undocumented parts of the pg driver, which are faster; off uses its documented interface only, for when an upgraded driver misbehaves',
    },
    read: onOrOff,
  },
};

/** The settings in the order of the README; a test compares them. */
export const environmentVariables: readonly EnvironmentVariable[] = Object.values(settings).map(
  ({ name, default: preset, description }) => ({
    name,
    default: preset,
    description,
  }),
);

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting. Throws a {@link StartupError} that names it if its value is invalid. */
export function readConfigValue<K extends keyof Config>(key: K, env: Environment = process.env): Config[K] {
  const setting = settings[key];
  try {
    return setting.read(env[setting.name]?.trim() || setting.default);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    throw new StartupError({
      'zh-cn': `环境变量 ${setting.name} 应为${error.text['zh-cn']}。`,
      en: `The environment variable ${setting.name} must be ${error.text.en}.`,
    });
  }
}

/** Reads all settings. Throws a {@link StartupError} that names the first whose value is invalid. */
export function readConfig(env: Environment = process.env): Config {
  const read = <K extends keyof Config>(key: K): Config[K] => readConfigValue(key, env);
  return {
    port: read('port'),
    host: read('host'),
    dataDir: read('dataDir'),
    backupDir: read('backupDir'),
    databaseUrl: read('databaseUrl'),
    databaseOwnerUrl: read('databaseOwnerUrl'),
    adminPassword: read('adminPassword'),
    demo: read('demo'),
    captcha: read('captcha'),
    rateLimit: read('rateLimit'),
    tokenTtl: read('tokenTtl'),
    allowedOrigins: read('allowedOrigins'),
    trustProxy: read('trustProxy'),
    innerNetworks: read('innerNetworks'),
    metricsToken: read('metricsToken'),
    offline: read('offline'),
    driverPatches: read('driverPatches'),
  };
}

function wholeNumber(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new Wrong(` ${min} 到 ${max} 之间的整数`, `a whole number from ${min} to ${max}`);
  };
}

function onOrOff(value: string): boolean {
  const word = value.toLowerCase();
  if (['1', 'on'].includes(word)) return true;
  if (['0', 'off'].includes(word)) return false;
  throw new Wrong(' 1（on，开）或 0（off，关）', '1 (on) or 0 (off)');
}
