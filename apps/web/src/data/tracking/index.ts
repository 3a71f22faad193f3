import type { Api } from '@espalier/contract'
import { accept, type ProjectId, refuse, type Result } from '@espalier/domain'
import { askSwitch, askTracking } from './ask-tracking.ts'

/** How a project is kept in step with its issue tracker. */
export type Tracking = Api.TrackerSync

/** Null: it is not, or nobody can tell at present. */
export async function fetchTracking(projectId: ProjectId): Promise<Tracking | null> {
  const said = await askTracking(projectId)
  return said.ok ? (said.fields['trackerSync'] as Tracking | null) : null
}

const unreachable = 'The sync could not be switched: the server cannot be reached. Try again in a moment.'

/** Why it was not switched, as a text for the person. */
export async function switchTracking(projectId: ProjectId, isOn: boolean): Promise<Result<null, string>> {
  const said = await askSwitch(projectId, isOn)
  if (said.ok) return accept(null)
  return refuse(said.code === 'UNREACHABLE' ? unreachable : said.text)
}
