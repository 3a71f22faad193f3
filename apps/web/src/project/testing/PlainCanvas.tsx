import { useSyncExternalStore } from 'react'
import { useCell } from '../../platform/cell.ts'
import { getPlainTitle } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Renders the shown nodes as bare tree items, for tests of everything around the canvas. */
export function PlainCanvas({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const subscribe = (listener: () => void) => {
    const stops = [
      workspace.client.listen(listener),
      workspace.search.subscribe(listener),
      workspace.visibility.subscribe(listener),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const shown = useSyncExternalStore(subscribe, () => workspace.map.shownIds().join(' '))
  const { ids } = useCell(workspace.selection)
  return (
    <div role="tree" tabIndex={-1} aria-label="Pear" data-canvas="">
      {shown.split(' ').map((id) => (
        <div key={id} role="treeitem" tabIndex={-1} aria-selected={ids.has(id)} data-node-id={id}>
          {getPlainTitle(workspace, id)}
          <button type="button" tabIndex={-1} aria-label="Node menu" aria-haspopup="menu" />
        </div>
      ))}
    </div>
  )
}
