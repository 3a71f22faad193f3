import type { Operation } from '@espalier/sync'
import type { Chance } from '../chance.ts'
import type { Clock } from '../clock.ts'
import type { Network } from '../network.ts'

export interface PageParts {
  readonly name: string
  readonly userId: string
  readonly projectId: string
  readonly clock: Clock
  readonly chance: Chance
  readonly network: Network
  trace(text: () => string): void
}

/** An operation with the tab that it was made in: only under that name does the server know a repeat of it. */
export interface Kept extends Operation {
  readonly clientId: string
}
