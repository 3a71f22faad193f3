// Runs first in every measured page, after the eye: reports when the plan is painted, by the page's own clock.
import type { TimedRequest } from '../traffic.ts'

export interface Opening {
  /** From the start of the navigation to two frames after the plan was first seen. */
  readonly ms: number
  /** The same moment by the computer's clock. */
  readonly at: number
  /** From the nodes in memory to the painted plan; missing if the page sets no such mark. */
  readonly fromNodesMs?: number
  /** The requests that were answered over the line until then. */
  readonly requests: readonly TimedRequest[]
}

declare global {
  interface Window {
    /** Set by a page that has no node elements: true once it shows the plan. */
    isPlanShown?: () => boolean
    opening: Promise<Opening>
  }
}

const { eye } = window
const findFirstNode = () => document.querySelector('[data-node-id]')

function isSeen(): boolean {
  if (window.isPlanShown) return window.isPlanShown()
  return document.querySelector('[data-canvas][data-ready="true"]') !== null && eye.isInView(findFirstNode())
}

const toRequest = (entry: PerformanceResourceTiming): TimedRequest => ({
  name: entry.name,
  isDocument: entry.entryType === 'navigation',
  start: entry.startTime,
  firstByte: entry.responseStart,
  end: entry.responseEnd,
})

/** What came from the browser's own cache was not on the line. */
function requestsUntil(ms: number): TimedRequest[] {
  const entries = ['navigation', 'resource'].flatMap(
    (kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[],
  )
  return entries.filter((entry) => entry.transferSize > 0 && entry.responseEnd <= ms).map(toRequest)
}

window.opening = eye.untilPainted(0, isSeen).then(({ ms }) => {
  const received = performance.getEntriesByName('nodes-received')[0]?.startTime
  return {
    ms,
    at: performance.timeOrigin + ms,
    ...(received !== undefined && received < ms && { fromNodesMs: ms - received }),
    requests: requestsUntil(ms),
  }
})
