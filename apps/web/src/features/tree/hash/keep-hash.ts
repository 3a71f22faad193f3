import { browser } from '../../../platform/navigation.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { parseAddressHash, formatAddressHash } from './tree-hash.ts'

/** Browsers refuse a page that rewrites its address more than a few times a second. */
const writeDelayMs = 300

/** Writes into the address where the view lies and what is searched for, once they have rested. */
export function keepAddressUpToDate(workspace: ProjectWorkspace): () => void {
  let timer = 0
  let isMoved = false
  const write = () => {
    const written = parseAddressHash(browser.hash())
    const { isOpen, query } = workspace.search.get()
    const next = formatAddressHash({
      node: written.node === workspace.selection.get().current ? written.node : null,
      pan: isMoved ? workspace.map.settledViewport.get() : written.pan,
      search: isOpen && query.trim() !== '' ? query : null,
    })
    if (next !== browser.hash()) browser.replaceHash(next)
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
  ]
  return () => {
    window.clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
