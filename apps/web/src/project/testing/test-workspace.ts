import { defaultVisibility } from '@espalier/domain'
import { createCell } from '../../platform/cell.ts'
import { createProjectWorkspace } from '../workspace/create-workspace.ts'
import { openTestProject, type TestProject } from './test-project.ts'
import { createTestMap } from './test-map.ts'
import { type OutlineFixture, nodesFromOutline } from './node-fixtures.ts'

/** Opens a workspace over a project in memory. Its toasts, announcements and opened addresses are recorded. */
export function openTestWorkspace(sketch: OutlineFixture | TestProject) {
  const client = isProject(sketch) ? sketch : openTestProject(nodesFromOutline(sketch))
  const visibility = createCell(defaultVisibility)
  const notices: string[] = []
  const opened: string[] = []
  let made: ReturnType<typeof createTestMap> | undefined
  const workspace = createProjectWorkspace({
    client,
    visibility,
    navigate: (address) => void opened.push(address),
    notify: (text) => void notices.push(text),
    createMap(parts) {
      made = createTestMap(parts)
      return made
    },
  })
  if (made === undefined) throw new Error('The workspace was made without a map')
  return Object.assign(workspace, { client, map: made, notices, opened })
}

const isProject = (sketch: OutlineFixture | TestProject): sketch is TestProject =>
  'edits' in sketch && 'listen' in sketch
