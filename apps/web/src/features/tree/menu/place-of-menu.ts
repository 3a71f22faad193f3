import type { OpenNodeMenu, ProjectWorkspace } from '../workbench/workbench.ts'

/** Where a menu hangs on the screen: where it was asked for, else at its button, else below its node. */
export function findMenuPosition(
  workspace: ProjectWorkspace,
  { nodeId, at }: OpenNodeMenu,
): { readonly left: number; readonly top: number } {
  if (at !== null) return { left: at.x, top: at.y }
  const node = [...document.querySelectorAll('[data-node-id]')].find(
    (one) => one.getAttribute('data-node-id') === nodeId,
  )
  const button = node?.querySelector('[aria-label="Node menu"]')?.getBoundingClientRect()
  if (button !== undefined) return { left: button.left, top: button.bottom }
  const rect = workspace.map.getScreenRect(nodeId)
  return rect === null ? { left: 0, top: 0 } : { left: rect.left, top: rect.top + rect.height }
}
