import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sha256 } from './crypto.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each([true, false])('sha256 where the page is secure: %s', (isSecureContext) => {
  it.each(['', 'abc', '1731650000000-123456789', 'ä'.repeat(27), 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(1000)])(
    "hashes %j like the platform's SHA-256",
    async (text) => {
      const digest = vi.spyOn(crypto.subtle, 'digest')
      digest.mockClear()
      vi.stubGlobal('isSecureContext', isSecureContext)
      expect(await sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
      expect(digest).toHaveBeenCalledTimes(isSecureContext ? 1 : 0)
    },
  )
})
