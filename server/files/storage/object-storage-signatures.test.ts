import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { s3DayKey, signOssForm, signOssRequest, signS3Form, signS3Request } from './object-storage-signatures.ts';

/** Keys, requests and signatures from the vendors' documentation. */
const aws = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  bucket: 'examplebucket',
};
const aliyun = {
  accessKeyId: '44CF9590006BF252F707',
  secret: 'OtxrzxIsfpFjA7SwPzILwy8Bw21TLhquhboDYROV',
  region: '',
  bucket: 'oss-example',
};

test('a part of an object is requested from S3 as in its documentation', async () => {
  const headers = await signS3Request(
    aws,
    'GET',
    new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    {
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    },
    Date.UTC(2013, 4, 24),
  );
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('the policy of a form for S3 contains every signed field, and cannot be forged', () => {
  const now = Date.UTC(2015, 11, 29);
  const limits = { prefix: 'storage/a1/', maxsize: 1000, until: now + 1000 };
  const { policy, ...fields } = signS3Form(aws, limits, now);
  expect(fields['x-amz-credential']).toBe('AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request');
  expect(JSON.parse(Buffer.from(policy, 'base64').toString())).toEqual({
    expiration: '2015-12-29T00:00:01.000Z',
    conditions: [
      { bucket: 'examplebucket' },
      ['starts-with', '$key', 'storage/a1/'],
      ['starts-with', '$Content-Type', ''],
      ['content-length-range', 1, 1000],
      { success_action_status: '200' },
      { 'x-amz-algorithm': 'AWS4-HMAC-SHA256' },
      { 'x-amz-credential': 'AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request' },
      { 'x-amz-date': '20151229T000000Z' },
    ],
  });
  expect(fields['x-amz-signature']).toBe(createHmac('sha256', s3DayKey(aws, '20151229')).update(policy).digest('hex'));
});

test('an object is uploaded to OSS as in its documentation', () => {
  const headers = signOssRequest(
    aliyun,
    'PUT',
    'nelson',
    {
      'Content-MD5': 'ODBGOERFMDMzQTczRUY3NUE3NzA5QzdFNUYzMDQxNEM=',
      'Content-Type': 'text/html',
      'X-OSS-Meta-Author': 'foo@bar.com',
      'X-OSS-Magic': 'abracadabra',
    },
    'Thu, 17 Nov 2005 18:49:58 GMT',
  );
  expect(headers.authorization).toBe('OSS 44CF9590006BF252F707:26NBxoKdsyly4EDv6inkoDft/yA=');
});

test('a form for OSS cannot overwrite objects, which is part of its signature', () => {
  const { policy, Signature, ...fields } = signOssForm(aliyun, { prefix: 'storage/a1/', maxsize: 5, until: 0 });
  expect(fields['x-oss-forbid-overwrite']).toBe('true');
  expect(Buffer.from(policy, 'base64').toString()).toBe(
    '{"expiration":"1970-01-01T00:00:00.000Z","conditions":[{"bucket":"oss-example"},["starts-with","$key","storage/a1/"],["content-length-range",1,5],["eq","$x-oss-forbid-overwrite","true"],["eq","$success_action_status","200"]]}',
  );
  expect(Signature).toBe(createHmac('sha1', aliyun.secret).update(policy).digest('base64'));
});
