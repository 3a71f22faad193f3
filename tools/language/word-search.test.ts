import { describe, expect, it } from 'vitest'
import { isProductSource } from '../walls/import-graph.ts'
import { readRepository } from '../walls/imports.ts'
import { searchFiles } from './word-search.ts'

/** The ordinary word for a job, and the file that does it. */
const jobs: readonly (readonly [word: string, file: string])[] = [
  ['throttle', 'apps/server/src/features/presence/presence-broadcast.ts'],
  ['timeout', 'apps/server/src/reliability/timeout.ts'],
  ['outbox', 'packages/sync/src/client/outbox.ts'],
  ['unsubscribe', 'apps/server/src/features/mail/unsubscribe-routes.ts'],
  ['clipboard', 'apps/web/src/project/clipboard/clipboard-actions.ts'],
  ['undo', 'packages/domain/src/undo/undo-stacks.ts'],
  ['retry', 'packages/sync/src/client/retry.ts'],
  ['semaphore', 'apps/server/src/reliability/semaphore.ts'],
  ['webhook', 'apps/server/src/features/webhooks/webhooks.ts'],
  ['burn-up', 'packages/domain/src/burnup/burn-up.ts'],
]

describe('Search for an ordinary word', () => {
  const files = readRepository().filter(({ path }) => isProductSource(path))

  it.each(jobs)('for %s shows %s among the first three files', (word, file) => {
    expect(searchFiles(files, word).slice(0, 3)).toContain(file)
  })

  it('ranks file names before the number of hits, whatever the case', () => {
    const found = searchFiles(
      [
        { path: 'a/three.ts', code: 'retry Retry RETRY' },
        { path: 'a/none.ts', code: 'again' },
        { path: 'retry/one.ts', code: 'retry' },
        { path: 'a/Retry.tsx', code: '' },
      ],
      'retry',
    )
    expect(found).toEqual(['a/Retry.tsx', 'a/three.ts', 'retry/one.ts'])
  })
})
