import type { OpenMenu, Workbench } from '../workbench/workbench.ts'

/** Where a menu hangs on the screen: where it was asked for, else at its button, else below its node. */
export function placeOfMenu(
  bench: Workbench,
  { nodeId, at }: OpenMenu,
): { readonly left: number; readonly top: number } {
  if (at !== null) return { left: at.x, top: at.y }
  const node = [...document.querySelectorAll('[data-node-id]')].find(
    (one) => one.getAttribute('data-node-id') === nodeId,
  )
  const button = node?.querySelector('[aria-label="Node menu"]')?.getBoundingClientRect()
  if (button !== undefined) return { left: button.left, top: button.bottom }
  const rect = bench.stage.screenRectOf(nodeId)
  return rect === null ? { left: 0, top: 0 } : { left: rect.left, top: rect.top + rect.height }
}
