import { nodeLinksId } from '@espalier/domain'
import { useLayoutEffect, useRef } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { pendingTitles } from '../editor/pending.ts'
import { NodeBox } from '../node/NodeBox.tsx'
import { NodeLinksBox } from '../node/NodeLinksBox.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import { glide, placesOf, type Places } from './glide.ts'
import type { CanvasStage } from './stage.ts'

interface NodeLayerProps {
  readonly bench: Workbench
  readonly stage: CanvasStage
}

/** The drawn nodes in tree order. Only those are drawn again of which something has changed. */
export function NodeLayer({ bench, stage }: NodeLayerProps) {
  const { projection, focusing } = stage
  const { ids, drift } = useCell(projection.picture)
  useCell(pendingTitles)
  const before = useRef<Places>(new Map())
  useLayoutEffect(() => {
    const places = placesOf(ids, projection.scene)
    if (drift !== null && projection.surface !== null) glide(projection.surface.layer, before.current, places, drift)
    before.current = places
    focusing.resume()
  }, [ids, drift, projection, focusing])
  return ids.map((id) => {
    if (id === nodeLinksId) {
      const links = projection.views.links()
      return links && <NodeLinksBox key={id} view={links} />
    }
    const view = projection.views.of(id)
    return view && <NodeBox key={id} bench={bench} view={view} />
  })
}
