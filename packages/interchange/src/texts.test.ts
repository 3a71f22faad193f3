import { nodeFields, setTranslation } from '@espalier/domain'
import { strToU8 } from 'fflate'
import { afterEach, expect, it } from 'vitest'
import { readProjectFile } from './files.ts'
import { findFormat } from './format-table.ts'

afterEach(() => setTranslation(null))

const translateToCapitals = (): void =>
  setTranslation((_path, english) => (typeof english === 'string' ? english.toUpperCase() : english))

it('names fields and formats in the language of the moment, not in that of loading', () => {
  const label = nodeFields.byName.get('body')
  const format = findFormat('markdown')
  translateToCapitals()
  expect([label?.label, format.name]).toEqual(['DESCRIPTION', 'MARKDOWN'])
  expect(format.loses).toContain('COLORS')
  setTranslation(null)
  expect([label?.label, format.name]).toEqual(['description', 'Markdown'])
})

it.each([
  ['a.docx', ".docx files can't be imported. Try .md, .csv, .opml, .mm, .xmind, .txt or .json."],
  ['a', "Files without an extension can't be imported. Try .md, .csv, .opml, .mm, .xmind, .txt or .json."],
  ['a.mm', 'The file is damaged or incomplete: it begins with <a>, not with <map>.'],
  [
    'a.json',
    'The file is damaged or incomplete: nodes[0].status is unknown.',
    '{"format":"espalier","version":1,"project":{"title":"a"},"nodes":[{"id":"a","title":"a","status":"x"}]}',
  ],
])('explains why %s is refused: %s', (name, text, content = '<a></a>') => {
  const read = readProjectFile(name, strToU8(content))
  expect(read.ok ? null : read.reason.text).toBe(text)
})
