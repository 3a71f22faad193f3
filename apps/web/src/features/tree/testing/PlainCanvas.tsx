import { useSyncExternalStore } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { titleOf } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** The shown nodes as bare tree items, for tests of what lies around the canvas. */
export function PlainCanvas({ bench }: { readonly bench: Workbench }) {
  const subscribe = (listener: () => void) => {
    const stops = [bench.board.listen(listener), bench.find.subscribe(listener), bench.visibility.subscribe(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const shown = useSyncExternalStore(subscribe, () => bench.stage.shownIds().join(' '))
  const { ids } = useCell(bench.selection)
  return (
    <div role="tree" aria-label="Pear" data-canvas="">
      {shown.split(' ').map((id) => (
        <div key={id} role="treeitem" tabIndex={-1} aria-selected={ids.has(id)} data-node-id={id}>
          {titleOf(bench, id)}
          <button type="button" tabIndex={-1} aria-label="Node menu" />
        </div>
      ))}
    </div>
  )
}
