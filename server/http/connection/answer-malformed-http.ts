import type { Socket } from 'node:net';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { envelope } from './encode-response-envelope.ts';

type ClientError = NodeJS.ErrnoException;

const answers: Readonly<Record<string, { status: string; message: string; reason: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: '请求头过大 The request headers are too large',
    reason: 'too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: '请求超时 Request timed out',
    reason: 'parameter',
  },
};
const malformed = {
  status: '400 Bad Request',
  message: '参数错误！不是有效的 HTTP 请求 Parameter error! This is not a valid HTTP request',
  reason: 'parameter',
};

/**
 * Responds to input that never became a request: bytes that are not HTTP, endless headers, a missing body. The language
 * is unknown, so the message has both; the connection is closed, because what follows cannot be trusted.
 */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message, reason } = answers[error.code ?? ''] ?? malformed;
  const body = envelope(wireCode.refused, message, { reason });
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
