import type { MapLayerFeatures } from '#kernel/module/wall-map-layer.ts';
import { JsonParts, JsonText } from '#server/http/connection/encode-response-envelope.ts';
import { encodedPartsOfMapLayer } from '#server/wall-panel/map-layer-features-as-json.ts';

/** The answer of a panel as JSON. The layers of a map are put into it as they were encoded. */
export function encodePanelAnswer(answer: unknown): JsonText {
  const { layers = {}, ...rest } = answer as { layers?: Readonly<Record<string, MapLayerFeatures>> };
  const encoded = Object.entries(layers).map(([name, layer]) => ({
    name,
    layer,
    parts: encodedPartsOfMapLayer(layer),
  }));
  if (!encoded.some(({ parts }) => parts)) return new JsonText(JSON.stringify(answer));
  const parts = encoded.flatMap((one, at) => [
    `${at > 0 ? ',' : ''}${JSON.stringify(one.name)}:`,
    ...(one.parts ?? [JSON.stringify(one.layer)]),
  ]);
  return new JsonParts([`${JSON.stringify(rest).slice(0, -1)},"layers":{`, ...parts, '}}']);
}
