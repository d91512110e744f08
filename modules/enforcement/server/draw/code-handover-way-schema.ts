import { enumOf } from '#server/open-api/json-schema-shorthands.ts';
import { type CodeHandoverWay, codeHandoverWays } from '../../contract/draw/witness-fields.ts';

/** How the code of a witness was handed over, as calls answer it. */
export const codeHandoverWaySchema = enumOf(...(Object.keys(codeHandoverWays) as CodeHandoverWay[]));
