import type { BlockerGraphView, NodeId, ProjectDefinitions, ProjectId } from '@espalier/domain'
import { createEdits, type NodeEdits } from './edits.ts'
import type { NodeRecord } from './node-record.ts'
import { createNodeTable } from './node-table.ts'
import type { Operation } from './operations.ts'
import { type Answered, type Dropped, OptimisticStore } from './optimistic-store.ts'
import { createOwnTexts, type Overwritten } from './own-texts.ts'
import { createUndoHistory } from './undo-history.ts'

/** Puts a project's changes in the order of their seq: a change that arrives too early waits. */
interface EventSequence<Event> {
  /** Everything up to this seq has arrived. */
  readonly seq: number
  /** True if an event waits for one that has not arrived. */
  readonly hasGap: boolean
  /** Returns the events that can be applied now, in order. */
  arrived(seq: number, event: Event): readonly Event[]
  /** Everything up to this seq is known from elsewhere. Returns the events that waited only for that. */
  caughtUp(seq: number): readonly Event[]
  /** Nothing after this seq is known. */
  restart(seq: number): void
}

function createEventSequence<Event>(start: number): EventSequence<Event> {
  let last = start
  const early = new Map<number, Event>()
  function ready(): readonly Event[] {
    const events: Event[] = []
    for (let event = early.get(last + 1); event !== undefined; event = early.get(last + 1)) {
      last += 1
      early.delete(last)
      events.push(event)
    }
    return events
  }
  return {
    get seq() {
      return last
    },
    get hasGap() {
      return early.size > 0
    },
    arrived(seq, event) {
      if (seq <= last) return []
      early.set(seq, event)
      return ready()
    },
    caughtUp(seq) {
      last = Math.max(last, seq)
      for (const one of early.keys()) if (one <= last) early.delete(one)
      return ready()
    },
    restart(seq) {
      last = seq
      early.clear()
    },
  }
}

interface ReplicaStart {
  readonly projectId: ProjectId
  readonly seq: number
  readonly nodes: readonly NodeRecord[]
  /** A new UUID, for nodes and for operations. */
  readonly newId: () => string
  /** The tags, stages and own fields of the project. Defaults to nothing. */
  readonly definitions?: () => ProjectDefinitions
  /** Called once for each change of what is shown. */
  readonly onChange?: (change: ReplicaChange) => void
}

export interface ReplicaChange {
  readonly ids: readonly NodeId[]
  readonly isStructural: boolean
  /** 'made' means created by the server at the request of this page. */
  readonly origin: 'loaded' | 'own' | 'undo' | 'redo' | 'rolled-back' | 'made' | 'others'
}

/** A live event: the nodes after the change with this seq. */
interface ReplicaEvent {
  readonly seq: number
  readonly isOwn: boolean
  readonly nodes: readonly NodeRecord[]
}

/** A catch-up request: everything that changed after this seq. */
export interface Question {
  readonly after: number
  /** The mark at the time of the request; answers before it are included. */
  readonly mark: number
}

/** The server's answer to a catch-up request. */
interface ReplicaCatchUp {
  readonly question: Question
  readonly seq: number
  readonly nodes: readonly NodeRecord[]
}

/** A page's copy of one project: the stored state, the pending operations, and the undo history. */
export interface Replica {
  readonly graph: BlockerGraphView
  node(id: NodeId): NodeRecord | undefined
  nodes(): Iterable<NodeRecord>
  readonly edits: NodeEdits
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** The number of steps that can be undone. */
  readonly undoSteps: number
  /** The project itself has changed by this person: the last step is over, and nothing can be redone. */
  closeUndoStep(): void
  /** Returns every unanswered operation in order: they have to be sent, or sent again. */
  unsent(): readonly Operation[]
  /** Restores operations that were stored over a reload. */
  restore(operations: readonly Operation[]): void
  /** These may reach the server from now on. */
  sent(operationIds: readonly string[]): void
  /** Takes the answers of one request, in the order in which the operations were sent. */
  answered(answers: readonly Answered[]): readonly Overwritten[]
  /** Rolls the operation back, and those that depend on it. Returns the dependent ones. */
  refused(operationId: string): readonly Dropped[]
  receive(event: ReplicaEvent): readonly Overwritten[]
  /** To be called before a catch-up request is sent, because later answers may not be included in it. */
  ask(): Question
  catchUp(changes: ReplicaCatchUp): readonly Overwritten[]
  /** Replaces the stored state by the whole list; pending operations stay. */
  reload(changes: ReplicaCatchUp): readonly Overwritten[]
  /** Returns the last state of a node that the server has sent, without pending operations. It may be deleted. */
  confirmed(id: NodeId): NodeRecord | undefined
  /** Returns the nodes that exist on the server, as far as it is known. */
  confirmedNodes(): readonly NodeRecord[]
  /** Returns the nodes that the server has sent since the last call. */
  takeReceived(): readonly NodeId[]
  /** Everything up to this seq has arrived. */
  readonly seq: number
  /** True if an event in between is missing. */
  readonly isBehind: boolean
  /** True if the stored state of some node is uncertain until an event or a catch-up confirms it. */
  readonly isUnsure: boolean
}

export function createReplica(start: ReplicaStart): Replica {
  const { projectId, seq, nodes, newId, definitions, onChange = () => {} } = start
  const present = createNodeTable(projectId, nodes, definitions)
  const copy = new OptimisticStore(present, newId)
  const past = createUndoHistory()
  const sequence = createEventSequence<ReplicaEvent>(seq)
  const texts = createOwnTexts()
  let depth = 0

  function notify(origin: ReplicaChange['origin']): readonly Overwritten[] {
    const change = present.takeChange()
    const lost = origin === 'others' ? texts.lostIn(change, present.record) : []
    if (change.ids.length > 0) onChange({ ids: change.ids, isStructural: change.isStructural, origin })
    return lost
  }

  function takeIn(events: readonly ReplicaEvent[]): void {
    for (const { isOwn, nodes: sent } of events) {
      copy.confirm(sent)
      if (isOwn) sent.forEach(texts.keptAs)
    }
  }

  function grouped<Value>(edit: () => Value): Value {
    depth += 1
    try {
      return past.group(edit)
    } finally {
      depth -= 1
      if (depth === 0) notify('own')
    }
  }

  const edits = createEdits({
    present,
    copy,
    past,
    newId,
    texts,
    notify: (origin) => void (depth > 0 || notify(origin)),
    group: grouped,
  })

  return {
    graph: present.living,
    node: (id) => present.living.node(id) as NodeRecord | undefined,
    nodes: () => present.living.nodes() as Iterable<NodeRecord>,
    edits,
    get canUndo() {
      return past.history.undo.length > 0
    },
    get canRedo() {
      return past.history.redo.length > 0
    },
    get undoSteps() {
      return past.history.undo.length
    },
    closeUndoStep: past.closeStep,
    unsent: () => copy.pending.map(({ operation }) => operation),
    restore(operations) {
      for (const operation of operations) copy.restore(operation)
      notify('loaded')
    },
    sent(operationIds) {
      const ids = new Set(operationIds)
      for (const one of copy.pending) if (ids.has(one.operation.id)) one.isSent = true
    },
    answered(answers) {
      for (const { operationId, answer } of answers) {
        past.settle(operationId)
        if (answer.kind === 'node') texts.keptAs(answer.node)
      }
      copy.answered(answers)
      return notify('others')
    },
    refused(operationId) {
      const dropped = copy.refused(operationId)
      past.forgetOperation(operationId)
      for (const one of dropped) past.forgetOperation(one.operationId)
      notify('rolled-back')
      return dropped
    },
    receive(event) {
      const events = sequence.arrived(event.seq, event)
      const isMade = events.every(({ isOwn, nodes: sent }) => isOwn && sent.every(({ id }) => !present.record(id)))
      takeIn(events)
      return notify(isMade ? 'made' : 'others')
    },
    ask: () => ({ after: sequence.seq, mark: copy.mark() }),
    catchUp({ question, seq: at, nodes: sent }) {
      copy.confirm(sent)
      copy.settle(question.mark)
      takeIn(sequence.caughtUp(at))
      return notify('others')
    },
    reload({ question, seq: at, nodes: sent }) {
      const there = new Set(sent.map(({ id }) => id))
      const gone = [...present.records()].filter(({ id }) => !there.has(id)).map(({ id }) => id)
      copy.confirm(sent)
      copy.confirmGone(gone)
      copy.settle(question.mark)
      sequence.restart(at)
      return notify('others')
    },
    confirmed: (id) => copy.confirmed(id),
    confirmedNodes: () =>
      [...present.records()].flatMap(({ id }) => {
        const node = copy.confirmed(id)
        return node === undefined || node.isDeleted ? [] : [node]
      }),
    takeReceived: () => copy.takeReceived(),
    get seq() {
      return sequence.seq
    },
    get isBehind() {
      return sequence.hasGap
    },
    get isUnsure() {
      return copy.isUnsure
    },
  }
}
