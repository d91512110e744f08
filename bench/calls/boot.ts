import zlib from 'node:zlib';
import type { Comparison } from '../support/comparison.ts';
import { type MeasuredServers, signIn } from '../support/measured-servers.ts';
import type { Finding } from '../support/report.ts';

const address = '/admin/index/index';
/** Maximum size of the menu and all rights on the wire, in KB. */
const mostKilobytes = 30;

/** The longest answer: for somebody who holds every right. */
async function readBoot({ product }: MeasuredServers): Promise<{ token: string; plain: Buffer }> {
  const { token } = await signIn(product.port, 'admin');
  const answer = await fetch(`http://127.0.0.1:${product.port}${address}`, {
    headers: { batoken: token, server: '1', 'think-lang': 'zh-cn', 'accept-encoding': 'identity' },
  });
  return { token, plain: Buffer.from(await answer.arrayBuffer()) };
}

/** The first call of a page: who the caller is, and the menu with all their rights. */
export function bootComparison(servers: MeasuredServers): Comparison {
  return {
    name: 'boot',
    title: 'boot call, against a bare answer of equal bytes',
    target: 0.4,
    sides: async () => {
      const { token, plain } = await readBoot(servers);
      return {
        product: {
          port: servers.product.port,
          headers: `batoken: ${token}\r\nserver: 1\r\nthink-lang: zh-cn\r\n`,
          next: () => ({ method: 'GET', path: address }),
          check: (data) => {
            if (!(data as { menus?: unknown[] }).menus?.length) throw new Error('no menu');
          },
        },
        bare: {
          port: servers.bare.port,
          headers: '',
          next: () => ({ method: 'GET', path: `/rules?bytes=${plain.length}` }),
          check: () => {},
        },
      };
    },
  };
}

/** Its size on the wire to a browser. */
export async function measureBoot(servers: MeasuredServers): Promise<Finding> {
  const { plain } = await readBoot(servers);
  // compressed as for a browser
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 };
  const packed = zlib.brotliCompressSync(plain, { params }).length;
  const kilobytes = packed / 1024;
  return {
    name: 'boot',
    title: 'size of the boot call',
    seen: `${kilobytes.toFixed(1)} KB compressed (≤ ${mostKilobytes}), ${(plain.length / 1024).toFixed(0)} KB plain`,
    met: kilobytes <= mostKilobytes,
    values: { compressedBytes: packed, bytes: plain.length },
  };
}
