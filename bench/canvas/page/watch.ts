// Runs in the product's page after the eye: reports when a requested result is there.
import type { Painted } from './eye.ts'

export interface Watch {
  /** Measures from the mark `nodes-received` until the canvas is ready and its root is visible. */
  opening(rootId: string): void
  adding(): void
  /** Waits until the box shows its new title and no editor. */
  renaming(id: string, title: string): void
  /** Resolves to the result of the last watch. */
  seen(): Promise<Painted>
  marksMs(): number
  /** Returns the time from the address to the canvas that is ready. */
  addressMs(): number
  leafInView(): string | null
}

declare global {
  interface Window {
    watch: Watch
  }
}

const { eye } = window
const findBox = (id: string) => document.querySelector(`[data-node-id="${id}"]`)
const boxes = () => [...document.querySelectorAll<HTMLElement>('[data-node-id]')]
const getMarkTime = (mark: string) => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN

let awaited: Promise<Painted> | null = null

/** Ready is set in the frame that paints: that one is the first of the two frames that everyone is given. */
function untilReady(rootId: string): Promise<Painted> {
  const start = getMarkTime('nodes-received')
  const isSeen = () =>
    document.querySelector('[data-canvas][data-ready="true"]') !== null && eye.isInView(findBox(rootId))
  if (!isSeen()) return eye.untilPainted(start, isSeen)
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve({ ms: performance.now() - start, frames: 1 }))
  })
}

const afterKey = (key: string, isSeen: () => boolean): Promise<Painted> =>
  new Promise((resolve) => {
    eye.onKey(key, (start) => resolve(eye.untilPainted(start, isSeen)))
  })

window.watch = {
  opening(rootId) {
    const mark = performance.mark.bind(performance)
    awaited = new Promise((resolve) => {
      performance.mark = (name, options) => {
        const entry = mark(name, options)
        if (name === 'canvas-ready') queueMicrotask(() => resolve(untilReady(rootId)))
        return entry
      }
    })
  },
  adding() {
    const before = new Set<Element>(boxes())
    awaited = afterKey('Tab', () => boxes().some((box) => !before.has(box) && eye.isInView(box)))
  },
  renaming(id, title) {
    awaited = afterKey('Enter', () => {
      const box = findBox(id)
      const isNamed = box?.textContent?.includes(title) === true && eye.isInView(box)
      return isNamed && document.querySelector('[contenteditable="true"],[role="textbox"]') === null
    })
  },
  seen: () => awaited ?? Promise.reject(new Error('nothing is watched for')),
  marksMs: () => getMarkTime('canvas-ready') - getMarkTime('nodes-received'),
  addressMs: () => getMarkTime('canvas-ready'),
  leafInView: () =>
    eye.nearestToMiddle(
      boxes()
        .filter((box) => !box.hasAttribute('aria-expanded'))
        .map((box) => [box.dataset['nodeId'] ?? '', box] as const),
    ),
}
