import { limits, type NodeId } from '@espalier/domain'
import type { Workbench } from '../workbench/workbench.ts'

const durationMs = 3 * limits.transitionMs.max

const isStill = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false

/** Lets a new child come out of its parent. */
export function glideIn(bench: Workbench, parentId: NodeId, id: NodeId): void {
  if (isStill()) return
  requestAnimationFrame(() => {
    const [from, to] = [bench.stage.rectOf(parentId), bench.stage.rectOf(id)]
    const box = document.querySelector(`[data-node-id="${id}"]`)
    if (from === undefined || to === undefined || box === null) return
    const start = { transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, opacity: 0 }
    box.animate([start, { transform: 'none', opacity: 1 }], { duration: durationMs, easing: 'ease-out' })
  })
}
