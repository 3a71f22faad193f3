import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './crypto.ts'

it.each(['', 'abc', '1731650000000-123456789', 'ä'.repeat(27), 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(1000)])(
  'hashes %j as everybody does',
  (text) => {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  },
)
