import { type Text, text } from '#kernel/text/text.ts';

const texts = {
  https: text('须以 https:// 开头', 'Must begin with https://'),
  host: text('{host} 不在公众号允许的链接域名中', '{host} is not among the hosts that the account may link to'),
};

/** The host of an address, or of a line that is a host; empty: it is neither. */
function hostOf(line: string): string {
  const written = line.trim().toLowerCase();
  if (written === '') return '';
  const address = /^https?:\/\//.test(written) ? written : `https://${written}`;
  return URL.canParse(address) ? new URL(address).host : '';
}

/** The hosts that an account may link to: those it names, one per line, and the platform itself. */
export const hostsOfLinks = (hosts: string | null | undefined, platform: string): ReadonlySet<string> =>
  new Set([...(hosts ?? '').split('\n'), platform].map(hostOf).filter(Boolean));

/** Why an address cannot be linked to from a message or menu. */
export function whyLinkIsNotAllowed(
  address: string,
  hosts: ReadonlySet<string> | undefined,
): { readonly message: Text; readonly values?: { readonly host: string } } | undefined {
  if (!address.startsWith('https://') || !URL.canParse(address)) return { message: texts.https };
  const { host } = new URL(address);
  return !hosts || hosts.has(host) ? undefined : { message: texts.host, values: { host } };
}
