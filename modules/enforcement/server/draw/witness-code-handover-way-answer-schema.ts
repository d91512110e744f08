import { enumOf } from '#server/open-api/json-schema-shorthands.ts';
import { type WitnessCodeHandoverWay, witnessCodeHandoverWays } from '../../contract/draw/draw-witness-fields.ts';

/** How the code of a witness was handed over, as calls answer it. */
export const witnessCodeHandoverWayAnswerSchema = enumOf(
  ...(Object.keys(witnessCodeHandoverWays) as WitnessCodeHandoverWay[]),
);
