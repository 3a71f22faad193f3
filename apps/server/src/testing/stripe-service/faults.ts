import type { ServerResponse } from 'node:http'

/** How a service can be ill. */
export const stripeFaults = ['slow', 'dripping', 'cut', 'garbage', 'odd', 'failing', 'busy'] as const
export type StripeFault = (typeof stripeFaults)[number]

const jsonHeaders = { 'content-type': 'application/json' }

/** Answers as a service does that has this illness. What never ends is ended when the service is stopped. */
export function sendFaultyResponse(fault: StripeFault, response: ServerResponse): void {
  switch (fault) {
    case 'slow':
      return
    case 'dripping':
      return sendSlowly(response)
    case 'cut':
      response.writeHead(200, { ...jsonHeaders, 'content-length': '1000' })
      response.write('{"id":', () => response.destroy())
      return
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the hotel</html>')
      return
    case 'odd':
      response.writeHead(200, jsonHeaders).end(JSON.stringify({ id: 7, url: 'javascript:alert(1)', status: null }))
      return
    case 'failing':
      response.writeHead(500, jsonHeaders).end(JSON.stringify({ error: { type: 'api_error', message: 'at db.ts:17' } }))
      return
    case 'busy':
      response.writeHead(429, jsonHeaders).end(JSON.stringify({ error: { type: 'rate_limit_error', message: 'Slow down' } }))
  }
}

function sendSlowly(response: ServerResponse): void {
  response.writeHead(200, jsonHeaders)
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
