import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { whyUrlIsForbidden } from '#server/outgoing/ssrf-protection-of-outgoing-requests.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { wechatAccount } from '../../contract/wechat-official-account.ts';
import { publicHttpsAddress } from '../account/public-https-address.ts';

const texts = {
  appId: text('须为以 wx 开头的 18 位', 'Must be 18 characters that begin with wx'),
  originalId: text('须以 gh_ 开头', 'Must begin with gh_'),
  secret: text('须为 32 位字母或数字', 'Must be 32 letters or digits'),
  token: text('须为 3 至 32 位字母或数字', 'Must be 3 to 32 letters or digits'),
  aesKey: text('须为 43 位字母或数字', 'Must be 43 letters or digits'),
  aesKeyMissing: text('加密模式须填写消息加密密钥', 'Encrypted messages need the EncodingAESKey'),
  tokenMissing: text('接入须填写令牌', 'The token is needed to connect'),
  secretMissing: text('接入须填写 AppSecret', 'The AppSecret is needed to connect'),
  secretAnew: text(
    'AppID 或接口地址改变时，须同时重新填写 AppSecret',
    'Re-enter the AppSecret when the AppID or the API address changes',
  ),
  closed: text('须为公网 https 地址', 'Must be a public https address'),
  address: text(
    '请先在系统设置填写平台网址（https）：微信由它访问本平台，回复的链接也用它',
    'First set the platform address (https) in the settings: WeChat calls it, and links of replies use it',
  ),
  host: text('{line} 不是域名', '{line} is not a host name'),
};

const secretForms = {
  secret: [/^[0-9A-Za-z]{32}$/, texts.secret],
  token: [/^[0-9A-Za-z]{3,32}$/, texts.token],
  aes_key: [/^[0-9A-Za-z]{43}$/, texts.aesKey],
} as const;
type SecretName = keyof typeof secretForms;

type Context = WriteContext<typeof wechatAccount>;

/** Which secrets the account has before this write. */
async function storedSecrets({ tx, before }: Context): Promise<Readonly<Record<SecretName, boolean>>> {
  const row =
    before &&
    (await tx.row<Record<SecretName, boolean>>(sql`select secret is not null as secret, token is not null as token,
    aes_key is not null as aes_key from wechat_account where id = ${before.id}`));
  return row ?? { secret: false, token: false, aes_key: false };
}

function checkAddresses({ engine, values, fail }: Context): void {
  if (values.app_id && !/^wx[0-9a-f]{16}$/.test(values.app_id)) fail('app_id', texts.appId);
  if (values.original_id && !/^gh_[0-9a-z]{1,16}$/.test(values.original_id)) fail('original_id', texts.originalId);
  if (values.api_address && whyUrlIsForbidden(values.api_address, { innerNetworks: engine.config.innerNetworks }))
    fail('api_address', texts.closed);
  for (const line of (values.hosts ?? '').split('\n').map((one) => one.trim()))
    if (line !== '' && !/^(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d{1,5})?$/i.test(line))
      fail('hosts', texts.host, { line: line.slice(0, 60) });
}

async function checkAccount(context: Context): Promise<void> {
  const { engine, values, before, fail, afterStore, tx } = context;
  checkAddresses(context);
  const stored = await storedSecrets(context);
  const isChanged = (name: 'app_id' | 'api_address') =>
    before !== undefined && values[name] !== undefined && (values[name] ?? null) !== (before[name] ?? null);
  // a form does not contain what is never shown; whoever does not know the secret cannot have it sent elsewhere
  if (stored.secret && !values.secret && (isChanged('app_id') || isChanged('api_address')))
    fail('secret', texts.secretAnew);
  const has = { ...stored };
  for (const [name, [form, message]] of Object.entries(secretForms) as [
    SecretName,
    (typeof secretForms)[SecretName],
  ][]) {
    const given = values[name];
    if (!given) {
      delete values[name];
      continue;
    }
    has[name] = true;
    if (form.test(given)) values[name] = engine.seal.seal(given, '').cipher;
    else fail(name, message);
  }
  const mode = values.mode ?? before?.mode;
  if ((values.connected ?? before?.connected) === '1') {
    if (before?.connected !== '1' && !publicHttpsAddress(engine.settings)) fail('connected', texts.address);
    if (!has.secret) fail('secret', texts.secretMissing);
    if (!has.token) fail('token', texts.tokenMissing);
    if (mode !== 'plain' && !has.aes_key) fail('aes_key', texts.aesKeyMissing);
  }
  // a token of the API belongs to the secret it was given for
  if (before && (values.secret || isChanged('app_id') || isChanged('api_address')))
    afterStore(async (id) => {
      await tx.query(sql`delete from wechat_access_token where account_id = ${id}`);
    });
}

/** Only well-formed and safe addresses, and secrets that are stored encrypted and never read back. */
export const wechatAccountWriteHooks: WriteHooks<typeof wechatAccount> = { add: checkAccount, edit: checkAccount };
