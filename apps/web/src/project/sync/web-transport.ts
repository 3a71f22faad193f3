import { readSharing } from '@espalier/domain'
import {
  liveDocuments,
  liveFields,
  type OperationBatch,
  projectDocuments,
  type SentChanges,
  type SentNode,
  type SentProject,
  toMutation,
  type Transport,
  type TransportResult,
} from '@espalier/sync'
import { apiClient } from '../../api/graphql/api-client.ts'
import { ask, type Asked, askTogether, readResult, type Said } from '../../api/graphql/ask.ts'
import { clientId } from '../../api/graphql/client-id.ts'
import { type DocumentNode, gql } from '../../api/graphql/gql.ts'
import { liveConnection } from '../../api/graphql/live-connection.ts'
import { dealingWith, dealingWithAll, quietly, retriedByCaller } from '../../api/graphql/own-codes.ts'
import { pageHeaders } from '../../api/graphql/page-headers.ts'
import type { ApiResult } from '../../api/graphql/send-batch.ts'
import type { ListedProject } from '../../api/project-list.ts'
import { projectList } from '../../api/projects.ts'

type DocumentName = keyof typeof projectDocuments

const toDocument = (text: string): DocumentNode => gql`
  ${text}
`
const documents = Object.fromEntries(
  Object.entries(projectDocuments).map(([field, text]) => [field, toDocument(text)]),
) as Record<DocumentName, DocumentNode>
const liveTopics = liveFields.map((field) => ({ field, document: toDocument(liveDocuments[field]) }))

const refusedOnly = dealingWith('NOT_FOUND', 'CONFLICT', 'BAD_USER_INPUT')
/** The code with which the server closes a socket whose session has ended. */
const sessionEndedCode = 4401

const read = async <Value>(field: DocumentName, asked: Omit<Asked, 'query'>): Promise<TransportResult<Value>> =>
  toTransportResult<Value>(field, await ask({ query: documents[field], ...asked }))

/** An open project's way to the server: by the page's GraphQL client. */
export function createWebTransport(projectId: string): Transport {
  const readProject = (context: Asked['context'] = quietly) =>
    read<SentProject | null>('project', { variables: { id: projectId }, context })

  function toMutations({ operations, clientId: origin, personId }: OperationBatch) {
    // The headers name whose operations they are, although another client or person may have taken them over.
    const headers = pageHeaders({ clientId: origin, personId })
    const context = { ...dealingWithAll, ...retriedByCaller, headers }
    return operations.map(({ id, request }) => {
      const { field, variables } = toMutation(projectId, request)
      return { field, query: documents[field], variables, context, operationId: id }
    })
  }

  return {
    clientId,
    async readSnapshot(reason) {
      const context = reason === 'open' ? dealingWith('NOT_FOUND') : quietly
      // Asked for together, and the project first: a seq read after the nodes would hide what changed in between.
      const [project, nodes] = await Promise.all([
        readProject(context),
        read<readonly SentNode[]>('nodes', { variables: { projectId }, context }),
      ])
      if (reason === 'open') performance.mark('nodes-received')
      if (!project.ok) return project
      return nodes.ok ? { ok: true, value: { project: project.value, nodes: nodes.value } } : nodes
    },
    readProject: () => readProject(),
    readChanges: (after) => read<SentChanges>('changes', { variables: { projectId, after }, context: quietly }),
    async updateProject(data) {
      const updated = await read<SentProject>('updateProject', {
        variables: { id: projectId, data },
        context: refusedOnly,
      })
      if (updated.ok) projectList.put(toListedProject(updated.value))
      return updated
    },
    async sendOperations(batch) {
      const mutations = toMutations(batch)
      const results = await askTogether(mutations)
      return results.map((result, index) => toTransportResult(mutations[index]?.field ?? '', result))
    },
    sendOnLeaving: (batch) => apiClient().sendOnLeaving(toMutations(batch)),
    async showSelection(nodeIds) {
      const context = { ...quietly, ...retriedByCaller }
      const shown = await read<boolean>('showSelection', { variables: { projectId, nodeIds }, context })
      return shown.ok && shown.value
    },
    listen: (observer) => listen(projectId, observer),
    reconnectNow: liveConnection.hurry,
  }
}

const toTransportResult = <Value>(field: string, result: Said): TransportResult<Value> =>
  result.ok ? { ok: true, value: result.fields[field] as Value } : result

/** The same project as the list of projects holds it. */
const toListedProject = (sent: SentProject): ListedProject => ({
  id: sent.id,
  title: sent.title,
  status: sent.status,
  completionStatus: sent.completionStatus,
  owner: sent.owner,
  seq: sent.seq,
  updatedAt: sent.updatedAt,
  sharing: readSharing(sent.sharing),
})

/** Subscribes to every live field. One that ends or is refused ends all: the client then asks for all of them again. */
function listen(projectId: string, observer: Parameters<Transport['listen']>[0]): () => void {
  const subscriptions: (() => void)[] = []
  let isOver = false
  const leave = (): void => {
    isOver = true
    for (const unsubscribe of subscriptions.splice(0)) unsubscribe()
  }
  const end = (): void => {
    if (isOver) return
    leave()
    const isSessionOver = liveConnection.closeCode() === sessionEndedCode
    observer.ended({ isSessionOver, isConnected: liveConnection.isUp() })
  }
  subscriptions.push(
    liveConnection.listen((isUp) => {
      if (!isUp) observer.down()
    }),
  )
  for (const { field, document } of liveTopics) {
    const next = (result: ApiResult): void => {
      if (isOver) return
      const read = readResult(result)
      if (!read.ok) return end()
      const { seq, clientId: from } = (result.extensions ?? {}) as {
        readonly seq?: unknown
        readonly clientId?: unknown
      }
      if (typeof seq !== 'number') return
      observer.next({ field, value: read.fields[field], seq, clientId: typeof from === 'string' ? from : null })
    }
    const unsubscribe = apiClient().subscribe(document, { projectId }, { next, end })
    // A refusal may come at once, while the others are still being asked for.
    if (isOver) return (unsubscribe(), leave)
    subscriptions.push(unsubscribe)
  }
  return leave
}
