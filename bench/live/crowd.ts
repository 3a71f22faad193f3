import { type Child, startChild } from '../child.ts'
import type { CrowdOrder, Joining } from './crowd-orders.ts'
import type { Receipts } from './receipts.ts'

/** Many sockets in a separate process. */
export interface Crowds {
  join(name: string, joining: Omit<Joining, 'isStalled'> & { readonly isStalled?: boolean }): Promise<void>
  /**
   * Returns what a crowd received since the last call, up to this many messages if they arrive in time, and the last
   * text.
   */
  take(name: string, wanted: number): Promise<Receipts & { readonly last: string }>
  leave(name: string): Promise<void>
  end(): Promise<void>
}

export function startCrowds(): Crowds {
  const child: Child = startChild('./live/listeners.ts')
  const order = <Answer>(what: CrowdOrder): Promise<Answer> => child.ask(what)
  return {
    async join(name, joining) {
      const joined = await order<number>({ kind: 'join', name, joining: { isStalled: false, ...joining } })
      if (joined !== joining.count) throw new Error(`${joined} of ${joining.count} sockets are open`)
    },
    take: (name, wanted) => order({ kind: 'take', name, wanted }),
    leave: (name) => order({ kind: 'leave', name }),
    end: () => child.end(),
  }
}
