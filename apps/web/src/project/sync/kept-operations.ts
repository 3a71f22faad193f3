import type { Operation } from '@espalier/sync'
import type { EncryptedStorage } from '../../platform/encrypted-storage.ts'

/** An operation with the tab that it was made in: only under that name does the server know a repeat of it. */
export interface KeptOperation extends Operation {
  readonly clientId: string
}

export interface KeptOperations {
  /** Takes over what earlier tabs of this person left unsent in this project. */
  take(): readonly KeptOperation[]
  /** False where the browser keeps nothing. */
  write(operations: readonly KeptOperation[]): boolean
}

// Of two boards of one tab, the first may still be sending when the second opens: neither may write over the other.
let boards = 0

/** Unsent operations on this device, by person, project and board. */
export function keptOperations(storage: EncryptedStorage, place: string, clientId: string): KeptOperations {
  const prefix = `unsent:${place}:`
  const ownName = `${prefix}${clientId}:${(boards += 1)}`
  return {
    take: () =>
      storage.names(prefix).flatMap((name) => {
        const text = storage.read(name)
        // What cannot be read now may be readable once an earlier key of the server is back.
        if (name !== ownName && text !== null) storage.remove(name)
        return read(text)
      }),
    write(operations) {
      if (operations.length > 0) return storage.write(ownName, JSON.stringify(operations))
      storage.remove(ownName)
      return true
    },
  }
}

function read(text: string | null): readonly KeptOperation[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isKept) : []
  } catch {
    return []
  }
}

const kinds = ['create', 'update', 'update-many', 'delete', 'delete-branch']

function isKept(value: unknown): value is KeptOperation {
  if (typeof value !== 'object' || value === null) return false
  const { id, clientId, request } = value as Partial<KeptOperation>
  return typeof id === 'string' && typeof clientId === 'string' && kinds.includes(request?.kind ?? '')
}
