import { expect, it } from 'vitest'
import { createShutdownHooks } from './shutdown.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

it('stops parts in reverse order once, even if one of them fails', async () => {
  const ended: string[] = []
  const started = createShutdownHooks(silent)
  started.add('database', async () => void ended.push('database'))
  started.add('jobs', () => Promise.reject(new Error('stuck')))
  started.add('http', async () => void ended.push('http'))
  await Promise.all([started.stop(), started.stop()])
  expect(ended).toEqual(['http', 'database'])
})
