import { describe, expect, it } from 'vitest'
import { carriedUntil, longestChain, readRequest, type TimedRequest } from './traffic.ts'

const request = (name: string, start: number, end: number, isDocument = false): TimedRequest => ({
  name,
  isDocument,
  start,
  firstByte: isDocument ? start + 5 : end,
  end,
})

describe('the longest chain of dependent requests', () => {
  it('counts a document, its script and the data that the script fetches as three', () => {
    const requests = [request('/data', 30, 40), request('/', 0, 8, true), request('/script', 10, 20)]
    expect(longestChain(requests)).toBe(3)
  })

  it('counts files that were wanted at the same time once, whenever each of them arrives', () => {
    const chunks = Array.from({ length: 40 }, (_, at) => request(`/chunk-${at}`, 10, 20 + at))
    expect(longestChain([request('/', 0, 8, true), ...chunks])).toBe(2)
  })

  it('lets a file that the beginning of a document names follow the document before all of it is there', () => {
    expect(longestChain([request('/', 0, 100, true), request('/style', 6, 50)])).toBe(2)
  })

  it('does not let data follow a script that is still on its way', () => {
    expect(longestChain([request('/', 0, 8, true), request('/script', 10, 60), request('/data', 30, 40)])).toBe(2)
  })

  it('is none without requests', () => {
    expect(longestChain([])).toBe(0)
  })
})

describe('what was on the line', () => {
  it('is counted until the plan is painted', () => {
    const traffic = {
      requests: [1, 5, 9].map((at) => ({ at, name: 'GET /' })),
      received: [2, 6, 9].map((at) => ({ at, bytes: 100 })),
    }
    expect(carriedUntil(traffic, 6)).toEqual({ requests: 2, bytes: 200 })
  })

  it('recognizes the beginning of a request, and neither its body nor an answer', () => {
    expect(readRequest(Buffer.from('POST /graphql/ HTTP/1.1\r\nHost: a\r\n'))).toBe('POST /graphql/')
    expect(readRequest(Buffer.from('{"query":"GET / HTTP/1.1"}'))).toBeUndefined()
    expect(readRequest(Buffer.from('HTTP/1.1 200 OK\r\n'))).toBeUndefined()
  })
})
