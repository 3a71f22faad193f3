import { describe, expect, it } from 'vitest'
import { buildNodeRecord } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { buildOutlineRows } from './outline-rows.ts'

const garden = { Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {} }, Shed: {} }

/** Returns one line for each row: dashes for the level, the id, and a mark for a fold. */
const draw = (workspace: Parameters<typeof buildOutlineRows>[0]): readonly string[] =>
  buildOutlineRows(workspace).map(
    ({ level, id, isExpanded, isFirst }) =>
      `${'-'.repeat(level)}${id}${isExpanded === false ? ' +' : ''}${isFirst ? '' : ' again'}`,
  )

describe('rows of an outline', () => {
  it('are the nodes in the order of the tree with their positions', () => {
    const workspace = openTestWorkspace(garden)
    expect(draw(workspace)).toEqual(['-Garden', '--Beds', '---Soil', '---Seeds', '--Wall', '-Shed'])
    expect(buildOutlineRows(workspace)[3]).toMatchObject({ parentAt: 1, posInSet: 2, setSize: 2, isExpanded: null })
  })

  it('leave out what is folded for everybody or for oneself', () => {
    const workspace = openTestWorkspace(garden)
    workspace.client.edits.change('Beds', { hideChildren: true })
    expect(draw(workspace)).toEqual(['-Garden', '--Beds +', '--Wall', '-Shed'])
    workspace.ownFolds.set(
      new Map([
        ['Beds', false],
        ['Garden', true],
      ]),
    )
    expect(draw(workspace)).toEqual(['-Garden +', '-Shed'])
  })

  it('show a hit of the search inside a fold, and nothing else of it', () => {
    const workspace = openTestWorkspace(garden)
    workspace.client.edits.change('Beds', { hideChildren: true })
    workspace.search.set({ isOpen: true, query: 'soil', hits: ['Soil'], at: 0 })
    expect(draw(workspace)).toEqual(['-Garden', '--Beds', '---Soil', '--Wall', '-Shed'])
  })

  it('show the matches of the filter with their ancestors', () => {
    const workspace = openTestWorkspace(garden)
    workspace.matches.set({ found: new Set(['Seeds']), shown: new Set(['Seeds']) })
    expect(draw(workspace)).toEqual(['-Garden', '--Beds', '---Seeds', '-Shed'])
  })

  it('repeat a node under each of its parents, and what is below it only once', () => {
    const nodes = [
      buildNodeRecord({ id: 'A', title: 'A', parentIds: [], position: 1 }),
      buildNodeRecord({ id: 'B', title: 'B', parentIds: [], position: 2 }),
      buildNodeRecord({ id: 'shared', title: 'shared', parentIds: ['B', 'A'], position: 1 }),
      buildNodeRecord({ id: 'leaf', title: 'leaf', parentIds: ['shared'], position: 1 }),
    ]
    const workspace = openTestWorkspace(openTestProject(nodes))
    expect(draw(workspace)).toEqual(['-A', '--shared', '---leaf', '-B', '--shared again'])
    expect(new Set(buildOutlineRows(workspace).map(({ key }) => key)).size).toBe(5)
    workspace.client.edits.change('A', { hideChildren: true })
    expect(draw(workspace)).toEqual(['-A +', '-B', '--shared', '---leaf'])
  })

  it('are listed for a plan that is deeper than the stack of the browser', () => {
    const count = 12_000
    const nodes = Array.from({ length: count }, (_, at) =>
      buildNodeRecord({ id: `n${at}`, parentIds: at === 0 ? [] : [`n${at - 1}`] }),
    )
    expect(buildOutlineRows(openTestWorkspace(openTestProject(nodes))).at(-1)).toMatchObject({ level: count })
  })
})
