/** A value of GeoReport: texts, numbers, and lists of objects. */
export type GeoReportValue = string | number | boolean | null | readonly GeoReportObject[];
export type GeoReportObject = { readonly [name: string]: GeoReportValue };

const escapeText = (value: string): string =>
  value
    // XML 1.0 has no control characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function element(name: string, value: GeoReportValue): string {
  if (value === null || value === '') return `<${name}/>`;
  if (typeof value === 'object')
    return `<${name}>${value.map((one) => object(name.replace(/s$/, ''), one)).join('')}</${name}>`;
  return `<${name}>${escapeText(String(value))}</${name}>`;
}

const object = (name: string, one: GeoReportObject): string =>
  `<${name}>${Object.entries(one)
    .map(([member, value]) => element(member, value))
    .join('')}</${name}>`;

/** An answer of GeoReport v2 in XML: a list of `<request>` within `<service_requests>`, or the single object. */
export const geoReportXml = (
  root: string,
  item: string,
  answer: readonly GeoReportObject[] | GeoReportObject,
): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${
    Array.isArray(answer)
      ? `<${root}>${(answer as readonly GeoReportObject[]).map((one) => object(item, one)).join('')}</${root}>`
      : object(root, answer as GeoReportObject)
  }`;
