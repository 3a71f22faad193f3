import { canView, findRole, nodeFields, readNodeField } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import type { Clock } from '../clock.ts'
import type { ApiCall, ApiRequest, CallResult, SentEvent } from '../server/api.ts'
import type { Commit, Storage } from '../storage/storage.ts'

export interface LedgerParts {
  readonly clock: Clock
  readonly storage: Storage
  readonly projectId: string
  fail(text: string): void
}

/** Records what was promised and sent during a run, to compare it with what is stored. */
export interface Ledger {
  answered(request: ApiRequest, call: ApiCall, result: CallResult): void
  eventSent(userId: string, event: SentEvent): void
  /** Checks everything at the end of the run. */
  settle(): void
  /** Returns the number of the commit that stored an operation. */
  commitOf(operationId: string): number | undefined
  readonly commits: number
  readonly answers: number
  readonly events: number
}

interface Rights {
  readonly seq: number
  readonly at: number
  readonly mayView: (userId: string) => boolean
}

interface Promised {
  readonly operationId: string
  readonly node: NodeRecord | null
}

const endingMs = 1_000

const describeContents = (node: NodeRecord): string =>
  JSON.stringify(nodeFields.sent.map((field) => readNodeField(node, field)))

/** Returns the nodes of an event, whichever live field it came by. */
const readNodes = ({ field, root }: SentEvent): readonly NodeRecord[] =>
  field === 'projectUpdated' ? [] : ([root[field]].flat() as readonly NodeRecord[])

export function createLedger({ clock, storage, projectId, fail }: LedgerParts): Ledger {
  const done = new Map<string, number>()
  const states = new Set<string>()
  const rights: Rights[] = []
  const promised: Promised[] = []
  const count = { commits: 0, answers: 0, events: 0 }

  function noteRights(): void {
    const project = storage.committed.get('projects', projectId)
    if (project === undefined) return
    const users = Object.fromEntries(storage.committed.all('project_members').map((row) => [row.user_id, row.role]))
    const sharing = { generalAccess: project.general_access, users }
    const mayView = (userId: string): boolean =>
      canView({ role: findRole(userId, { owner: project.owner, sharing }), status: project.status })
    rights.push({ seq: project.seq, at: clock.now, mayView })
  }

  function note({ rows }: Commit): void {
    if (rows.change_log.size === 0) return
    count.commits += 1
    for (const node of rows.nodes.values()) if (node !== null) states.add(describeContents(node))
    const operations = new Set([...rows.change_log.values()].flatMap((row) => row?.op_id ?? []))
    for (const id of operations) {
      if (done.has(id)) fail(`the operation ${id} was done twice`)
      done.set(id, count.commits)
    }
    if (rows.projects.size > 0) noteRights()
  }
  storage.onCommit(note)
  for (const node of storage.committed.all('nodes')) states.add(describeContents(node))
  noteRights()

  /** Returns whether the person had the right at a moment when the change already existed, not too long ago. */
  const mightHear = (userId: string, seq: number): boolean =>
    rights.some((one, index) => {
      const next = rights[index + 1]
      const isOver = next !== undefined && (next.seq <= seq || next.at < clock.now - endingMs)
      return !isOver && one.mayView(userId)
    })

  return {
    get commits() {
      return count.commits
    },
    get answers() {
      return count.answers
    },
    get events() {
      return count.events
    },
    answered(_request, call, result) {
      if (!result.ok || call.kind !== 'mutate') return
      count.answers += 1
      const { id, request } = call.operation
      const isNode = request.kind === 'create' || request.kind === 'update'
      promised.push({ operationId: id, node: isNode ? (result.value as NodeRecord) : null })
    },
    eventSent(userId, event) {
      count.events += 1
      if (!mightHear(userId, event.seq)) fail(`the event ${event.seq} was sent to ${userId}, who had no right to it`)
      for (const node of readNodes(event)) {
        if (!states.has(describeContents(node))) {
          fail(`the event ${event.seq} contained ${node.id} as version ${node.version}, which was not committed`)
        }
      }
    },
    commitOf: (operationId) => done.get(operationId),
    settle() {
      const known = new Set(storage.committed.all('operations').map((row) => row.op_id))
      for (const { operationId, node } of promised) {
        if (!known.has(operationId)) fail(`the operation ${operationId} was answered and is not stored`)
        else if (node !== null && !states.has(describeContents(node))) {
          fail(`the operation ${operationId} was answered with a state of ${node.id} that never existed`)
        }
      }
    },
  }
}
