import { type ReactNode, useState } from 'react'
import { type Address, createHistory, type Location, resolveAddress, type RouterHistory } from '../platform/history.ts'
import { Router } from '../platform/router.tsx'

interface MemoryRouterProps {
  /** The addresses that were visited, of which the last is open. */
  readonly initialEntries?: readonly string[]
  readonly children?: ReactNode
}

/** A router with a history of its own, so that a test leaves the address of the test page alone. */
export function MemoryRouter({ initialEntries = ['/'], children }: MemoryRouterProps) {
  const [history] = useState(() => createMemoryHistory(initialEntries))
  return <Router history={history}>{children}</Router>
}

export function createMemoryHistory(visited: readonly string[]): RouterHistory {
  let entries: readonly Location[] = visited.map((address) => ({ ...resolveAddress(address, '/'), state: null }))
  let index = entries.length - 1
  const listeners = new Set<() => void>()
  const readEntry = (): Location => {
    const entry = entries[index]
    if (entry === undefined) throw new Error('A history needs an entry')
    return entry
  }
  const addEntry = (address: Address, state: unknown) => {
    entries = [...entries.slice(0, index), { ...address, state }]
  }
  return createHistory({
    read: readEntry,
    push(address, state) {
      index += 1
      addEntry(address, state)
    },
    replace(address, state) {
      const later = entries.slice(index + 1)
      addEntry(address, state)
      entries = [...entries, ...later]
    },
    go(steps) {
      index = Math.min(Math.max(index + steps, 0), entries.length - 1)
      for (const listener of listeners) listener()
    },
    listen(onPop) {
      listeners.add(onPop)
      return () => void listeners.delete(onPop)
    },
  })
}
