import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getAncestorIds, getDescendantIds } from '../graph/walk.ts'
import { nodeLinksId } from '../node/node.ts'
import { nodeStatuses } from '../node/status.ts'
import { applyCommand, newWorld, someCommands } from '../testing/random-commands.ts'
import { defaultVisibility, findVisibleIds, getNodeOpacity, type ViewedNode } from './visibility.ts'

/** 'b: a done' is b below a, done; a star folds it. */
const viewed = (...lines: string[]): ViewedNode[] =>
  lines.map((line) => {
    const [name = '', rest = ''] = line.split(':')
    const words = rest.split(' ').filter((word) => word !== '')
    const status = nodeStatuses.find((one) => words.includes(one)) ?? null
    const parentIds = words.filter((word) => word !== status)
    return { id: name.replace('*', ''), parentIds, status, hideChildren: name.endsWith('*') }
  })

const shown = (nodes: readonly ViewedNode[], settings = {}, hits: readonly string[] | null = null): string =>
  [...findVisibleIds(nodes, { ...defaultVisibility, ...settings }, hits === null ? null : new Set(hits))]
    .sort()
    .join(' ')

describe('visibility', { timeout: 60_000 }, () => {
  const project = viewed('r', 'todo: r', 'going: r progress', 'done: r done', 'below: done todo')

  it('[visibility] shows everything except folded nodes by default', () => {
    expect(defaultVisibility).toEqual({ showCompleted: true, showInProgress: true, showToDo: true, showHidden: false })
    expect(shown(project)).toBe('below done going r todo')
  })

  it('[visibility] shows a node if its status is enabled; a missing one counts as todo', () => {
    expect(shown(project, { showInProgress: false })).toBe('below done r todo')
    expect(shown(project, { showCompleted: false, showToDo: false })).toBe('going r')
  })

  it('[visibility] keeps the ancestors of visible nodes whatever their status', () => {
    expect(shown(project, { showCompleted: false })).toBe('below done going r todo')
  })

  it('[visibility] always shows parentless nodes, also under the virtual parent', () => {
    const none = { showCompleted: false, showInProgress: false, showToDo: false }
    expect(shown(viewed('a: done', 'b: a done', 'c'), none)).toBe('a c')
    expect(shown(viewed(nodeLinksId, `a: ${nodeLinksId}`, 'b: a'), none)).toBe(`a ${nodeLinksId}`)
  })

  it('[visibility] hides descendants of a folded node unless hidden ones are shown', () => {
    const folded = viewed('r', 'a*: r', 'b: a', 'c: b', 'd: r')
    expect(shown(folded)).toBe('a d r')
    expect(shown(folded, { showHidden: true })).toBe('a b c d r')
  })

  it('[visibility] shows a folded node because of its descendants', () => {
    expect(shown(viewed('r', 'a*: r done', 'b: a'), { showCompleted: false })).toBe('a r')
  })

  it('shows what matches the filter box with its ancestors, and parentless nodes', () => {
    const branch = viewed('r', 'a: r', 'b: a', 'c: a', 'other')
    expect([...findVisibleIds(branch, defaultVisibility, null, new Set(['b']))].sort()).toEqual([
      'a',
      'b',
      'other',
      'r',
    ])
  })

  it('shows only nodes that pass both the filter box and the status filter', () => {
    const settings = { ...defaultVisibility, showCompleted: false }
    expect([...findVisibleIds(project, settings, null, new Set(['done', 'going']))].sort()).toEqual(['going', 'r'])
  })

  it('[search] shows a hit with its ancestors, folded or not, whatever its status', () => {
    const folded = viewed('r', 'a*: r', 'b: a', 'c: b done', 'd: b')
    expect(shown(folded, { showCompleted: false }, ['c'])).toBe('a b c r')
  })

  it('[search] dims other nodes to 0.3 only while searching', () => {
    expect(getNodeOpacity('a', null)).toBe(1)
    expect(getNodeOpacity('a', new Set(['a']))).toBe(1)
    expect(getNodeOpacity('b', new Set(['a']))).toBe(0.3)
  })

  it('[visibility] keeps ancestors, shows hits and hides folded nodes on a random graph', () => {
    const visibilities = fc.array(
      fc.record({ status: fc.constantFrom(...nodeStatuses), hideChildren: fc.boolean(), isHit: fc.boolean() }),
      {
        minLength: 30,
        maxLength: 30,
        size: 'max',
      },
    )
    const flags = fc.record({
      showCompleted: fc.boolean(),
      showInProgress: fc.boolean(),
      showToDo: fc.boolean(),
      showHidden: fc.boolean(),
    })
    fc.assert(
      fc.property(someCommands(25), visibilities, flags, (commands, seen, settings) => {
        const world = newWorld()
        for (const command of commands) applyCommand(world, command)
        const living = [...world.graph.nodes()].filter((node) => !node.isDeleted)
        const nodes = living.map(({ id, parentIds }, at) => ({
          id,
          parentIds,
          status: seen[at % 30]?.status ?? null,
          hideChildren: seen[at % 30]?.hideChildren ?? false,
        }))
        const hits = new Set(nodes.filter((_, at) => seen[at % 30]?.isHit).map(({ id }) => id))
        const visible = findVisibleIds(nodes, settings, hits)
        for (const id of visible) for (const above of getAncestorIds(world.graph, id)) expect(visible).toContain(above)
        for (const id of hits) expect(visible).toContain(id)
        const leadsToHit = (id: string): boolean =>
          hits.has(id) || [...getDescendantIds(world.graph, id)].some((below) => hits.has(below))
        for (const { id, hideChildren } of nodes) {
          if (!hideChildren || settings.showHidden) continue
          for (const below of getDescendantIds(world.graph, id)) expect(visible.has(below)).toBe(leadsToHit(below))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('[corrupt] does not hang on a cycle', () => {
    expect(shown(viewed('a*: b', 'b: a'))).toBe('')
    expect(shown(viewed('a: b', 'b: a'))).toBe('a b')
  })
})
