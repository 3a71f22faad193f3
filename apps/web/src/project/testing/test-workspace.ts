import { defaultVisibility } from '@espalier/domain'
import { createCell } from '../../platform/cell.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import { openTestProject, type TestProject } from './test-project.ts'
import { createTestMap } from './test-map.ts'
import { type Sketch, sketched } from './planted-nodes.ts'

/** A workspace over a project in memory. What it says, announces and opens is recorded. */
export function openTestWorkspace(sketch: Sketch | TestProject) {
  const board = isProject(sketch) ? sketch : openTestProject(sketched(sketch))
  const visibility = createCell(defaultVisibility)
  const told: string[] = []
  const opened: string[] = []
  let made: ReturnType<typeof createTestMap> | undefined
  const workspace = createProjectWorkspace({
    board,
    visibility,
    navigate: (address) => void opened.push(address),
    notify: (text) => void told.push(text),
    createMap(parts) {
      made = createTestMap(parts)
      return made
    },
  })
  if (made === undefined) throw new Error('The workspace was made without a map')
  return Object.assign(workspace, { board, map: made, told, opened })
}

const isProject = (sketch: Sketch | TestProject): sketch is TestProject => 'edits' in sketch && 'listen' in sketch
