import { text } from '#kernel/text.ts';
import type { Hooks } from '#server/write/hooks.ts';
import { shortestKey, type source } from '../contract/source.ts';

const short = text('密钥至少 20 个字符', 'The key needs at least 20 characters');

/** A source has a key from its first day, long enough not to be guessed. An empty one keeps what there is. */
const checkKey: NonNullable<Hooks<typeof source>['add']> = ({ values, fail }) => {
  if (values.key && values.key.length < shortestKey) fail('key', short);
};

export const sourceHooks: Hooks<typeof source> = { add: checkKey, edit: checkKey };
