import type { Database } from '../../database/database.ts'
import type { Log } from '../../ports/log.ts'
import type { PictureSource } from '../../ports/pictures.ts'
import type { Rates } from '../../ports/rates.ts'
import type { Authenticate } from '../../transport/viewer.ts'

export interface AvatarOptions {
  readonly database: Database
  readonly authenticate: Authenticate
  readonly sources: readonly PictureSource[]
  /** Null: no limits. */
  readonly rates: Rates | null
  readonly log: Log
  /** The API's address, where pictures are. */
  apiUrl(): string
  readonly now?: () => number
}
