import { limits, type NodeId } from '@espalier/domain'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

const ideaAnimationMs = 3 * limits.transitionMs.max

const prefersReducedMotion = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches !== false

/** Lets a new child come out of its parent. */
export function animateFromParent(workspace: ProjectWorkspace, parentId: NodeId, id: NodeId): void {
  if (prefersReducedMotion()) return
  requestAnimationFrame(() => {
    const [from, to] = [workspace.map.getRect(parentId), workspace.map.getRect(id)]
    const box = document.querySelector(`[data-node-id="${id}"]`)
    if (from === undefined || to === undefined || box === null) return
    const start = { transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, opacity: 0 }
    box.animate([start, { transform: 'none', opacity: 1 }], { duration: ideaAnimationMs, easing: 'ease-out' })
  })
}
