import {
  accept,
  checkProjectTitle,
  defaultLayout,
  type DefinitionChanges,
  isLayout,
  type Layout,
  type ProjectDefinitions,
  projectFormTexts,
  type ProjectId,
  readSharing,
  refuse,
  type Result,
  type SavedView,
  type Sharing,
  sharingTexts,
} from '@espalier/domain'
import { type Cell, createCell } from './cell.ts'
import type { NodeLink, ProjectFields, SentProject, Transport, TransportResult } from './transport.ts'

/** A project without its nodes, as its screen needs it. */
export interface ProjectDetails extends ProjectDefinitions {
  readonly id: ProjectId
  readonly title: string
  readonly body: string
  readonly status: string
  readonly owner: string
  readonly layout: Layout
  readonly sharing: Sharing
  /** Nodes of other projects that link here. */
  readonly nodeLinks: readonly NodeLink[]
  readonly jiraSync: boolean
  readonly updatedAt: number
  /** This person's own views and the shared ones. */
  readonly views: readonly SavedView[]
  readonly viewersMayComment: boolean
}

/** The details of a project in a list, which may be newer than those of its client. */
export type ListedProjectDetails = Pick<
  ProjectDetails,
  'id' | 'title' | 'status' | 'owner' | 'sharing' | 'updatedAt'
> & {
  readonly seq: number
}

const readProjectDetails = (sent: SentProject): ProjectDetails => ({
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
  tags: sent.tags,
  stages: sent.stages,
  fieldDefinitions: sent.fieldDefinitions,
  estimateUnit: sent.estimateUnit,
  views: sent.views,
  viewersMayComment: sent.viewersMayComment,
})

type OwnFields = Partial<Pick<ProjectDetails, 'title' | 'layout'>>

export interface ProjectStateOptions {
  readonly transport: Pick<Transport, 'updateProject' | 'readProject'>
  /** The person lost access to the project. */
  onLost(): void
  /** The server has sent the project. */
  onReceived?(): void
}

/** The project's details with this person's pending changes applied, and the right to edit it. */
export interface ProjectState {
  readonly details: Cell<ProjectDetails>
  readonly canEdit: Cell<boolean>
  /** Returns the last state that the server has sent. */
  sent(): SentProject
  allowEditing(can: boolean): void
  /** Takes over the server's state of the project; an older one is ignored. */
  receive(sent: SentProject): void
  receiveListed(listed: ListedProjectDetails): void
  rename(title: string): Promise<Result<null, string>>
  setLayout(layout: Layout): Promise<Result<null, string>>
  /** Changes tags, stages, own fields or the unit of estimates. They are shown once the server has stored them. */
  changeDefinitions(changes: DefinitionChanges): Promise<Result<null, string>>
  /** Reads the project again after a lost right or a gap. Resolves to whether the project can still be seen. */
  refresh(): Promise<boolean>
}

export function createProjectState(
  first: SentProject,
  { transport, onLost, onReceived = () => {} }: ProjectStateOptions,
): ProjectState {
  let lastSent = first
  let stored = readProjectDetails(first)
  let seq = first.seq
  let pending: readonly OwnFields[] = []
  let sending: Promise<unknown> | null = null
  let isAllowed = false
  const details = createCell(stored)
  const canEdit = createCell(false)
  const show = (): void => {
    details.set(Object.assign({ ...stored }, ...pending) as ProjectDetails)
    canEdit.set(isAllowed && stored.status !== 'deleted')
  }

  function receive(sent: SentProject): void {
    onReceived()
    if (sent.seq < seq) return
    seq = sent.seq
    lastSent = sent
    stored = readProjectDetails(sent)
    show()
  }

  async function refresh(): Promise<boolean> {
    const result = await transport.readProject()
    const found = result.ok ? result.value : null
    const isHidden = result.ok ? found === null : result.code === 'NOT_FOUND'
    if (found !== null) receive(found)
    if (isHidden) isAllowed = false
    show()
    if (isHidden) onLost()
    return !isHidden
  }

  /** Sends one change after the other: a later one that overtook an earlier one would be overwritten by it. */
  async function send(fields: ProjectFields): Promise<TransportResult<SentProject>> {
    const update = () => transport.updateProject(fields)
    const sent = sending === null ? update() : sending.then(update, update)
    sending = sent
    try {
      return await sent
    } finally {
      if (sending === sent) sending = null
    }
  }

  async function change(shown: OwnFields, fields: ProjectFields = shown): Promise<Result<null, string>> {
    if (!canEdit.get()) return refuse(sharingTexts.denied)
    pending = [...pending, shown]
    show()
    const result = await send(fields)
    pending = pending.filter((one) => one !== shown)
    if (result.ok) receive(result.value)
    show()
    if (result.ok) return accept(null)
    if (result.code === 'FORBIDDEN' || result.code === 'NOT_FOUND') void refresh()
    return refuse(result.text)
  }

  return {
    details,
    canEdit,
    sent: () => lastSent,
    allowEditing(can) {
      isAllowed = can
      show()
    },
    receive,
    receiveListed(listed) {
      if (listed.id !== stored.id || listed.seq < seq) return
      seq = listed.seq
      const { title, status, owner, sharing, updatedAt } = listed
      stored = { ...stored, title, status, owner, sharing, updatedAt }
      lastSent = { ...lastSent, title, status: status as SentProject['status'], owner, sharing, updatedAt, seq }
      show()
    },
    async rename(typed) {
      const checked = checkProjectTitle(typed)
      if (!checked.ok) return refuse(projectFormTexts[checked.reason])
      return checked.value === details.get().title ? accept(null) : change({ title: checked.value })
    },
    setLayout: (layout) => change({ layout }),
    changeDefinitions: (changes) => change({}, changes),
    refresh,
  }
}
