interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: { readonly query?: string }
}

/** Creates websockets that speak graphql-transport-ws; the test controls the server's end. */
export function liveSockets() {
  const open = new Set<LiveSocket>()
  let refusal: object | null = null
  let isAway = false
  let standing: { readonly sessions: readonly object[]; readonly seq: () => number } = { sessions: [], seq: () => 0 }

  class LiveSocket {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly OPEN = 1
    readyState = 0
    onopen: (() => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | null = null
    onerror: ((event: unknown) => void) | null = null
    readonly fields = new Map<string, string>()

    constructor() {
      queueMicrotask(() => {
        if (isAway) return this.close(1006, 'away')
        this.readyState = 1
        open.add(this)
        this.onopen?.()
      })
    }

    send(text: string): void {
      const { type, id = '', payload } = JSON.parse(text) as Message
      if (type === 'connection_init') this.sendToPage({ type: 'connection_ack' })
      if (type === 'ping') this.sendToPage({ type: 'pong' })
      if (type === 'complete') this.fields.delete(id)
      if (type !== 'subscribe') return
      if (refusal !== null) this.sendToPage({ ...refusal, id })
      else this.#begin(id, /\{\s*(\w+)/.exec(payload?.query ?? '')?.[1] ?? '')
    }

    /** Answers only the subscription of who is there immediately; the others wait for the test. */
    #begin(id: string, field: string): void {
      this.fields.set(id, field)
      if (field !== 'projectSessions') return
      const extensions = { seq: standing.seq(), clientId: null }
      this.sendToPage({ type: 'next', id, payload: { data: { [field]: standing.sessions }, extensions } })
    }

    sendToPage(message: object): void {
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }))
    }

    close(code = 1000, reason = ''): void {
      if (this.readyState === 3) return
      this.readyState = 3
      open.delete(this)
      queueMicrotask(() => this.onclose?.({ code, reason, wasClean: true }))
    }
  }

  return {
    Socket: LiveSocket,
    /** The server does not know the subscribed field. */
    refuse: () => (refusal = { type: 'error', payload: [{ message: 'Cannot query field' }] }),
    /** The server cannot decide whether the subscription is allowed, as when its database is away. */
    fail: (isFailing: boolean) =>
      (refusal = isFailing
        ? { type: 'next', payload: { errors: [{ message: 'Something went wrong', extensions: { code: 'INTERNAL' } }] } }
        : null),
    /** No socket connects. */
    goAway: (away: boolean) => (isAway = away),
    /** Sets who is there and the project's seq at the time of a new subscription. */
    stand: (sessions: readonly object[], seq: () => number) => (standing = { sessions, seq }),
    /** Returns the subscribed fields. */
    listening: () => [...open].flatMap((socket) => [...socket.fields.values()]).sort(),
    publish(field: string, value: unknown, extensions: object): void {
      for (const socket of open) {
        for (const [id, subscribed] of socket.fields) {
          if (subscribed === field)
            socket.sendToPage({ type: 'next', id, payload: { data: { [field]: value }, extensions } })
        }
      }
    },
    /** The server revokes a right. */
    end(field: string, code: string): void {
      for (const socket of open) {
        for (const [id, subscribed] of socket.fields) {
          if (subscribed !== field) continue
          socket.fields.delete(id)
          socket.sendToPage({ type: 'error', id, payload: [{ message: 'Not found', extensions: { code } }] })
        }
      }
    },
    cut(code = 1006): void {
      for (const socket of open) socket.close(code, 'gone')
    },
  }
}
