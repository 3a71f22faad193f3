import { nodePriorities, toPlainText } from '@espalier/domain'
import type { Api } from '@espalier/schema'
import type { MyWorkQuery } from '@espalier/schema/documents/my-work'
import { createCell } from '../platform/cell.ts'
import type { ApiFailure, ApiResult } from './graphql/api-result.ts'

/** A node that is assigned to the person. */
export interface WorkItem {
  readonly id: string
  /** Plain text. */
  readonly title: string
  readonly status: Api.NodeStatus
  readonly stageId: string | null
  readonly dueDate: string | null
  readonly priority: Api.NodePriority
  readonly project: { readonly id: string; readonly title: string }
  /** The titles above the node, from a root down, for each way that leads to it. */
  readonly goals: readonly (readonly string[])[]
  /** False: it waits for its open children. */
  readonly isReady: boolean
}

export interface WorkPage {
  readonly items: readonly WorkItem[]
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null
}

export type MyWorkState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  /** Copied: the list is the one stored on this device, and the server has not answered yet. */
  | ({ readonly kind: 'loaded'; readonly isCopied?: true } & WorkPage)

export const readWorkPage = ({ items, next }: MyWorkQuery['myWork']): WorkPage => ({
  items: items.map(({ node, project, goals, state }) => ({
    ...node,
    title: toPlainText(node.title),
    project,
    // The last title of a way is the node's own.
    goals: goals.map((titles) => titles.slice(0, -1)).filter((titles) => titles.length > 0),
    isReady: state === 'ready',
  })),
  next,
})

interface MyWorkOptions {
  fetchPage(after: string | null): Promise<ApiResult<WorkPage>>
  /** Sets the status, and the stage that belongs to it. */
  setStatus(item: WorkItem, status: Pick<Api.NodeUpdate, 'status' | 'stageId'>): Promise<ApiResult<unknown>>
  readonly copies?: WorkCopies
}

/** The list that is stored on this device. */
interface WorkCopies {
  /** Null if there is none. */
  read(): Promise<readonly WorkItem[] | null>
  write(items: readonly WorkItem[]): void
}

export interface MyWorkList {
  get(): MyWorkState
  subscribe(listener: () => void): () => void
  /** Reads as many items again as are shown; these stay meanwhile. */
  load(): Promise<void>
  /** False if it failed. */
  loadMore(): Promise<boolean>
  /** Removes the item at once. It comes back if the server refuses; the failure is returned. */
  markDone(item: WorkItem): Promise<ApiFailure | null>
  /** Gives the item the status back that it had. */
  reopen(item: WorkItem): Promise<ApiFailure | null>
  /** Another person is signed in. */
  clear(): void
}

const loadingState: MyWorkState = { kind: 'loading' }
const noCopies: WorkCopies = { read: async () => null, write: () => undefined }
/** More than anybody reads without a network. */
const mostCopied = 500

export function createMyWorkList({ fetchPage, setStatus, copies = noCopies }: MyWorkOptions): MyWorkList {
  const state = createCell<MyWorkState>(loadingState)
  const sending = new Set<Promise<unknown>>()
  let turn = 0
  let changes = 0
  let timesCleared = 0
  let isLoadingMore = false

  async function load(): Promise<void> {
    turn += 1
    const ownTurn = turn
    const shown = state.get()
    if (shown.kind !== 'loaded') {
      state.set(loadingState)
      void showCopy(ownTurn)
    }
    const changesBefore = changes
    const count = shown.kind === 'loaded' && shown.isCopied !== true ? shown.items.length : 1
    const answer = await fetchAtLeast(count)
    await Promise.allSettled(sending)
    if (ownTurn !== turn) return
    // An answer from before a change would bring back an item that the person has just seen disappear.
    if (changes !== changesBefore) return load()
    if (answer.ok) show(answer.value)
    else if (state.get().kind !== 'loaded') state.set({ kind: 'failed' })
  }

  async function fetchAtLeast(count: number): Promise<ApiResult<WorkPage>> {
    const items = new Map<string, WorkItem>()
    let next: string | null = null
    do {
      const answer: ApiResult<WorkPage> = await fetchPage(next)
      if (!answer.ok) return answer
      for (const item of answer.value.items) items.set(item.id, item)
      next = answer.value.next
    } while (next !== null && items.size < count)
    return { ok: true, value: { items: [...items.values()], next } }
  }

  function show({ items, next }: WorkPage): void {
    state.set({ kind: 'loaded', items, next })
    copies.write(items.slice(0, mostCopied))
  }

  async function showCopy(ownTurn: number): Promise<void> {
    const items = await copies.read()
    const isWanted = ownTurn === turn && state.get().kind !== 'loaded'
    if (items !== null && isWanted) state.set({ kind: 'loaded', items, next: null, isCopied: true })
  }

  async function loadMore(): Promise<boolean> {
    const shown = state.get()
    if (shown.kind !== 'loaded' || shown.next === null || isLoadingMore) return true
    isLoadingMore = true
    const ownTurn = turn
    const answer = await fetchPage(shown.next).finally(() => (isLoadingMore = false))
    const now = state.get()
    // A list that was read again meanwhile has another end.
    if (!answer.ok || ownTurn !== turn || now.kind !== 'loaded') return answer.ok
    const known = new Set(now.items.map(({ id }) => id))
    show({ items: [...now.items, ...answer.value.items.filter(({ id }) => !known.has(id))], next: answer.value.next })
    return true
  }

  /** Shows a change at once and takes it back if the server refuses it. */
  async function change(
    item: WorkItem,
    isListed: boolean,
    sent: Promise<ApiResult<unknown>>,
  ): Promise<ApiFailure | null> {
    changes += 1
    const clearedBefore = timesCleared
    setListed(item, isListed)
    // Counted before anybody who waits for it goes on: what was read meanwhile may be from before the change.
    const settled = sent.finally(() => (changes += 1))
    sending.add(settled)
    const answer = await settled.finally(() => sending.delete(settled))
    if (answer.ok) return null
    // After a logout the list belongs to somebody else.
    if (clearedBefore === timesCleared) setListed(item, !isListed)
    return answer
  }

  function setListed(item: WorkItem, isListed: boolean): void {
    const shown = state.get()
    if (shown.kind !== 'loaded') return
    const others = shown.items.filter(({ id }) => id !== item.id)
    const items = isListed ? [...others, item].sort(compareItems) : others
    state.set({ ...shown, items })
    if (shown.isCopied !== true) copies.write(items.slice(0, mostCopied))
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    load,
    loadMore,
    markDone: (item) => change(item, false, setStatus(item, { status: 'done' })),
    reopen: (item) => change(item, true, setStatus(item, { status: item.status, stageId: item.stageId })),
    clear() {
      turn += 1
      changes += 1
      timesCleared += 1
      state.set(loadingState)
    },
  }
}

/** The order of the server: by due date, undated last, then the most urgent first, then by project. */
function compareItems(one: WorkItem, other: WorkItem): number {
  const [first, second] = [toSortKey(one), toSortKey(other)]
  return first < second ? -1 : Number(first > second)
}

/** Letters sort after digits. */
const toSortKey = ({ dueDate, priority, project, id }: WorkItem): string =>
  [dueDate ?? 'undated', nodePriorities.length - nodePriorities.indexOf(priority), project.id, id].join(' ')
