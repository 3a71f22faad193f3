// Runs first in every measured page, after the eye: reports when the plan is painted, by the page's own clock.
import type { TimedRequest } from '../traffic.ts'

export interface Opening {
  /** From the start of the navigation to two frames after the plan was first seen, be it as a stored picture. */
  readonly ms: number
  /** The same for the plan that can be used. */
  readonly usableMs: number
  /** That moment by the computer's clock. */
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

/** Our own page shows the last view of the plan before its code runs. */
const isPictureSeen = (): boolean => document.querySelector('#plan-picture[data-shown]') !== null

const toRequest = (entry: PerformanceResourceTiming): TimedRequest => ({
  name: entry.name,
  isDocument: entry.entryType === 'navigation',
  start: entry.startTime,
  firstByte: entry.responseStart,
  end: entry.responseEnd,
})

/** Files from the browser's own cache were not on the line. */
function requestsUntil(ms: number): TimedRequest[] {
  const entries = ['navigation', 'resource'].flatMap(
    (kind) => performance.getEntriesByType(kind) as PerformanceResourceTiming[],
  )
  return entries.filter((entry) => entry.transferSize > 0 && entry.responseEnd <= ms).map(toRequest)
}

const usable = eye.untilPainted(0, isSeen)
window.opening = eye
  .untilPainted(0, () => isPictureSeen() || isSeen())
  .then(async ({ ms }) => {
    const { ms: usableMs } = await usable
    const received = performance.getEntriesByName('nodes-received')[0]?.startTime
    return {
      ms,
      usableMs,
      at: performance.timeOrigin + usableMs,
      ...(received !== undefined && received < usableMs && { fromNodesMs: usableMs - received }),
      requests: requestsUntil(usableMs),
    }
  })
