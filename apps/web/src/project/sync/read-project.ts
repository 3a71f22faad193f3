import type { Api } from '@espalier/schema'
import { defaultLayout, isLayout } from '@espalier/domain'
import { type ListedProject, readSharing } from '../../api/project-list.ts'
import type { BoardProject } from './board.ts'

export type SentProject = Omit<Api.Project, 'json'>

export const readBoardProject = (sent: SentProject): BoardProject => ({
  id: sent.id,
  title: sent.title,
  body: sent.body,
  status: sent.status,
  owner: sent.owner,
  layout: isLayout(sent.layout) ? sent.layout : defaultLayout,
  sharing: readSharing(sent.sharing),
  nodeLinks: sent.nodeLinks,
  jiraSync: sent.integrationSettings.jiraSync,
  updatedAt: sent.updatedAt,
})

/** The same project as the list of projects holds it. */
export const listedProject = (sent: SentProject): ListedProject => ({
  id: sent.id,
  title: sent.title,
  status: sent.status,
  completionStatus: sent.completionStatus,
  owner: sent.owner,
  seq: sent.seq,
  updatedAt: sent.updatedAt,
  sharing: readSharing(sent.sharing),
})
