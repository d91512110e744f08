import { z } from 'zod';

/**
 * The types of values in rows by the wire contract (§2.1): ids and moments are whole numbers, flags and money are text.
 */
export const int = z.number().int();
export const word = z.string();
export const flag = z.enum(['0', '1']);
/** `12.00` */
export const money = z.string().regex(/^-?\d+\.\d\d$/);
/** Unix seconds; 0 if there is no moment. */
export const moment = z.number().int().min(0);
/** Keys of every row. */
export const times = { createtime: moment, updatetime: moment };

/** An object with at least these keys. */
export const shape = z.looseObject;

/** A row of a tree: `children` only if there are any. */
export const treeOf = (keys: z.ZodRawShape): z.ZodType => {
  const row: z.ZodType = z.looseObject({ ...keys, children: z.lazy(() => z.array(row).min(1)).optional() });
  return row;
};
