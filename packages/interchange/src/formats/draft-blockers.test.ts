import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportResult } from '../model/import-fault.ts'
import { buildParentIndex, type InterchangeProject } from '../model/project.ts'
import { plannedProject, planningPeople } from '../testing/planned-projects.ts'
import { writeCsv } from './csv.ts'
import { readEspalierJson, writeEspalierJson } from './espalier.ts'
import { readMarkdown, writeMarkdown } from './markdown.ts'
import { readTable } from './table.ts'

const options = { people: planningPeople }

/** The numbers of the blockers of each node, in reading order. The order of the blockers means nothing. */
function listBlockers(project: InterchangeProject): readonly (readonly (number | undefined)[])[] {
  const nodes = Array.from(buildParentIndex(project).walk(), ({ node }) => node)
  const numbers = new Map(nodes.map(({ id }, at) => [id, at]))
  return nodes.map(({ blockedByIds = [] }) => blockedByIds.map((id) => numbers.get(id)).sort())
}

const read = (result: ImportResult): InterchangeProject => {
  if (!result.ok) throw new Error(result.reason.text)
  return result.value
}

/** Each child waits for the one before it, and the last for the first too. */
const blockedProject = plannedProject.map((project): InterchangeProject => ({
  ...project,
  nodes: project.nodes.map((node, at) => ({
    ...node,
    blockedByIds: at < 2 ? [] : [`n${at - 1}`, ...(at > 2 ? ['n1'] : [])],
  })),
}))

describe('what waits for what in files', () => {
  it.each([
    ['our own JSON', (project: InterchangeProject) => readEspalierJson(writeEspalierJson(project), options)],
    ['Markdown', (project: InterchangeProject) => readMarkdown(writeMarkdown(project), options)],
  ] as const)('is kept in %s, whatever titles look like', (_name, around) => {
    fc.assert(
      fc.property(blockedProject, (project) => {
        expect(listBlockers(read(around(project)))).toEqual(listBlockers(project))
      }),
    )
  })

  it('is kept in a table, by ids', () => {
    fc.assert(
      fc.property(blockedProject, (project) => {
        const plain = { ...project, nodes: project.nodes.map((node) => ({ ...node, title: 'Same' })) }
        const again = read(readTable(writeCsv(plain), { ...options, lists: project }))
        expect(listBlockers(again)).toEqual(listBlockers(plain))
      }),
    )
  })

  it('is read from titles in a list of another program, and other words stay', () => {
    const project = read(
      readMarkdown('- Dig\n- Plant pears after:Dig\n- Water after:"plant pears" #daily\n- Look after:myself\n'),
    )
    const [, dig, pears, water, look] = project.nodes
    expect(pears).toMatchObject({ title: 'Plant pears', blockedByIds: [dig?.id] })
    expect(water).toMatchObject({ title: 'Water', blockedByIds: [pears?.id] })
    expect(look).toMatchObject({ title: 'Look after:myself' })
    expect(look?.blockedByIds).toBeUndefined()
  })

  it('is read from titles in a table, and unknown titles are kept as text', () => {
    const project = read(readTable('Title,Predecessors\nDig,\nPlant,"Dig, Buy"\n'))
    const [, dig, plant] = project.nodes
    expect(plant).toMatchObject({ blockedByIds: [dig?.id], body: '<p>After: Buy</p>' })
  })

  it('is left out with a remark where a node would wait for itself', () => {
    const result = readMarkdown('- A after:B\n- B after:A\n- C after:A\n')
    expect(result.ok && result.remarks).toEqual(['1 blocker left out: a node would wait for itself.'])
    const project = read(result)
    expect(project.nodes.flatMap(({ blockedByIds = [] }) => blockedByIds)).toHaveLength(2)
  })
})
