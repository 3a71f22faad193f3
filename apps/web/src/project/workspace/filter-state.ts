import type { NodeId } from '@espalier/domain'
import { planGround } from './plan-views.ts'
import type { FilterState, NodeLens, NodeMatches, ProjectWorkspace } from './project-workspace.ts'

export const emptyFilter: FilterState = { isOpen: false, text: '', isDimming: false, focusRequests: 0, step: 0 }
export const noMatches: NodeMatches = { found: null, shown: null }
export const noLens: NodeLens = { kind: 'none', found: null }

export const isFilterShown = ({ isOpen, text }: FilterState): boolean => isOpen || text !== ''

/** Tells whether a filter that only dims leaves a node out: it hides nothing but what is outside of a focused branch. */
export const isOutsideFilter = ({ found, shown, branch }: NodeMatches, id: NodeId): boolean =>
  found !== null && shown === (branch?.ids ?? null) && !found.has(id)

/** Shows the filter box, or focuses it again. */
export function openFilter({ filter }: ProjectWorkspace): void {
  const present = filter.get()
  filter.set({ ...present, isOpen: true, focusRequests: present.focusRequests + 1 })
}

/** Removes the box together with its filter: nothing is hidden without a sign of it. */
export function closeFilter(workspace: ProjectWorkspace): void {
  const present = workspace.filter.get()
  workspace.filter.set({ ...present, isOpen: false, text: '', step: present.step + 1 })
  leaveFilter(workspace)
}

/** Returns the focus to the plan. */
export function leaveFilter({ map, selection }: ProjectWorkspace): void {
  const { current } = selection.get()
  if (current !== null) map.focus(current)
  else document.querySelector<HTMLElement>(planGround)?.focus({ preventScroll: true })
}

/** Filters by an address: of one that a person returns to, also its missing filter counts. */
export function applyAddressedFilter({ filter }: ProjectWorkspace, text: string | null, isReturning: boolean): void {
  const present = filter.get()
  if (text !== null) filter.set({ ...present, isOpen: true, text })
  else if (isReturning && isFilterShown(present)) filter.set({ ...present, isOpen: false, text: '' })
  // The filter stays; a new object makes the address tell it again.
  else if (present.text !== '') filter.set({ ...present })
}
