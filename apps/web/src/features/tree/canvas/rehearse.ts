import { defaultVisibility } from '@espalier/domain'
import { boundsOf } from '@espalier/layout'
import { type RehearsalBoard, rehearsalBoard } from '../../../data/board/index.ts'
import { createCell } from '../../../platform/cell.ts'
import { paintLinks } from './link-painter.ts'
import { usualMeasure } from './measure/usual-measure.ts'
import { Scene } from './scene/scene.ts'
import { inTreeSequence } from './scene/tree-sequence.ts'

const size = 500
const rounds = 8

/**
 * Lays out a made-up project while the answer with the real one is on its way: code that has run before runs several times as
 * fast, and a large project is laid out once only. The answer ends it.
 */
export function rehearse(): () => void {
  let isOver = false
  const canvas = document.createElement('canvas')
  const measure = usualMeasure()
  wakeStorage()
  const run = async (): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const board = await rehearsalBoard(size)
      // A breath after each round: the answer must not wait for more than one.
      await new Promise((resolve) => setTimeout(resolve))
      if (isOver) return
      layOut(board, measure, canvas)
    }
  }
  void run()
  return () => {
    isOver = true
  }
}

/** The first look into a browser's storage takes milliseconds, and what was left unsent is looked for before anything is drawn. */
function wakeStorage(): void {
  try {
    void window.localStorage.length
  } catch {
    // Where there is none, nothing was left either.
  }
}

function layOut(board: RehearsalBoard, measure: ReturnType<typeof usualMeasure>, canvas: HTMLCanvasElement): void {
  const project = createCell({ layout: 'tree-right', nodeLinks: [] } as const)
  const scene = new Scene({ board: { ...board, project }, visibility, hits: () => null, measure })
  const area = boundsOf(scene.diagram.boxes)
  if (area !== null) paintLinks(canvas, scene, { area: { ...area, width: 1, height: 1 }, zoom: 1 }, '#000')
  const ids = scene.boxIndex.query({ left: 0, top: 0, width: 1_000, height: 1_000 })
  inTreeSequence(
    ids.flatMap((slot) => scene.diagram.idAt(slot) ?? []),
    (id) => board.node(id)?.parentIds[0] ?? null,
    (id) => board.node(id) ?? { id, position: 0 },
  )
}

const visibility = createCell(defaultVisibility)
