import { afterEach, expect, it } from 'vitest'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/** Echoes what it is sent; 'spin' never ends, 'die' ends the worker. */
const echo = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', (message) => {
  if (message === 'spin') for (;;);
  if (message === 'die') process.exit(1)
  parentPort.postMessage(message)
})
parentPort.postMessage(null)
`
const toModuleUrl = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

let pool: WorkerPool
afterEach(() => pool.close())
const open = (options: Partial<Parameters<typeof createWorkerPool>[0]> = {}): WorkerPool =>
  (pool = createWorkerPool({ module: toModuleUrl(echo), size: 2, deadlineMs: 60_000, maxWaiting: 10, ...options }))

it('answers every job with its own result and starts no more workers than allowed', async () => {
  open()
  const sent = Array.from({ length: 10 }, (_, index) => `job ${index}`)
  expect(await Promise.all(sent.map((job) => pool.run(job)))).toEqual(sent)
  expect(pool.workerCount()).toBeLessThanOrEqual(2)
})

it('ends a job at the deadline, and another worker continues with the waiting jobs', async () => {
  open({ size: 1, deadlineMs: 500 })
  const endless = pool.run('spin')
  const behind = pool.run('next')
  await expect(endless).rejects.toMatchObject({ reason: 'too-slow' })
  expect(await behind).toBe('next')
  expect(pool.workerCount()).toBe(1)
})

it('refuses a job at once when too many wait', async () => {
  open({ size: 1, maxWaiting: 2 })
  const waiting = [pool.run('a'), pool.run('b')]
  await expect(pool.run('c')).rejects.toMatchObject({ reason: 'busy' })
  expect(await Promise.all(waiting)).toEqual(['a', 'b'])
})

it('replaces a worker that died and rejects only its current job', async () => {
  open({ size: 1 })
  const fatal = pool.run('die')
  const behind = pool.run('next')
  await expect(fatal).rejects.toThrow('a worker has ended')
  expect(await behind).toBe('next')
})

it('rejects the jobs of a worker that cannot start', async () => {
  open({ module: toModuleUrl('throw new Error("no such module")') })
  await expect(pool.run('a')).rejects.toThrow('no such module')
})
