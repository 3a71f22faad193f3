import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEspalierJson, writeEspalierJson } from './formats/espalier.ts'
import { readFreemind, writeFreemind } from './formats/freemind.ts'
import { readIndentedText, writeIndentedText } from './formats/indented-text.ts'
import { readMarkdown, writeMarkdown } from './formats/markdown.ts'
import { readOpml, writeOpml } from './formats/opml.ts'
import { readXmind, writeXmind } from './formats/xmind.ts'
import type { ImportResult } from './model/import-fault.ts'
import type { InterchangeProject } from './model/project.ts'
import { anyProject, normalizeHtml, plainProject, summarizeProject, summarizeWithoutStyle } from './testing/projects.ts'

const readImported = (result: ImportResult): InterchangeProject => {
  if (!result.ok) throw new Error(result.reason.text)
  expect(result.remarks).toEqual([])
  return result.value
}

const withSpaces = (html: string) => html.replaceAll('&nbsp;', ' ')

const spoken = (project: InterchangeProject) =>
  summarizeWithoutStyle(project).map(({ title, body, ...rest }) => ({
    ...rest,
    title: withSpaces(title),
    body: withSpaces(body),
  }))

describe('round trips', () => {
  it('keeps everything exactly in our own JSON', () => {
    fc.assert(
      fc.property(anyProject, (project) => {
        expect(readImported(readEspalierJson(writeEspalierJson(project)))).toEqual(project)
      }),
    )
  })

  it.each([
    ['OPML', (project: InterchangeProject) => readOpml(writeOpml(project))],
    ['FreeMind', (project: InterchangeProject) => readFreemind(writeFreemind(project))],
    ['XMind', (project: InterchangeProject) => readXmind(writeXmind(project))],
  ])('keeps titles, order, status, bodies, colors and extra parents in %s', (_name, around) => {
    fc.assert(
      fc.property(anyProject, (project) => {
        const again = readImported(around(project))
        expect(summarizeProject(again)).toEqual(summarizeProject(project))
        expect(again.title).toBe(project.title)
        expect(again.body).toBe(project.body)
        expect(again.layout).toBe(project.layout)
      }),
    )
  })

  it('keeps titles, order, status, bodies and extra parents in Markdown', () => {
    fc.assert(
      fc.property(anyProject, (project) => {
        const again = readImported(readMarkdown(writeMarkdown(project)))
        expect(summarizeWithoutStyle(again)).toEqual(summarizeWithoutStyle(project))
        expect(again.title).toBe(project.title)
        expect(normalizeHtml(again.body)).toBe(normalizeHtml(project.body))
        expect(again.layout).toBe(project.layout)
      }),
    )
  })

  it('keeps titles, order, status, plain descriptions and extra parents in indented text', () => {
    fc.assert(
      fc.property(plainProject, (project) => {
        fc.pre(project.nodes.length > 0)
        expect(spoken(readImported(readIndentedText(writeIndentedText(project))))).toEqual(spoken(project))
      }),
    )
  })
})
