import { retryDelayMs } from '@espalier/sync'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLiveClient } from './live-client.ts'
import { liveConnection } from './live-connection.ts'

describe('lost websocket', () => {
  it.each([0, 1, 2, 3, 4])('reopens the websocket 1 to 5 s later at attempt %i', (retries) => {
    expect(retryDelayMs(retries, 0)).toBeGreaterThanOrEqual(1_000)
    expect(retryDelayMs(retries, 1)).toBeLessThanOrEqual(5_000)
  })

  it('doubles the retry delay up to a limit, with jitter', () => {
    expect([0, 1, 2, 3].map((retries) => retryDelayMs(retries, 1))).toEqual([1_000, 2_000, 4_000, 5_000])
    expect(retryDelayMs(2, 0.5)).toBe(2_500)
  })
})

/** A socket that stays open and never answers. */
class SilentSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  static readonly all: SilentSocket[] = []
  readonly OPEN = 1
  readyState = 1
  closedWith: number | null = null
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null

  constructor() {
    SilentSocket.all.push(this)
    queueMicrotask(() => this.onopen?.())
  }

  readonly sent: string[] = []

  send(text: string): void {
    const { type } = JSON.parse(text) as { readonly type: string }
    this.sent.push(type)
    if (type === 'connection_init') this.onmessage?.({ data: '{"type":"connection_ack"}' })
  }

  close(code = 1000): void {
    this.closedWith ??= code
    this.readyState = 3
    this.onclose?.({ code, reason: '' })
  }
}

const sink = { next: () => undefined, error: () => undefined, complete: () => undefined }
const query = 'subscription { nodeCreated(projectId: "p") { id } }'

describe('websocket that is lost while it is opened', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    SilentSocket.all.length = 0
  })

  it('is sent nothing more', async () => {
    class LostSocket extends SilentSocket {
      override send(text: string): void {
        super.send(text)
        this.readyState = SilentSocket.CLOSED
      }
    }
    vi.stubGlobal('WebSocket', LostSocket)
    const client = createLiveClient({ base: 'http://api.example', personId: () => null, clientId: 'tab' })
    for (let index = 0; index < 3; index += 1) client.subscribe({ query }, sink)
    await vi.waitFor(() => expect(SilentSocket.all[0]?.readyState).toBe(SilentSocket.CLOSED))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(SilentSocket.all[0]?.sent).toEqual(['connection_init'])
    await client.dispose()
  })
})

describe('websocket whose other end vanished', () => {
  afterEach(() => vi.useRealTimers())

  it('closes a websocket that does not answer and reopens it at once when somebody asks for it', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', SilentSocket)
    const codes: (number | null)[] = []
    const onDisconnected = (code: number | null) => void codes.push(code)
    const client = createLiveClient({
      base: 'http://api.example',
      personId: () => null,
      clientId: 'tab',
      onDisconnected,
    })
    const unsubscribe = client.subscribe({ query }, sink)
    await vi.advanceTimersByTimeAsync(14_900)
    expect([SilentSocket.all.length, codes]).toEqual([1, []])
    await vi.advanceTimersByTimeAsync(200)
    expect([SilentSocket.all[0]?.closedWith, codes]).toEqual([4408, [4408]])
    liveConnection.hurry()
    await vi.advanceTimersByTimeAsync(10)
    expect(SilentSocket.all).toHaveLength(2)
    unsubscribe()
    await client.dispose()
  })
})
