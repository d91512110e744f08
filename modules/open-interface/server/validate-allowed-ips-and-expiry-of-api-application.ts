import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { parseBlockedAddresses } from '#server/http/refuse-calls-from-blocked-ip-addresses.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { application } from '../contract/api-client-application.ts';

const texts = {
  address: text('{line} 不是 IP 地址或网段', '{line} is not an IP address or network'),
  past: text('有效期须晚于今天', 'Must be later than today'),
};

function checkAddressesAndEnd({ values, before, fail }: WriteContext<typeof application>): void {
  const [wrong] = parseBlockedAddresses(values.ip_allow ?? '').wrong;
  if (wrong !== undefined) fail('ip_allow', texts.address, { line: wrong.slice(0, 60) });
  if (values.expire_on && values.expire_on !== before?.expire_on && values.expire_on <= shanghaiToday())
    fail('expire_on', texts.past);
}

export const apiApplicationWriteHooks: WriteHooks<typeof application> = {
  add: checkAddressesAndEnd,
  edit: checkAddressesAndEnd,
  moves: {
    approve({ values, input }) {
      values.document_no = input.document_no;
    },
    refuse: ({ input, note }) => note(input.reason),
    suspend: ({ input, note }) => note(input.reason),
    revoke: ({ input, note }) => note(input.reason),
  },
};
