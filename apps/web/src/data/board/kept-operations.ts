import type { Operation } from '@espalier/replica'

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

const prefixOf = (personId: string, projectId: string): string => `unsent:${personId}:${projectId}:`

// Of two boards of one tab, the first may still be sending when the second opens: neither may write over the other.
let boards = 0

/** Unsent operations in the browser's storage, by person, project and board. */
export function keptOperations(personId: string, projectId: string, clientId: string): KeptOperations {
  const prefix = prefixOf(personId, projectId)
  const ownKey = `${prefix}${clientId}:${(boards += 1)}`
  return {
    take() {
      try {
        const keys = Object.keys(window.localStorage)
          .filter((key) => key.startsWith(prefix))
          .sort()
        return keys.flatMap((key) => {
          const kept = read(window.localStorage.getItem(key))
          if (key !== ownKey) window.localStorage.removeItem(key)
          return kept
        })
      } catch {
        return []
      }
    },
    write(operations) {
      try {
        if (operations.length === 0) window.localStorage.removeItem(ownKey)
        else window.localStorage.setItem(ownKey, JSON.stringify(operations))
        return true
      } catch {
        return operations.length === 0
      }
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
