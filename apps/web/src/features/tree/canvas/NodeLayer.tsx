import { nodeLinksId } from '@espalier/domain'
import { useLayoutEffect, useRef } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { unsavedTitles } from '../editor/pending.ts'
import { NodeBox } from '../node/NodeBox.tsx'
import { NodeLinksBox } from '../node/NodeLinksBox.tsx'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { animateMoves, readNodePositions, type NodePositions } from './glide.ts'
import type { MapController } from './stage.ts'

interface NodeLayerProps {
  readonly workspace: ProjectWorkspace
  readonly map: MapController
}

/** The drawn nodes in tree order. Only those are drawn again of which something has changed. */
export function NodeLayer({ workspace, map }: NodeLayerProps) {
  const { renderer, nodeFocus } = map
  const { ids, drift } = useCell(renderer.rendered)
  useCell(unsavedTitles)
  const before = useRef<NodePositions>(new Map())
  useLayoutEffect(() => {
    const places = readNodePositions(ids, renderer.scene)
    if (drift !== null && renderer.surface !== null) animateMoves(renderer.surface.layer, before.current, places, drift)
    before.current = places
    nodeFocus.resume()
  }, [ids, drift, renderer, nodeFocus])
  return ids.map((id) => {
    if (id === nodeLinksId) {
      const links = renderer.views.getLinksView()
      return links && <NodeLinksBox key={id} view={links} />
    }
    const view = renderer.views.get(id)
    return view && <NodeBox key={id} workspace={workspace} view={view} />
  })
}
