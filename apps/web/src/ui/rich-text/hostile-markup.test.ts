import { findFaultsWhenRendered, hostilePayloads } from '@espalier/domain/testing'
import { describe, expect, it } from 'vitest'
import { sanitizeRichText } from './stored-html.ts'
import { normalizeTitleHtml, toSafeTitleHtml, toTitleHtml } from './title-html.ts'

const parse = (page: string): HTMLElement => new DOMParser().parseFromString(page, 'text/html').body

const harmful = (make: (payload: string) => string): readonly (readonly [string, string])[] =>
  hostilePayloads.flatMap((payload) => {
    const made = make(payload)
    return findFaultsWhenRendered(made, parse).length > 0 ? [[payload, made] as const] : []
  })

const gates: Readonly<Record<string, (html: string) => string>> = {
  'a description as it is drawn': sanitizeRichText,
  'a title as it is drawn': toSafeTitleHtml,
  'a title of an editor': normalizeTitleHtml,
  'a title of words': toTitleHtml,
}

describe.each(Object.entries(gates))('%s', (_name, gate) => {
  it('removes everything harmful from every payload', () => expect(harmful(gate)).toEqual([]))
})

it('changes nothing when it sanitizes twice', () => {
  for (const payload of hostilePayloads) {
    const once = sanitizeRichText(payload)
    expect(sanitizeRichText(once)).toBe(once)
  }
})

it("never calls Quill's own HTML export, which lets scripts through", () => {
  const sources = import.meta.glob('/src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const calls = Object.entries(sources).filter(([, text]) =>
    /\.\s*getSemanticHTML|\[\s*['"`]getSemantic/u.test(`${text}`),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(200)
  expect(calls.map(([name]) => name)).toEqual([])
})
