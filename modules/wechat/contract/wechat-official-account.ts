import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { countOf } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { accountKinds, encryptionModes } from './official-account-kinds-and-encryption-modes.ts';

const server = { write: 'server' } as const;
/** Stored encrypted and never shown: a form that leaves it empty does not change it. */
const secret = { privacy: 'hidden', list: 'never', filter: false, section: 'access' } as const;

/** A WeChat official account of the bureau (domain reference §2.S `wx_account`). */
export const wechatAccount = resource({
  name: 'wechat/account',
  label: text('公众号', 'Official accounts'),
  icon: 'comment',
  title: 'name',
  scope: 'area',
  order: ['id', 'desc'],
  remark: text(
    '未接入的公众号也能编菜单和回复，并在“模拟器”里试用，不需要网络。',
    'Menus and replies of an account that is not connected can be written and tried in its simulator, without a network.',
  ),
  nodes: { simulate: text('模拟器', 'Simulator') },
  sections: {
    basic: text('基本信息', 'Basic information'),
    access: text('接入', 'Connection'),
    links: text('链接', 'Links'),
  },
  listed: ['name', 'kind', 'area_code', 'connected', 'fans', 'callback_at', 'errcode'],
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true, section: 'basic' }),
    kind: field.radio(text('类型', 'Kind'), {
      required: true,
      options: accountKinds,
      initial: 'service',
      section: 'basic',
    }),
    area_code: field.area(text('地区', 'Area'), { required: true, section: 'basic' }),
    app_id: field.text(text('应用编号（AppID）', 'AppID'), {
      required: true,
      max: 18,
      search: true,
      unique: true,
      list: 'offered',
      section: 'access',
      hint: text('以 wx 开头的 18 位', '18 characters that begin with wx'),
    }),
    original_id: field.text(text('原始 ID', 'Original ID'), {
      max: 20,
      list: 'offered',
      section: 'access',
      hint: text('以 gh_ 开头；填写后只收发给它的消息', 'Begins with gh_; if set, only messages to it are accepted'),
    }),
    secret: field.text(text('应用密钥（AppSecret）', 'AppSecret'), {
      ...secret,
      max: 64,
      hint: text(
        '在公众平台取得；只能重新填写，留空不变',
        'From the platform of WeChat; can only be re-entered, empty leaves it unchanged',
      ),
    }),
    token: field.text(text('令牌', 'Token'), {
      ...secret,
      max: 32,
      hint: text('3 至 32 位字母或数字，与公众平台一致', '3 to 32 letters or digits, as entered at WeChat'),
    }),
    mode: field.radio(text('消息加密', 'Encryption of messages'), {
      required: true,
      options: encryptionModes,
      initial: 'aes',
      list: 'offered',
      section: 'access',
    }),
    aes_key: field.text(text('消息加密密钥（EncodingAESKey）', 'EncodingAESKey'), {
      ...secret,
      max: 43,
      shownWhen: { by: 'mode', of: ['aes', 'compatible'] },
      hint: text('43 位字母或数字', '43 letters or digits'),
    }),
    api_address: field.url(text('接口地址', 'API address'), {
      list: 'offered',
      section: 'access',
      hint: text(
        '不填则用 https://api.weixin.qq.com；经代理访问的在此填写，改变时须重新填写 AppSecret',
        'https://api.weixin.qq.com if left empty; enter a proxy here. The AppSecret must be re-entered when it changes',
      ),
    }),
    connected: field.switch(text('接入', 'Connected'), {
      initial: '0',
      section: 'access',
      hint: text(
        '打开后菜单、客服消息和模板消息发往微信；关闭时只在模拟器中生效',
        'Menus, replies and template messages go to WeChat; while off they exist in the simulator only',
      ),
    }),
    hosts: field.textarea(text('允许的链接域名', 'Hosts of links'), {
      max: 1000,
      list: 'never',
      section: 'links',
      hint: text(
        '每行一个域名；菜单和图文只能链接到这些域名和本平台，须为 https',
        'One host per line; menus and articles link to these and this platform only, by https',
      ),
    }),
    fans: field.integer(text('关注人数', 'Followers'), {
      from: countOf('wechat/fan', 'account_id', [['subscribed', '=', '1']]),
      section: 'basic',
    }),
    callback_at: field.datetime(text('最近收到微信请求', 'Last call from WeChat'), { ...server, section: 'access' }),
    errcode: field.integer(text('接口错误码', 'Error code of the API'), { ...server, section: 'access' }),
    errmsg: field.text(text('接口错误', 'Error of the API'), { ...server, list: 'offered', section: 'access' }),
  },
});
export interface WechatAccount extends Row<typeof wechatAccount> {}
