import { defaultVisibility } from '@espalier/domain'
import { createCell } from '../../platform/cell.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import { memoryBoard } from './memory-board.ts'
import { memoryStage } from './memory-stage.ts'
import { type Sketch, sketched } from './planted.ts'

/** A workbench over nodes in memory. What it says, announces and opens is kept. */
export function memoryBench(sketch: Sketch | ReturnType<typeof memoryBoard>) {
  const board = isBoard(sketch) ? sketch : memoryBoard(sketched(sketch))
  const visibility = createCell(defaultVisibility)
  const told: string[] = []
  const opened: string[] = []
  let made: ReturnType<typeof memoryStage> | undefined
  const workspace = createProjectWorkspace({
    board,
    visibility,
    navigate: (address) => void opened.push(address),
    notify: (text) => void told.push(text),
    createMap(parts) {
      made = memoryStage(parts)
      return made
    },
  })
  if (made === undefined) throw new Error('The workbench was made without a stage')
  return Object.assign(workspace, { board, map: made, told, opened })
}

const isBoard = (sketch: Sketch | ReturnType<typeof memoryBoard>): sketch is ReturnType<typeof memoryBoard> =>
  'edits' in sketch && 'listen' in sketch
