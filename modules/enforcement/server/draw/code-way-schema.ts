import { enumOf } from '#server/open-api/json-schema-shorthands.ts';
import { type CodeWay, codeWays } from '../../contract/draw/witness-fields.ts';

/** How the code of a witness was handed over, as calls answer it. */
export const codeWaySchema = enumOf(...(Object.keys(codeWays) as CodeWay[]));
