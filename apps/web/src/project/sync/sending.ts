import type { ProjectId } from '@espalier/domain'
import type { NodeRecord, Operation, Overwritten, Replica, SentNode } from '@espalier/sync'
import { apiTroubles } from '../../api/graphql/api-trouble.ts'
import { clientId } from '../../api/graphql/client-id.ts'
import type { Refused, UnsavedTexts } from './board.ts'
import { changeInWords } from './change-in-words.ts'
import type { KeptUnsent } from './keep-unsent.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { answerTo } from './requests.ts'
import { sendBatch, sendBatchOnLeaving } from './send-batch.ts'
import { textsIn } from './unsaved-texts.ts'

export interface SendingParts {
  readonly projectId: ProjectId
  readonly replica: Replica
  readonly kept: KeptUnsent
  readonly unsaved: UnsavedTexts
  /** Who made these edits; null: an anonymous visitor. */
  readonly personId: string | null
  readonly adopt: (sent: SentNode) => NodeRecord
  onOverwritten(lost: readonly Overwritten[]): void
  /** Taken back, for these reasons. */
  onRefused(refused: readonly Refused[], isRightLost: boolean): void
  onEmpty(): void
}

/** Sends what the replica has to send, and tells it what came of it. */
export function createSending(parts: SendingParts): Outbox {
  const { projectId, replica, kept, unsaved, personId, adopt, onOverwritten, onRefused, onEmpty } = parts
  const outbox = createOutbox({
    unsent: replica.unsent,
    batchOf: (operations) => ofOneTab(operations, kept),
    async send(operations) {
      const [first] = operations
      return first === undefined ? [] : sendBatch({ projectId, operations, clientId: kept.clientIdOf(first), personId })
    },
    sendOnLeaving(operations) {
      const [first] = operations
      if (first !== undefined) sendBatchOnLeaving({ projectId, operations, clientId: kept.clientIdOf(first), personId })
    },
    read: ({ request }, said) => answerTo(request, said.fields, adopt),
    onSending: (operations) => replica.sent(operations.map(({ id }) => id)),
    onAnswered(answers) {
      onOverwritten(replica.answered(answers))
      kept.changed()
    },
    onRefused(operation, { text, code }) {
      const change = changeInWords(operation.request, replica.node)
      const title = replica.node(idIn(operation))?.title ?? ''
      for (const typed of textsIn(operation.request, title)) unsaved.keep(typed)
      const isLate = outbox.saving.get().kind === 'offline' || kept.clientIdOf(operation) !== clientId
      const dropped = replica.refused(operation.id)
      kept.changed()
      const reasons = new Set([text, ...dropped.map((one) => one.text)])
      const isRightLost = code === 'FORBIDDEN' || code === 'NOT_FOUND'
      onRefused(
        [...reasons].map((reason) => ({ text: reason, change, isLate })),
        isRightLost,
      )
    },
    onEmpty,
    onUnreachable: (text) => apiTroubles.tell({ kind: 'said', text: `[Network error]: ${text}` }),
  })
  return outbox
}

const idIn = ({ request }: Operation): string => (request.kind === 'update-many' ? '' : request.id)

/** A request names one tab: a repeat is known only under the name of the tab that made the operation. */
function ofOneTab(operations: readonly Operation[], { clientIdOf }: KeptUnsent): readonly Operation[] {
  const [first] = operations
  const end = operations.findIndex((one) => first !== undefined && clientIdOf(one) !== clientIdOf(first))
  return end < 0 ? operations : operations.slice(0, end)
}
