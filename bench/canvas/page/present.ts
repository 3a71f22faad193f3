import type { GivenMap, MapSubject } from '../map-subject.ts'
import type { Painted } from './eye.ts'

/** The interface of a bench page for the harness. */
export interface Stage {
  readonly zoomStepPx: number
  /** Fetches and parses the map, so that it is in memory before the clock starts. */
  load(size: number): Promise<void>
  open(): Promise<Painted>
  rootBox(): { readonly left: number; readonly width: number } | null
  /** The leaves are passed only when they are needed, or they would count in the subject's heap. */
  keepLeaves(ids: readonly string[]): void
  leafInView(): string | null
  addChild(parentId: string): Promise<Painted>
  rename(id: string): Promise<Painted>
}

declare global {
  interface Window {
    stage: Stage
  }
}

export function present(subject: MapSubject): void {
  const { eye } = window
  let map: GivenMap | null = null
  let rootId = ''
  let leaves: ReadonlySet<string> = new Set()
  const isRootSeen = () => !subject.isBuilding?.() && eye.isInView(subject.findElement(rootId))

  window.stage = {
    zoomStepPx: subject.zoomStepPx,
    async load(size) {
      map = (await (await fetch(`/map-${size}.json`)).json()) as GivenMap
      rootId = map.nodes[0]?.id ?? ''
    },
    open() {
      const host = document.getElementById('host')
      if (!map || !host) throw new Error('nothing to show')
      const given = map
      // Data that a subject does not keep must not count in its heap.
      map = null
      const start = performance.now()
      void subject.open(host, given)
      return eye.untilPainted(start, isRootSeen)
    },
    rootBox: () => (subject.isStill ? null : subject.findElement(rootId))?.getBoundingClientRect() ?? null,
    keepLeaves: (ids) => (leaves = new Set(ids)),
    leafInView: () => eye.nearestToMiddle([...subject.boxes()].filter(([id]) => leaves.has(id))),
    addChild(parentId) {
      const start = performance.now()
      void subject.addChild(parentId, { id: 'added', parentId, title: 'New node' })
      return eye.untilPainted(start, () => eye.isInView(subject.findElement('added')))
    },
    rename(id) {
      const start = performance.now()
      void subject.rename(id, 'Named anew')
      const isSeen = () => {
        const element = subject.findElement(id)
        return element?.textContent?.includes('Named anew') === true && eye.isInView(element)
      }
      return eye.untilPainted(start, isSeen)
    },
  }
}
