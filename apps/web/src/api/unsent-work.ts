import type { Api } from '@espalier/schema'
import { setWorkStatusMutation } from '@espalier/schema/documents/my-work'
import { randomId } from '../platform/crypto.ts'
import { openDevice, openDeviceStorage } from './device-storage.ts'
import { handledByCaller } from './graphql/own-codes.ts'
import { clientId } from './graphql/page-headers.ts'
import { sendOperation } from './graphql/send-operation.ts'

type WorkChange = Pick<Api.NodeUpdate, 'status' | 'stageId'>

/** An edit as the outbox of a project stores it (`packages/sync/src/client/unsent-store.ts`). */
interface StoredEdit {
  readonly id: string
  readonly clientId: string
  readonly order: number
  readonly request: { readonly kind: 'update'; readonly id: string; readonly change: WorkChange }
}

/** Ends the names of edits that were made in the list: each node has one, the latest. */
const ending = ':my-work-'
const isOwnName = (name: string): boolean => name.includes(ending)

/**
 * Stores a change that could not be sent among the unsent edits of its project: opening the project on this device
 * sends it too. Returns false if nothing can be stored.
 */
export async function storeUnsentWork(
  personId: string,
  { nodeId, projectId, change }: { readonly nodeId: string; readonly projectId: string; readonly change: WorkChange },
): Promise<boolean> {
  const { records, news } = await openDevice(personId)
  const store = await openDeviceStorage(personId)
  if (records === null || store === null) return false
  const name = `unsent:${personId}:${projectId}:list${ending}${nodeId}`
  const edit: StoredEdit = { id: randomId(), clientId, order: 1, request: { kind: 'update', id: nodeId, change } }
  const sealed = store.seal(name, JSON.stringify([edit]))
  try {
    await records.write(async (writer) => writer.put(name, sealed))
  } catch {
    return false
  }
  news.post(name)
  return true
}

/** Returns the nodes whose change still waits on this device. */
export async function listUnsentWork(personId: string): Promise<ReadonlySet<string>> {
  const { records } = await openDevice(personId)
  const names = (await records?.read((reader) => reader.names(`unsent:${personId}:`)).catch(() => [])) ?? []
  return new Set(names.filter(isOwnName).map((name) => name.slice(name.indexOf(ending) + ending.length)))
}

/** A viewer, or a node that is gone: the change cannot be made any more, and the list says how things are. */
const refusalHandled = { context: handledByCaller('FORBIDDEN', 'NOT_FOUND', 'UNREACHABLE') }

/** Sends what waits, unless another tab does. Returns whether anything was sent. */
export async function sendUnsentWork(personId: string): Promise<boolean> {
  const { records, locks } = await openDevice(personId)
  const names = (await records?.read((reader) => reader.names(`unsent:${personId}:`)).catch(() => [])) ?? []
  const own = names.filter(isOwnName)
  const store = own.length === 0 ? null : await openDeviceStorage(personId)
  if (records === null || store === null) return false
  let isAnySent = false
  for (const name of own) {
    await locks.tryHold(name, async () => {
      const sealed = await records.read((reader) => reader.get(name))
      const edit = typeof sealed === 'string' ? readEdit(store.open(name, sealed)) : null
      // An unreadable text stays, because it may become readable once an earlier key of the server is back.
      if (edit === null) return
      const { id, change } = edit.request
      const answer = await sendOperation(
        setWorkStatusMutation,
        { id, data: change },
        { ...refusalHandled, operationId: edit.id },
      )
      if (!answer.ok && answer.code === 'UNREACHABLE') return
      await records.write(async (writer) => {
        // The person may have changed their mind meanwhile.
        if ((await writer.get(name)) === sealed) writer.remove(name)
      })
      isAnySent = true
    })
  }
  return isAnySent
}

function readEdit(text: string | null): StoredEdit | null {
  try {
    const [edit] = JSON.parse(text ?? '[]') as readonly StoredEdit[]
    return edit ?? null
  } catch {
    return null
  }
}
