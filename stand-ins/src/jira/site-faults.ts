import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * slow: no response until the site heals. cut: the connection breaks before anything is done. lost: the work is done,
 * and the connection breaks before the response. half: the response breaks off. garbage: a response that is not JSON.
 * error: 500. limit: 429. huge: a response without an end. redirect: to another URL.
 */
export type SiteFaultKind = 'slow' | 'cut' | 'lost' | 'half' | 'garbage' | 'error' | 'limit' | 'huge' | 'redirect'

export interface SiteFault {
  readonly kind: SiteFaultKind
  /** Applies only to requests whose `METHOD /path` matches. */
  readonly where?: RegExp
  /** Lets this many of them pass first. */
  readonly after?: number
  /** How often it applies; if absent, until the site heals. */
  readonly times?: number
  readonly retryAfterSeconds?: number
}

export interface SiteFaults {
  add(fault: SiteFault): void
  heal(): void
  /** Returns the fault for this request; each call is counted. */
  next(request: string): SiteFault | null
  /** Resolves when the site heals. */
  untilHealed(): Promise<void>
}

export function createSiteFaults(): SiteFaults {
  let present: { fault: SiteFault; passed: number; left: number }[] = []
  const events = new EventEmitter().setMaxListeners(0)
  return {
    add(fault) {
      present.push({ fault, passed: 0, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    heal() {
      present = []
      events.emit('healed')
    },
    next(request) {
      const matching = present.filter(({ fault, left }) => left > 0 && fault.where?.test(request) !== false)
      const active = matching.find(({ fault, passed }) => passed >= (fault.after ?? 0))
      for (const one of matching) one.passed += 1
      if (active === undefined) return null
      active.left -= 1
      return active.fault
    },
    untilHealed: async () => {
      await once(events, 'healed')
    },
  }
}

/** Applies the faults that occur before any work. Returns true if the request is answered or never will be. */
export async function applyFaultBeforeAnswer(
  fault: SiteFault | null,
  response: ServerResponse,
  faults: SiteFaults,
): Promise<boolean> {
  if (fault === null) return false
  if (fault.kind === 'slow') {
    await faults.untilHealed()
    return response.destroyed
  }
  if (fault.kind === 'cut') response.destroy()
  else if (fault.kind === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  else if (fault.kind === 'error')
    response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal server error')
  else if (fault.kind === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  else if (fault.kind === 'huge') await sendEndlessBody(response)
  else if (fault.kind === 'limit') {
    const headers = { 'retry-after': String(fault.retryAfterSeconds ?? 1), 'ratelimit-reason': 'jira-burst-based' }
    response.writeHead(429, headers).end()
  } else return false
  return true
}

const chunk = Buffer.alloc(256 * 1024, ' ')
const maxChunks = 200

async function sendEndlessBody(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  for (let sent = 0; sent < maxChunks && !response.destroyed; sent += 1) {
    response.write(chunk)
    await wait(1)
  }
  response.end()
}
