import { defaultVisibility } from '@espalier/domain'
import { computeBounds } from '@espalier/layout'
import { type RehearsalProject, createRehearsalProject } from '../sync/open-project-lazily.ts'
import { createCell } from '../../platform/cell.ts'
import { sortInTreeOrder } from '../workspace/tree-order.ts'
import { createPageTitleMeasure } from './node/NodeTitle.tsx'
import { type LinkColors, paintLinks, readLinkColors } from './rendering/link-painter.ts'
import { MapScene } from './scene/map-scene.ts'

const warmUpNodes = 500
const warmUpRounds = 8

/**
 * Lays out a sample project while the real one is being loaded: code that has run before is several times as fast, and
 * a large project is laid out only once. The answer ends it.
 */
export function warmUpLayout(): () => void {
  let isOver = false
  const canvas = document.createElement('canvas')
  const measure = createPageTitleMeasure()
  const colors = readLinkColors(document.documentElement)
  warmUpStorage()
  const run = async (): Promise<void> => {
    for (let round = 0; round < warmUpRounds; round += 1) {
      const client = await createRehearsalProject(warmUpNodes)
      // Yields after each round, so that the answer waits for at most one.
      await new Promise((resolve) => setTimeout(resolve))
      if (isOver) return
      layOutOnce(client, measure, canvas, colors)
    }
  }
  void run()
  return () => {
    isOver = true
  }
}

/** The first access to a browser's storage takes milliseconds, and unsent edits are read before anything is drawn. */
function warmUpStorage(): void {
  try {
    void window.localStorage.length
  } catch {
    // Without storage there are no unsent edits either.
  }
}

function layOutOnce(
  client: RehearsalProject,
  measure: ReturnType<typeof createPageTitleMeasure>,
  canvas: HTMLCanvasElement,
  colors: LinkColors,
): void {
  const project = createCell({ layout: 'tree-right', nodeLinks: [] } as const)
  const scene = new MapScene({
    client: { ...client, project },
    visibility: defaultVisibilityCell,
    hits: () => null,
    measure,
  })
  const area = computeBounds(scene.diagram.boxes)
  if (area !== null) paintLinks(canvas, scene, { area: { ...area, width: 1, height: 1 }, zoom: 1 }, colors)
  const ids = scene.boxIndex.query({ left: 0, top: 0, width: 1_000, height: 1_000 })
  sortInTreeOrder(
    ids.flatMap((slot) => scene.diagram.idAt(slot) ?? []),
    (id) => client.node(id)?.parentIds[0] ?? null,
    (id) => client.node(id) ?? { id, position: 0 },
  )
}

const defaultVisibilityCell = createCell(defaultVisibility)
