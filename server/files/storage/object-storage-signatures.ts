import { createHmac } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

/** Credentials of a bucket. */
export interface BucketKeys {
  readonly accessKeyId: string;
  readonly secret: string;
  /** Region of S3: `cn-north-1`. */
  readonly region: string;
  readonly bucket: string;
}

/** Limits of an upload form: target, size, expiry. */
export interface FormLimits {
  /** Prefix of the object key. */
  readonly prefix: string;
  readonly maxsize: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
/** `20130524T000000Z` */
const stampOf = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, '');
const encodePolicy = (until: number, conditions: readonly unknown[]) =>
  Buffer.from(JSON.stringify({ expiration: new Date(until).toISOString(), conditions })).toString('base64');

/** The signing key of a day (AWS Signature Version 4). */
export const s3DayKey = ({ secret, region }: Pick<BucketKeys, 'secret' | 'region'>, day: string): Buffer =>
  hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');

/** Fields of a form that uploads one object to an S3 bucket (POST policy, Signature Version 4). */
export function signS3Form(keys: BucketKeys, { prefix, maxsize, until }: FormLimits, now = Date.now()) {
  const stamp = stampOf(now);
  const day = stamp.slice(0, 8);
  const fields = {
    success_action_status: '200',
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': `${keys.accessKeyId}/${day}/${keys.region}/s3/aws4_request`,
    'x-amz-date': stamp,
  };
  const policy = encodePolicy(until, [
    { bucket: keys.bucket },
    ['starts-with', '$key', prefix],
    ['starts-with', '$Content-Type', ''],
    ['content-length-range', 1, maxsize],
    ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
  ]);
  return { ...fields, policy, 'x-amz-signature': hmac(s3DayKey(keys, day), policy).toString('hex') };
}

/** Headers of a request to S3 whose body is not hashed (Signature Version 4). `more` are signed too. */
export async function signS3Request(
  keys: BucketKeys,
  method: string,
  url: URL,
  more: Readonly<Record<string, string>> = {},
  now = Date.now(),
): Promise<Record<string, string>> {
  const { headers } = await new AwsV4Signer({
    accessKeyId: keys.accessKeyId,
    secretAccessKey: keys.secret,
    region: keys.region,
    service: 's3',
    method,
    url: url.href,
    headers: more,
    datetime: stampOf(now),
    allHeaders: true,
  }).sign();
  return Object.fromEntries(headers);
}

const sha1Mac = (secret: string, text: string) => createHmac('sha1', secret).update(text).digest('base64');

/** Fields of a form that uploads one object to an OSS bucket (PostObject) and cannot overwrite an object. */
export function signOssForm(keys: BucketKeys, { prefix, maxsize, until }: FormLimits) {
  const policy = encodePolicy(until, [
    { bucket: keys.bucket },
    ['starts-with', '$key', prefix],
    ['content-length-range', 1, maxsize],
    ['eq', '$x-oss-forbid-overwrite', 'true'],
    ['eq', '$success_action_status', '200'],
  ]);
  return {
    OSSAccessKeyId: keys.accessKeyId,
    policy,
    Signature: sha1Mac(keys.secret, policy),
    success_action_status: '200',
    'x-oss-forbid-overwrite': 'true',
  };
}

/** Headers of a request to OSS (header signature, version 1). `key` is the key of the object. */
export function signOssRequest(
  keys: BucketKeys,
  method: string,
  key: string,
  more: Readonly<Record<string, string>> = {},
  date = new Date().toUTCString(),
): Record<string, string> {
  const headers = Object.fromEntries(Object.entries(more).map(([name, value]) => [name.toLowerCase(), value]));
  const own = Object.keys(headers)
    .filter((name) => name.startsWith('x-oss-'))
    .sort()
    .map((name) => `${name}:${headers[name]}\n`);
  const text = [
    method,
    headers['content-md5'] ?? '',
    headers['content-type'] ?? '',
    date,
    `${own.join('')}/${keys.bucket}/${key}`,
  ].join('\n');
  return { ...headers, date, authorization: `OSS ${keys.accessKeyId}:${sha1Mac(keys.secret, text)}` };
}
