import { useEffect, useRef } from 'react'
import type { WritableCell } from '../../platform/cell.ts'
import { browser } from '../../platform/navigation.ts'
import { useLocation, useNavigationType } from '../../platform/router.tsx'
import { isCanvasFocused, selectNode } from '../actions/action.ts'
import { searchNodes } from '../search/search-nodes.ts'
import { applyAddressedFilter } from '../workspace/filter-state.ts'
import { focusBranch, getFocusedId } from '../workspace/focused-branch.ts'
import {
  emptyAddress,
  formatAddressHash,
  parseAddressHash,
  type ProjectAddress,
  readSharedParts,
} from '../workspace/project-address.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { closeSearch, emptySearch, showHiddenNode, showSearchHits } from '../workspace/search-state.ts'
import type { MapPosition } from '../workspace/view-settings.ts'

/**
 * Synchronizes the viewport with the address in both directions. An address that names no place opens the project where
 * this person left it.
 */
export function useAddressHash(workspace: ProjectWorkspace, position: WritableCell<MapPosition | null>): void {
  const location = useLocation()
  const type = useNavigationType()
  const followed = useRef<ProjectAddress | null>(null)
  const followedPath = useRef(location.pathname)
  useEffect(() => {
    // A location is new even if its hash is the same: the same search was requested again.
    const next = parseAddressHash(location.hash)
    const isOpening = followed.current === null
    const isOtherView = followedPath.current !== location.pathname
    followedPath.current = location.pathname
    const isReturning = type === 'POP' && !isOtherView
    applyAddressedFilter(workspace, next.filter, isReturning)
    if (next.focus !== null || isReturning) focusBranch(workspace, next.focus)
    if (next.split !== null || isReturning) workspace.split.set(next.split)
    // The selection and the search stay when only the view changes. A link to a node may name another view, too.
    const isSwitch = isOtherView && (type === 'POP' || (next.node === null && next.pan === null))
    if (!isSwitch) applyAddress(workspace, followed.current ?? emptyAddress, next)
    if (isOpening && [next.node, next.pan, next.search, next.focus].every((part) => part === null))
      returnToPosition(workspace, position.get())
    followed.current = next
  }, [workspace, location, type, position])
  useEffect(() => keepAddressUpToDate(workspace, position), [workspace, position])
}

/** The nodes may have been moved or deleted since, so a view without any of them is not shown again. */
function returnToPosition({ map }: ProjectWorkspace, position: MapPosition | null): void {
  if (position !== null && map.hasNodesAt(position)) map.setViewport(position)
}

/** Applies an address. With a pan in it, the viewport goes there and nowhere else. */
function applyAddress(
  workspace: ProjectWorkspace,
  before: ProjectAddress,
  { node, comment, pan, search }: ProjectAddress,
): void {
  const isViewKept = pan !== null
  if (search !== null) {
    workspace.search.set({ ...emptySearch, isOpen: true })
    showSearchHits(workspace, search, searchNodes(workspace.client, search), isViewKept)
  } else if (before.search !== null && workspace.search.get().isOpen) {
    closeSearch(workspace)
  }
  if (node !== null && workspace.client.node(node) !== undefined) {
    goToAddressedNode(workspace, node, isViewKept)
    if (comment !== null) workspace.detailsNodeId.set(node)
  }
  if (pan !== null) workspace.map.setViewport(pan)
}

function goToAddressedNode(workspace: ProjectWorkspace, id: string, isViewKept: boolean): void {
  showHiddenNode(workspace, id)
  selectNode(workspace, id)
  if (!isViewKept) workspace.map.reveal(id, { isCentred: true })
  if (isCanvasFocused()) workspace.map.focus(id)
}

/** Browsers reject a page that rewrites its address more than a few times a second. */
const writeDelayMs = 300

/** Writes the viewport, the search and the filter into the address, and the viewport onto this device, once they settle. */
function keepAddressUpToDate(workspace: ProjectWorkspace, position: WritableCell<MapPosition | null>): () => void {
  let timer = 0
  let isMoved = false
  let writtenStep = workspace.filter.get().step
  let writtenFocus = getFocusedId(workspace.matches.get())
  const remember = () => {
    // A place in a branch that is shown alone is another one in the whole plan.
    if (!isMoved || getFocusedId(workspace.matches.get()) !== null) return
    const { x, y, zoom } = workspace.map.settledViewport.get()
    position.set({ x, y, zoom })
  }
  const getPan = ({ pan }: ProjectAddress): MapPosition | null =>
    workspace.view.get() !== 'map' ? null : isMoved ? workspace.map.settledViewport.get() : pan
  const write = () => {
    remember()
    const written = parseAddressHash(browser.hash())
    const { text, step } = workspace.filter.get()
    const isNodeKept = written.node === workspace.selection.get().current
    const next = formatAddressHash({
      ...readSharedParts(workspace),
      node: isNodeKept ? written.node : null,
      comment: isNodeKept ? written.comment : null,
      pan: getPan(written),
    })
    const focus = getFocusedId(workspace.matches.get())
    // Back may have led here, where the address has it already.
    const isFocused = focus !== writtenFocus && focus !== written.focus
    writtenFocus = focus
    if (next === browser.hash()) return
    const isFiltered = (written.filter ?? '') !== text
    if (isFocused || (isFiltered && step !== writtenStep)) browser.pushHash(next)
    else browser.replaceHash(next)
    if (isFiltered) writtenStep = step
  }
  const later = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(write, writeDelayMs)
  }
  const stops = [
    workspace.map.settledViewport.subscribe(() => {
      isMoved = true
      later()
    }),
    workspace.search.subscribe(later),
    workspace.filter.subscribe(later),
    workspace.matches.subscribe(later),
    workspace.split.subscribe(later),
  ]
  return () => {
    window.clearTimeout(timer)
    remember()
    for (const stop of stops) stop()
  }
}
