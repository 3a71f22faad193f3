import type { Socket } from 'node:net'
import { sendRawError } from './raw-answer.ts'

/** Bytes that are no HTTP request at all never become a request: the answer goes straight to the socket. */
export function answerMalformedRequest(error: Error & { readonly code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  sendRawError(socket, { status, code: 'BAD_USER_INPUT', message: 'The request could not be read' })
}
