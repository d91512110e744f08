import { expect, test } from 'vitest';
import { signAliyun } from './aliyun-sms-provider.ts';
import { signTencent } from './tencent-sms-provider.ts';

test('Aliyun: the examples of its documents', () => {
  const key = { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' };
  const call = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
  };
  const one = signAliyun({ ...call, date: '2023-10-26T10:22:32Z', nonce: '3156853299f313e23d1673dc12e1703d' }, key);
  expect(one.headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
  const two = signAliyun({ ...call, date: '2023-10-26T09:01:01Z', nonce: 'd410180a5abf7fe235dd9b74aca91fc0' }, key);
  expect(two.headers.authorization).toMatch(
    /Signature=e521358f7776c97df52e6b2891a8bc73026794a071b50c3323388c4e0df64804$/,
  );
});

test('Aliyun: what stands in the address is written as RFC 3986 has it', () => {
  const call = { host: 'h', action: 'a', version: 'v', date: 'd', nonce: 'n', query: { b: "中 *~'", a: '+' } };
  expect(signAliyun(call, { id: 'i', secret: 's' }).query).toBe('a=%2B&b=%E4%B8%AD%20%2A~%27');
});

test('Tencent: the example of its documents', () => {
  const call = {
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    time: 1_551_113_065,
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
  };
  const key = { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' };
  expect(signTencent(call, key)).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});
