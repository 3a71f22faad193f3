import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@espalier/contract'

export interface RawErrorResponse {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfter?: number
}

/** Answers in plain HTTP where there is no reply object: a socket that is not granted, bytes that are no request. */
export function sendRawError(socket: Duplex, { status, code, message, retryAfter }: RawErrorResponse): void {
  const body = JSON.stringify({ error: { code, message, ...(retryAfter !== undefined && { retryAfter }) } })
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(retryAfter === undefined ? [] : [`retry-after: ${retryAfter}`]),
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
