import { toPlainText } from '@espalier/domain'
import { searchQuery } from '@espalier/schema/documents/search'
import { openDevice, startCopy } from './device-storage.ts'
import { type ApiResult, mapApiResult } from './graphql/api-result.ts'
import { allHandledByCaller } from './graphql/own-codes.ts'
import { sendOperation } from './graphql/send-operation.ts'
import { currentPersonId } from './session/session.ts'

/** A node or, if there is none, a project that was found. All texts are plain. */
export interface SearchHit {
  readonly project: { readonly id: string; readonly title: string }
  readonly node: { readonly id: string; readonly title: string; readonly status: 'todo' | 'progress' | 'done' } | null
  /** The passage with the words. */
  readonly excerpt: string
}

const mostHits = 20

/** Searches all projects of the person. */
export const searchEverywhere = async (text: string): Promise<ApiResult<readonly SearchHit[]>> =>
  mapApiResult(await sendOperation(searchQuery, { text, first: mostHits }, { context: allHandledByCaller }), (sent) =>
    sent.search.map(({ node, ...hit }) => ({
      ...hit,
      node: node === null ? null : { ...node, title: toPlainText(node.title) },
    })),
  )

/** Something that was chosen in the palette. */
export type RecentChoice =
  | { readonly kind: 'action'; readonly id: string }
  | { readonly kind: 'project'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'node'
      readonly id: string
      readonly title: string
      readonly project: { readonly id: string; readonly title: string }
    }

const mostRecent = 6
/** No filter of the list of projects, which is stored in the same place, has this name. */
const copyName = 'recent-choices'

/** The recent choices of this tab: a device that stores nothing still has them until the page is closed. */
let latest: { readonly personId: string | null; readonly choices: readonly RecentChoice[] } | null = null

/** Reads what the person chose last on this device. */
export async function readRecentChoices(): Promise<readonly RecentChoice[]> {
  const personId = currentPersonId()
  if (latest?.personId === personId) return latest.choices
  try {
    const { copy } = await openDevice(personId)
    const list = await copy?.readList(copyName)
    return Array.isArray(list) ? (list as readonly RecentChoice[]) : []
  } catch {
    return []
  }
}

/** Stores a choice as the latest one, like the lists of projects: encrypted, and removed when the person logs out. */
export async function storeRecentChoice(choice: RecentChoice): Promise<void> {
  const personId = currentPersonId()
  const before = await readRecentChoices()
  const others = before.filter(({ kind, id }) => kind !== choice.kind || id !== choice.id)
  const choices = [choice, ...others].slice(0, mostRecent)
  latest = { personId, choices }
  const copy = await startCopy(personId).catch(() => null)
  // The palette works without them.
  await copy?.writeList(copyName, choices).catch(() => undefined)
}
