import type { FirstAccount } from '#modules/identity/server/account/create-first-accounts.ts';

interface Facts {
  address: string;
  accounts: readonly FirstAccount[];
  dataDir: string;
  embedded: boolean;
}

/** The text printed once the platform runs: address, accounts and data folder. */
export function banner({ address, accounts, dataDir, embedded }: Facts): string {
  const lines = [
    '',
    '  行鉴 Xingjian',
    '',
    `  地址 Address    ${address}`,
    `  大屏 Screen     ${address}/admin/largedatascreen`,
    `  注册 Register   ${address}/enterprise/register`,
    `  数据 Data       ${dataDir}${embedded ? '（内置 PostgreSQL / embedded PostgreSQL）' : '（文件 / files；DATABASE_URL）'}`,
  ];
  if (accounts.length > 0) {
    lines.push('', ...accountLines(accounts));
  } else {
    lines.push(
      '',
      '  账号 Account    admin（密码已在首次启动时显示；忘记请运行 npm run admin -- reset / shown at the first start; npm run admin -- reset sets a new one）',
    );
  }
  return `${lines.join('\n')}\n\n`;
}

/** New accounts with their passwords; empty if there are none. */
export function accountLines(accounts: readonly FirstAccount[]): string[] {
  if (accounts.length === 0) return [];
  const lines = (those: readonly FirstAccount[]) =>
    those.map((one) => `    ${one.username.padEnd(14)} ${one.password.padEnd(14)} ${one.role}`);
  const members = accounts.filter((one) => one.member);
  return [
    '  账号 Accounts（密码仅显示这一次 / passwords are shown this once）',
    ...lines(accounts.filter((one) => !one.member)),
    ...(members.length > 0 ? ['', '  会员 Members（在 /user 登录 / they sign in at /user）', ...lines(members)] : []),
  ];
}
