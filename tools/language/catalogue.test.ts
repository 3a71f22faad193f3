import { describe, expect, it } from 'vitest'
import { isProductSource } from '../walls/import-graph.ts'
import { readRepository } from '../walls/imports.ts'
import { readTexts } from './catalogue.ts'
import { specTexts } from './spec-texts.ts'

const sources = /^(?:apps\/web\/src\/texts|apps\/(?:server|identity)\/src|packages\/(?:domain|interchange|sync)\/src)\//

describe('Texts that the specification fixes', () => {
  const texts = new Set(
    readRepository()
      .filter(({ path }) => sources.test(path) && isProductSource(path))
      .flatMap(({ path, code }) => readTexts(path, code)),
  )

  it.each(Object.entries(specTexts))('are in the product letter by letter: %s', (_area, expected) => {
    expect(expected.filter((text) => !texts.has(text))).toEqual([])
  })
})

describe('readTexts', () => {
  it.each([
    ["const a = 'Save'", ['Save']],
    ['const a = (title: string) => `Share ${title}`', ['Share {}']],
    ['const a = <p>Share {title}</p>', ['Share {}', 'Share']],
    ['const a = <b title="Close">\n  Open\n</b>', ['Open', 'Close', 'Open']],
    ['const a = <i />', ['']],
    ['const a = 1 // Save', []],
  ])('reads %s', (code, expected) => {
    expect(readTexts('texts.tsx', code)).toEqual(expected)
  })
})
