import { afterEach, expect, it, vi } from 'vitest'
import { beginPageData, consumeBegunData } from './begin-page-data.ts'

const path = '/page-data/projects/p1'
const data = { personId: 'ada', answers: [] }

function serve(answer: Response | Error) {
  document.head.innerHTML = `<link rel="preload" href="${path}" as="fetch">`
  const request = vi.fn(() => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)))
  vi.stubGlobal('fetch', request)
  return request
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  void consumeBegunData(path)
})

it('requests what the HTML has begun to load, and passes the same answer on once', async () => {
  const request = serve(Response.json(data))
  expect(await beginPageData(path)).toEqual(data)
  expect(await consumeBegunData(path)).toEqual(data)
  expect(consumeBegunData(path)).toBeUndefined()
  expect(request).toHaveBeenCalledTimes(1)
})

it('requests nothing that the HTML does not name, because the browser would have nothing for it', () => {
  const request = serve(Response.json(data))
  expect(beginPageData('/page-data/projects/p2')).toBeNull()
  expect(request).not.toHaveBeenCalled()
})

it.each([
  ['a refusal', Response.json(data, { status: 403 })],
  ['something else', Response.json(['a page of a proxy'])],
  ['a broken connection', new TypeError('network')],
])('reads nothing from %s', async (_name, answer) => {
  serve(answer)
  expect(await beginPageData(path)).toBeNull()
})
