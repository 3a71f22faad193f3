import { beforeEach, expect, it } from 'vitest'
import { jsonResponse, resetPage, stubNetwork } from '../testing/network.ts'
import { uploadImport } from './file-import.ts'

const begin = '/import/projects'
const upload = { header: { title: 'Garden' }, nodeCount: 5, parts: ['[0]', '[1]', '[2]', '[3]', '[4]'] }
const imported = { projectId: 'p1', seq: 2, nodeIds: ['n1'] }
const partPath = (at: number): string => `${begin}/i1/parts/${at}`
const runningSignal = (): AbortSignal => new AbortController().signal

beforeEach(resetPage)

it('sends two parts of a file at a time, each once, and finishes after the last', async () => {
  const open: (() => void)[] = []
  const sent: string[] = []
  const shares: number[] = []
  stubNetwork({
    [begin]: () => jsonResponse(201, { id: 'i1' }),
    ...Object.fromEntries(
      upload.parts.map((_, at) => [
        partPath(at),
        () => {
          sent.push(`part ${at}`)
          return new Promise<Response>((answer) => open.push(() => answer(jsonResponse(200, { nodes: 1 }))))
        },
      ]),
    ),
    [`${begin}/i1/finish`]: () => (sent.push('finish'), jsonResponse(200, imported)),
  })
  const onProgress = (share: number): void => void shares.push(share)
  const done = uploadImport(upload, null, { signal: runningSignal(), onProgress })
  const most: number[] = []
  while (sent.length < upload.parts.length || open.length > 0) {
    await new Promise((resolve) => setTimeout(resolve))
    most.push(open.length)
    open.shift()?.()
  }
  expect(await done).toEqual({ ok: true, value: imported })
  expect(sent).toEqual(['part 0', 'part 1', 'part 2', 'part 3', 'part 4', 'finish'])
  expect(Math.max(...most)).toBe(2)
  expect(shares).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1, 1])
})

it('reports the first failure of a part, ends the others and cancels the import', async () => {
  const stopped: boolean[] = []
  const network = stubNetwork({
    [begin]: () => jsonResponse(201, { id: 'i1' }),
    [partPath(0)]: ({ signal }) =>
      new Promise<Response>((_, reject) => {
        signal?.addEventListener('abort', () => {
          stopped.push(true)
          reject(new Error('aborted'))
        })
      }),
    [partPath(1)]: () => jsonResponse(400, { error: { code: 'BAD_USER_INPUT', message: 'A title is too long.' } }),
    [`${begin}/i1`]: () => jsonResponse(200, {}),
  })
  const answer = await uploadImport(upload, null, { signal: runningSignal(), onProgress: () => undefined })
  expect(answer).toMatchObject({ ok: false, code: 'BAD_USER_INPUT', message: 'A title is too long.' })
  expect(stopped).toEqual([true])
  expect([network.to(partPath(2)).length, network.to(`${begin}/i1`).map(({ method }) => method)]).toEqual([
    0,
    ['DELETE'],
  ])
})
