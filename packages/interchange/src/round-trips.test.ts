import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv } from './formats/csv.ts'
import { readEspalierJson, writeEspalierJson } from './formats/espalier.ts'
import { readFreemind, writeFreemind } from './formats/freemind.ts'
import { readIndentedText, writeIndentedText } from './formats/indented-text.ts'
import { readMarkdown, writeMarkdown } from './formats/markdown.ts'
import { readOpml, writeOpml } from './formats/opml.ts'
import { readTable } from './formats/table.ts'
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

  it.each([
    ['OPML', (project: InterchangeProject) => readOpml(writeOpml(project))],
    ['FreeMind', (project: InterchangeProject) => readFreemind(writeFreemind(project))],
    ['CSV', (project: InterchangeProject) => readTable(writeCsv(project))],
  ])('keeps dates, estimates, priorities and tags in %s', (_name, around) => {
    const colour = '#fffabb'
    const planned: InterchangeProject = {
      title: 'Plan',
      body: '',
      tags: [
        { id: 'x', name: 'Bug', colour },
        { id: 'y', name: 'Späte Birnen', colour },
      ],
      nodes: [
        {
          id: 'a',
          title: 'Pear',
          body: '',
          parentIds: [],
          position: 1,
          hideChildren: false,
          status: 'todo',
          startDate: '2026-11-01',
          dueDate: '2026-12-01',
          estimate: 2.5,
          priority: 'urgent',
          tagIds: ['y', 'x'],
        },
      ],
    }
    const again = readImported(around(planned))
    const names = new Map(again.tags?.map(({ id, name }) => [id, name]))
    const [node] = again.nodes
    expect(node).toMatchObject({ startDate: '2026-11-01', dueDate: '2026-12-01', estimate: 2.5, priority: 'urgent' })
    expect(node?.tagIds?.map((id) => names.get(id))).toEqual(['Späte Birnen', 'Bug'])
  })

  it('leaves out planning values of a table that no node can have', () => {
    const table =
      'Title,Start,Due,Estimate,Priority,Labels\nPear,2026-12-02,2026-12-01,much,P1,"a, ,a"\nFig,x,2026-02-30,3 d,High,'
    const { nodes, tags } = readImported(readTable(table, { isUnderNode: true }))
    expect(nodes[0]).toMatchObject({ dueDate: '2026-12-01', tagIds: ['tag1'] })
    expect(nodes[0]).not.toHaveProperty('startDate')
    expect(nodes[0]).not.toHaveProperty('estimate')
    expect(nodes[0]).not.toHaveProperty('priority')
    expect(nodes[1]).toMatchObject({ estimate: 3, priority: 'high' })
    expect(nodes[1]).not.toHaveProperty('dueDate')
    expect(tags).toMatchObject([{ id: 'tag1', name: 'a' }])
  })
})
