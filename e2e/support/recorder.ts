import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Recorder {
  readonly url: string
  readonly received: readonly Recorded[]
  stop(): void
}

/** A stand-in for another service: it records requests and answers with a script or nothing. */
export async function startRecorder(script = ''): Promise<Recorder> {
  const received: Recorded[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(request.method === 'GET' ? script : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
