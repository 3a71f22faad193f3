import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for a writing service that answers when a journey tells it to. */
export interface AiService {
  readonly url: string
  /** Adds one more idea to the answer being written; waits until it was requested. */
  sendIdea(title: string): Promise<void>
  finish(): Promise<void>
  /** Answers with this error from now on. */
  fail(status: number, message: string): void
  recover(): void
  stop(): Promise<void>
}

const eventOf = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

export async function startAiService(): Promise<AiService> {
  const waiting: ServerResponse[] = []
  const asked = new EventTarget()
  let failure: { readonly status: number; readonly message: string } | null = null
  let ideaCount = 0
  const server = createServer((request, response) => {
    request.resume()
    if (failure !== null) {
      response.writeHead(failure.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: failure.message } }))
      return
    }
    ideaCount = 0
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(eventOf('{"children":['))
    waiting.push(response)
    asked.dispatchEvent(new Event('asked'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const present = async (): Promise<ServerResponse> => {
    const response = waiting.at(-1)
    if (response !== undefined) return response
    await once(asked, 'asked')
    return present()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async sendIdea(title) {
      const response = await present()
      response.write(
        eventOf(`${ideaCount === 0 ? '' : ','}${JSON.stringify({ title, description: `About ${title}` })}`),
      )
      ideaCount += 1
    },
    async finish() {
      const response = await present()
      response.end(`${eventOf(']}')}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`)
      waiting.length = 0
    },
    fail(status, message) {
      failure = { status, message }
    },
    recover: () => void (failure = null),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
