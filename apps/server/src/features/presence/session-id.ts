import { createHash } from 'node:crypto'
import type { Viewer } from '../../transport/viewer.ts'

const hashDigits = 32

/** A person is there once, however many tabs are open. Of a guest's tab only a hash is shown: its id is its own secret. */
export const toSessionId = (viewer: Viewer, tab: string): string =>
  viewer.kind === 'person'
    ? viewer.person.id
    : `guest:${createHash('sha256').update(tab).digest('hex').slice(0, hashDigits)}`
