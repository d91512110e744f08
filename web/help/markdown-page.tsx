import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';

/** A help page written in Markdown. HTML in it is shown as text, and only links inside the product are links. */
export function MarkdownPage({ source }: { source: string }) {
  return renderTokens(lexer(source));
}

const renderTokens = (tokens: readonly Token[] = []): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
  tokens.map((token, at) => <Fragment key={at}>{renderToken(token as MarkedToken)}</Fragment>);

function renderToken(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return token.depth > 2 ? <h4>{renderTokens(token.tokens)}</h4> : <h3>{renderTokens(token.tokens)}</h3>;
    case 'paragraph':
      return <p>{renderTokens(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{renderTokens(token.tokens)}</blockquote>;
    case 'list':
      return <List {...token} />;
    case 'list_item':
      return <li>{renderTokens(token.tokens)}</li>;
    case 'table':
      return <Table {...token} />;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'strong':
      return <strong>{renderTokens(token.tokens)}</strong>;
    case 'em':
      return <em>{renderTokens(token.tokens)}</em>;
    case 'del':
      return <del>{renderTokens(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link':
      // a second slash or a backslash would lead to another host
      return /^\/(?![/\\])/.test(token.href) ? <Link to={token.href}>{renderTokens(token.tokens)}</Link> : token.raw;
    case 'text':
      return token.tokens ? renderTokens(token.tokens) : token.text;
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

function List({ ordered, items }: Tokens.List) {
  const Tag = ordered ? 'ol' : 'ul';
  return <Tag>{renderTokens(items)}</Tag>;
}

function Table({ header, rows }: Tokens.Table) {
  const cells = (row: readonly Tokens.TableCell[]) =>
    row.map(({ header: isHeading, tokens }, at) => {
      const Cell = isHeading ? 'th' : 'td';
      // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
      return <Cell key={at}>{renderTokens(tokens)}</Cell>;
    });
  return (
    <table>
      <thead>
        <tr>{cells(header)}</tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page does not change while it is read
          <tr key={at}>{cells(row)}</tr>
        ))}
      </tbody>
    </table>
  );
}
