import { setTimeout as pause } from 'node:timers/promises'

export interface Latency {
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

const everyMs = 5

/** Measures how long /healthz took to answer while some work was done. */
export async function measureHealthDuring(url: string, work: () => Promise<unknown>): Promise<Latency> {
  let isOver = false
  const took: number[] = []
  const watching = (async () => {
    while (!isOver) {
      const from = performance.now()
      const answer = await fetch(`${url}/healthz`)
      await answer.arrayBuffer()
      took.push(performance.now() - from)
      await pause(everyMs)
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await watching
  }
  return summarize(took)
}

function summarize(took: readonly number[]): Latency {
  const sorted = took.toSorted((left, right) => left - right)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { requests: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}
