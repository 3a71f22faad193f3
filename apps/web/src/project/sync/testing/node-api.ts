import { noDefinitions } from '@espalier/domain'
import type { NodeChange, NodeRecord, NodeRequest } from '@espalier/sync'
import { ModelServer } from '@espalier/sync/testing'
import { jsonResponse, type RecordedCall } from '../../../testing/network.ts'

interface Sent {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly extensions?: { readonly operationId?: string }
}

interface Variables {
  readonly id?: string
  readonly ids?: readonly string[]
  readonly after?: number
  readonly data?: Record<string, never>
}

const refusal = (code: string, message: string) => ({ data: null, errors: [{ message, extensions: { code } }] })

/** The API of one project's nodes, by the rules of the product. */
export function nodeApi(nodes: readonly NodeRecord[]) {
  const server = new ModelServer(nodes)
  const requests: (readonly Sent[])[] = []
  const project = {
    id: 'project',
    title: 'Orchard',
    body: '',
    status: 'active',
    completionStatus: 'todo',
    owner: 'ada',
    layout: 'tree-left',
    sharing: { generalAccess: 'restricted', users: { bob: 'editor' } },
    nodeLinks: [],
    integrationSettings: { jiraSync: false },
    updatedAt: 1,
    ...noDefinitions,
    views: [],
    viewersMayComment: false,
  }
  const comments: object[] = []
  const refusing = new Map<string, object>()
  let isAway = false

  function answerTo(clientId: string, { operationName, variables, extensions }: Sent): object {
    const refused = refusing.get(operationName)
    if (refused !== undefined) return refused
    const { id = '', ids = [], after = 0, ...rest } = variables as Variables
    switch (operationName) {
      case 'Project':
        return { data: { project: { ...project, seq: server.seq } } }
      case 'Nodes':
        return { data: { nodes: server.living() } }
      case 'DeviceKeys':
        return { data: { account: { id: 'account', deviceKeys: [btoa('k'.repeat(32))] } } }
      case 'Changes':
        return { data: { changes: { complete: true, ...server.changesAfter(after) } } }
      case 'Comments':
        return { data: { comments } }
      case 'ShowSelection':
        return { data: { showSelection: true } }
      case 'UpdateProject':
        Object.assign(project, rest.data ?? {})
        return { data: { updateProject: { ...project, seq: server.seq } } }
      default: {
        const request = toNodeRequest(operationName, id, ids, rest.data ?? {})
        const reply = server.execute(clientId, { id: extensions?.operationId ?? '', request })
        if (!reply.ok) return refusal('CONFLICT', reply.text)
        return { data: { [toFieldName(operationName)]: toAnswerValue(reply.answer) } }
      }
    }
  }

  return {
    server,
    project,
    /** The comments of whichever node is asked about. */
    comments,
    requests,
    /** Answers every operation of this name with an error until the test changes it. */
    refuse: (name: string, code: string, message: string) => refusing.set(name, refusal(code, message)),
    accept: (name: string) => refusing.delete(name),
    goAway: (away: boolean) => (isAway = away),
    asked: (name: string) => requests.flat().filter(({ operationName }) => operationName === name),
    reply(call: RecordedCall): Response {
      if (isAway) throw new TypeError('Failed to fetch')
      const operations = call.body as readonly Sent[]
      requests.push(operations)
      const clientId = call.headers.get('x-client-id') ?? ''
      return jsonResponse(
        200,
        operations.map((operation) => answerTo(clientId, operation)),
      )
    },
  }
}

const toFieldName = (operationName: string): string => operationName.slice(0, 1).toLowerCase() + operationName.slice(1)

function toNodeRequest(
  operationName: string,
  id: string,
  ids: readonly string[],
  sent: Record<string, never>,
): NodeRequest {
  const { style, projectId: _project, ...rest } = sent as Record<string, never>
  const change: NodeChange = { ...rest, ...(style as object | undefined) }
  switch (operationName) {
    case 'CreateNode': {
      const { id: newId, parentId, childId, position, afterId, beforeId, ...contents } = change as Record<string, never>
      const place = { parentId, childId, position, afterId, beforeId }
      const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
      return { kind: 'create', id: newId ?? '', place: given, contents: contents as never }
    }
    case 'UpdateNode':
      return { kind: 'update', id, change }
    case 'UpdateNodeBatch':
      return { kind: 'update-many', ids, change }
    case 'DeleteNode':
      return { kind: 'delete', id }
    default:
      return { kind: 'delete-branch', id }
  }
}

function toAnswerValue(answer: Extract<ReturnType<ModelServer['execute']>, { ok: true }>['answer']): unknown {
  switch (answer.kind) {
    case 'node':
      return answer.node
    case 'changes':
      return answer.changes
    case 'deleted':
      return answer.ids
    case 'done':
      return true
  }
}
