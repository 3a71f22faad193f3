import { browser } from '../../../platform/navigation.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { readHash, writeHash } from './tree-hash.ts'

/** Browsers refuse a page that rewrites its address more than a few times a second. */
const restMs = 300

/** Writes into the address where the view lies and what is searched for, once they have rested. */
export function keepHash(bench: Workbench): () => void {
  let timer = 0
  let isMoved = false
  const write = () => {
    const written = readHash(browser.hash())
    const { isOpen, query } = bench.find.get()
    const next = writeHash({
      node: written.node === bench.selection.get().current ? written.node : null,
      pan: isMoved ? bench.stage.position.get() : written.pan,
      search: isOpen && query.trim() !== '' ? query : null,
    })
    if (next !== browser.hash()) browser.replaceHash(next)
  }
  const later = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(write, restMs)
  }
  const stops = [
    bench.stage.position.subscribe(() => {
      isMoved = true
      later()
    }),
    bench.find.subscribe(later),
  ]
  return () => {
    window.clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
