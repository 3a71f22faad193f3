import { connect } from 'node:net'

/** Sends bytes as they are and gives back all that the server says until it hangs up. */
export function sendRawRequest(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('connect', () => socket.write(bytes))
    socket.on('data', (chunk) => void chunks.push(chunk))
    // The server may hang up on us while we still write: what it said before counts.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

export const buildRawGet = (path: string, headers: readonly string[] = []): string =>
  [`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n')

export const parseRawStatus = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
