import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../formats/csv.ts'
import { readEspalierJson, writeEspalierJson } from '../formats/espalier.ts'
import { readFreemind, writeFreemind } from '../formats/freemind.ts'
import { readMarkdown, writeMarkdown } from '../formats/markdown.ts'
import { readOpml, writeOpml } from '../formats/opml.ts'
import { readTable } from '../formats/table.ts'
import { readXmind, writeXmind } from '../formats/xmind.ts'
import type { ImportResult } from '../model/import-fault.ts'
import type { InterchangeProject } from '../model/project.ts'
import { plannedProject, planningPeople, summarizePlanning } from '../testing/planned-projects.ts'

const options = { people: planningPeople }

const readImported = (result: ImportResult): InterchangeProject => {
  if (!result.ok) throw new Error(result.reason.text)
  expect(result.remarks).toEqual([])
  return result.value
}

type Around = (project: InterchangeProject) => ImportResult

const wholeFormats: readonly (readonly [string, Around])[] = [
  ['our own JSON', (project) => readEspalierJson(writeEspalierJson(project), { ...options, dropsBadValues: true })],
  ['Markdown', (project) => readMarkdown(writeMarkdown(project), options)],
  ['OPML', (project) => readOpml(writeOpml(project), options)],
  ['FreeMind', (project) => readFreemind(writeFreemind(project), options)],
  ['XMind', (project) => readXmind(writeXmind(project), options)],
]

describe('planning in files', () => {
  it.each(wholeFormats)('keeps every field, whatever titles and names look like, in %s', (_name, around) => {
    fc.assert(
      fc.property(plannedProject, (project) => {
        const again = readImported(around(project))
        expect(summarizePlanning(again)).toEqual(summarizePlanning(project))
        expect(again.tags ?? []).toEqual(project.tags)
        expect(again.stages ?? []).toEqual(project.stages)
        expect(again.fieldDefinitions ?? []).toEqual(project.fieldDefinitions)
        expect(again.estimateUnit).toBe(project.estimateUnit)
      }),
    )
  })

  it('keeps every field in a table that goes back into the project with its lists', () => {
    fc.assert(
      fc.property(plannedProject, (project) => {
        const plain = { ...project, nodes: project.nodes.map((node, at) => ({ ...node, title: `Node ${at}` })) }
        const again = readImported(readTable(writeCsv(plain), { ...options, lists: project }))
        expect(summarizePlanning(again)).toEqual(summarizePlanning(plain))
      }),
    )
  })
})
