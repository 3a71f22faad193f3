import type { TrackerResult } from '../../ports/tracker.ts'
import type { SendJiraRequest } from './ask.ts'
import type { JiraFlavor } from './flavour.ts'

/** What the calls have in common: how to ask, and which Jira it is. */
export interface JiraSiteClient {
  readonly site: string
  send: SendJiraRequest
  flavor(): Promise<TrackerResult<JiraFlavor>>
}
