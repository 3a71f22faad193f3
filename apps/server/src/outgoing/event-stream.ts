import { FetchBodyTooLargeError } from './text-of.ts'

/** One event of a server-sent stream. */
export interface ServerSentEvent {
  /** 'message' where the stream names none. */
  readonly name: string
  readonly text: string
}

/** Reads server-sent events as they come. One that the stream does not end is not told: it may be half a one. */
export async function* readServerSentEvents(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder()
  let waiting = ''
  let bytes = 0
  let name = ''
  let lines: string[] = []
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new FetchBodyTooLargeError('the stream is too long')
    waiting += decoder.decode(chunk, { stream: true })
    // A carriage return at the end may be half of a line's end.
    const parts = waiting.split(/\r\n|\n|\r(?!$)/u)
    waiting = parts.pop() ?? ''
    for (const line of parts) {
      if (line === '') {
        if (lines.length > 0) yield { name: name || 'message', text: lines.join('\n') }
        name = ''
        lines = []
      } else if (line.startsWith('data:')) lines.push(readFieldValue(line))
      else if (line.startsWith('event:')) name = readFieldValue(line)
    }
  }
}

const readFieldValue = (line: string): string => line.slice(line.indexOf(':') + 1).replace(/^ /u, '')
