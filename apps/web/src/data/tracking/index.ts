import type { Api } from '@espalier/contract'
import { accept, type ProjectId, refuse, type Result } from '@espalier/domain'
import { requestSetTrackerSync, requestTrackerSync } from './ask-tracking.ts'

/** How a project is kept in step with its issue tracker. */
export type TrackerSync = Api.TrackerSync

/** Null: it is not, or nobody can tell at present. */
export async function fetchTrackerSync(projectId: ProjectId): Promise<TrackerSync | null> {
  const said = await requestTrackerSync(projectId)
  return said.ok ? (said.fields['trackerSync'] as TrackerSync | null) : null
}

const unreachableText = 'The sync could not be switched: the server cannot be reached. Try again in a moment.'

/** Why it was not switched, as a text for the person. */
export async function setTrackerSync(projectId: ProjectId, isOn: boolean): Promise<Result<null, string>> {
  const said = await requestSetTrackerSync(projectId, isOn)
  if (said.ok) return accept(null)
  return refuse(said.code === 'UNREACHABLE' ? unreachableText : said.text)
}
