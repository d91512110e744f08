import { Parser } from 'htmlparser2';

/** Elements of a message: the names of WeChat, those within another joined by a dot (`ScanCodeInfo.ScanResult`). */
export type CallbackElements = Readonly<Record<string, string>>;

/** A body that is not a WeChat message. */
export class CallbackFormatError extends Error {}

const maxElements = 100;
/** The deepest message is of pictures from a menu: `xml`, `SendPicsInfo`, `PicList`, `item`, `PicMd5Sum`. */
const maxDepth = 6;

/**
 * Reads an XML message; of elements with the same name the first. Documents with a declaration of types, and so of entities, are refused; so is what is nested or
 * long beyond any message.
 *
 * @throws CallbackFormatError
 */
export function parseCallbackXml(xml: string): CallbackElements {
  const elements: Record<string, string> = Object.create(null) as Record<string, string>;
  const path: string[] = [];
  let count = 0;
  let content = '';
  let isClosed = false;
  const refuse = (): never => {
    throw new CallbackFormatError('no message of WeChat');
  };
  // no character of XML, and none that PostgreSQL stores
  if (xml.includes('\0')) refuse();
  const parser = new Parser(
    {
      onopentagname(name) {
        if (isClosed || ++count > maxElements || path.length >= maxDepth || (path.length === 0 && name !== 'xml'))
          refuse();
        path.push(name);
        content = '';
      },
      ontext(piece) {
        content += piece;
      },
      onclosetag(name, isImplied) {
        if (isImplied || path.at(-1) !== name) refuse();
        const key = path.slice(1).join('.');
        if (key !== '') elements[key] ??= content.trim();
        path.pop();
        content = '';
        isClosed = path.length === 0;
      },
      onprocessinginstruction(name) {
        if (name.startsWith('!')) refuse();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  if (!isClosed) refuse();
  return elements;
}
