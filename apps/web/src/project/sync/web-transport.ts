import { readSharing } from '@espalier/domain'
import type { TypedDocument } from '@espalier/schema'
import {
  changesQuery,
  createNodeMutation,
  deleteNodeMutation,
  deleteNodeWithChildrenMutation,
  nodeBatchUpdatedSubscription,
  nodeCreatedSubscription,
  nodesQuery,
  nodeUpdatedSubscription,
  projectQuery,
  projectSessionsSubscription,
  projectUpdatedSubscription,
  showSelectionMutation,
  updateNodeBatchMutation,
  updateNodeMutation,
  updateProjectMutation,
} from '@espalier/schema/documents/open-project'
import {
  type LiveField,
  liveFields,
  type NodeMutation,
  type OperationBatch,
  type SentProject,
  toMutation,
  type Transport,
  type TransportResult,
} from '@espalier/sync'
import type { ApiResult } from '../../api/graphql/api-result.ts'
import { apiClient } from '../../api/graphql/api-client.ts'
import { liveConnection } from '../../api/graphql/live-connection.ts'
import { handledByCaller, allHandledByCaller, failingSilently, retriedByCaller } from '../../api/graphql/own-codes.ts'
import { clientId, pageHeaders } from '../../api/graphql/page-headers.ts'
import type { ApiAnswer, SentData } from '../../api/graphql/send-batch.ts'
import { readAnswer, sendOperation, sendTogether } from '../../api/graphql/send-operation.ts'
import { type ListedProject, projectChanges } from '../../api/listed-project.ts'

const mutations = {
  createNode: createNodeMutation,
  updateNode: updateNodeMutation,
  updateNodeBatch: updateNodeBatchMutation,
  deleteNode: deleteNodeMutation,
  deleteNodeWithChildren: deleteNodeWithChildrenMutation,
} satisfies Record<NodeMutation['field'], unknown>

const subscriptions: Readonly<Record<LiveField, TypedDocument<SentData, { readonly projectId: string }>>> = {
  nodeCreated: nodeCreatedSubscription,
  nodeUpdated: nodeUpdatedSubscription,
  nodeBatchUpdated: nodeBatchUpdatedSubscription,
  projectUpdated: projectUpdatedSubscription,
  projectSessions: projectSessionsSubscription,
}

const refusedOnly = handledByCaller('NOT_FOUND', 'CONFLICT', 'BAD_USER_INPUT')

type Context = Readonly<Record<string, unknown>>

/** The connection of an open project to the server, over the page's GraphQL client. */
export function createWebTransport(projectId: string): Transport {
  const readProject = async (context: Context = failingSilently): Promise<TransportResult<SentProject | null>> =>
    toTransportResult(await sendOperation(projectQuery, { id: projectId }, { context }), (sent) => sent.project)

  function toMutations({ operations, clientId: origin, personId }: OperationBatch) {
    // The headers name the client and person who made the operations, although others may send them now.
    const headers = pageHeaders({ clientId: origin, personId })
    const context = { ...allHandledByCaller, ...retriedByCaller, headers }
    return operations.map(({ id, request }) => {
      const { field, variables } = toMutation(projectId, request)
      return { field, document: mutations[field], variables, context, operationId: id }
    })
  }

  return {
    clientId,
    async readSnapshot(reason) {
      const context = reason === 'open' ? handledByCaller('NOT_FOUND') : failingSilently
      // Both are requested together, the project first: a seq read after the nodes would hide changes made in between.
      const [project, nodes] = await Promise.all([
        readProject(context),
        sendOperation(nodesQuery, { projectId }, { context }),
      ])
      if (reason === 'open') performance.mark('nodes-received')
      if (!project.ok) return project
      return toTransportResult(nodes, (sent) => ({ project: project.value, nodes: sent.nodes }))
    },
    readProject: () => readProject(),
    readChanges: async (after) =>
      toTransportResult(
        await sendOperation(changesQuery, { projectId, after }, { context: failingSilently }),
        (sent) => sent.changes,
      ),
    async updateProject(data) {
      const result = await sendOperation(updateProjectMutation, { id: projectId, data }, { context: refusedOnly })
      if (result.ok) projectChanges.notify(toListedProject(result.value.updateProject))
      return toTransportResult(result, (sent) => sent.updateProject)
    },
    async sendOperations(batch) {
      const requests = toMutations(batch)
      const results = await sendTogether(requests)
      return results.map((result, index) => toTransportResult(result, (sent) => sent[requests[index]?.field ?? '']))
    },
    sendOnLeaving: (batch) => apiClient().sendOnLeaving(toMutations(batch)),
    async showSelection(nodeIds) {
      const context = { ...failingSilently, ...retriedByCaller }
      const shown = await sendOperation(showSelectionMutation, { projectId, nodeIds }, { context })
      return shown.ok && shown.value.showSelection
    },
    listen: (observer) => listen(projectId, observer),
    reconnectNow: liveConnection.hurry,
  }
}

const toTransportResult = <Data, Value>(result: ApiResult<Data>, read: (sent: Data) => Value): TransportResult<Value> =>
  result.ok
    ? { ok: true, value: read(result.value) }
    : {
        ok: false,
        code: result.code,
        text: result.message,
        retryAfter: result.retryAfter,
        isWhole: result.isWholeRequest,
      }

/** Converts the project to the shape of the project list. */
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

/** Subscribes to every live field. If one ends or is refused, all end, and the client subscribes again. */
function listen(projectId: string, observer: Parameters<Transport['listen']>[0]): () => void {
  const endings: (() => void)[] = []
  let isOver = false
  const leave = (): void => {
    isOver = true
    for (const unsubscribe of endings.splice(0)) unsubscribe()
  }
  const end = (): void => {
    if (isOver) return
    leave()
    observer.ended({ isSessionOver: liveConnection.isSessionOver(), isConnected: liveConnection.isUp() })
  }
  endings.push(
    liveConnection.listen((isUp) => {
      if (!isUp) observer.down()
    }),
  )
  for (const field of liveFields) {
    const next = (answer: ApiAnswer<SentData>): void => {
      if (isOver) return
      const read = readAnswer(answer)
      if (!read.ok) return end()
      const { seq, clientId: from } = (answer.extensions ?? {}) as {
        readonly seq?: unknown
        readonly clientId?: unknown
      }
      if (typeof seq !== 'number') return
      observer.next({ field, value: read.value[field], seq, clientId: typeof from === 'string' ? from : null })
    }
    const unsubscribe = apiClient().subscribe(subscriptions[field], { projectId }, { next, end })
    // A refusal may arrive synchronously, while the other fields are still being subscribed to.
    if (isOver) return (unsubscribe(), leave)
    endings.push(unsubscribe)
  }
  return leave
}
