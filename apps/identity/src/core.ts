import type { BackOff } from './methods/password/back-off.ts'
import type { Hasher } from './methods/password/hasher.ts'
import type { Method } from './methods/method.ts'
import type { IdentityOptions, Lifespans } from './options.ts'
import type { Continuity } from './storage/continuity.ts'
import type { Db } from './storage/database.ts'
import type { Sealer } from './storage/sealing.ts'

/** What every flow and method works with; made once, in index.ts. */
export interface Core {
  readonly options: IdentityOptions
  readonly lifespans: Lifespans
  readonly db: Db
  readonly sealer: Sealer
  readonly continuity: Continuity
  readonly hasher: Hasher
  readonly backOff: BackOff
  readonly methods: readonly Method[]
  /** Work that the answer does not wait for; closing the service does. */
  inBackground(what: string, work: () => Promise<void>): void
}
