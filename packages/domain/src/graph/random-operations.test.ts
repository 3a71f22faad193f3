import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invertDiffs } from '../node/diff.ts'
import { findInvariantBreaches } from './invariants.ts'
import { aCommand, newWorld, applyCommand, someCommands } from '../testing/random-commands.ts'
import { findGraphBreaches, mapParents, projectId, describeShape, toStoredNodes } from '../testing/graphs.ts'
import { applyChanges, applyStructure } from './changes.ts'
import { createGraph } from './graph.ts'
import type { GraphNode } from '../node/node.ts'
import { updateNode } from './update-nodes.ts'

describe('random operations on a graph', { timeout: 60_000 }, () => {
  it('[checker] holds every invariant after every step of 10,000 sequences', () => {
    fc.assert(
      fc.property(someCommands(12), (commands) => {
        const world = newWorld()
        for (const command of commands) {
          if (applyCommand(world, command).ok && findGraphBreaches(world.graph).length > 0) return false
        }
        return true
      }),
      { numRuns: 10_000 },
    )
  })

  it('[checker] replays the log of all changes to the same table', () => {
    fc.assert(
      fc.property(someCommands(30), (commands) => {
        const world = newWorld()
        const replayed = new Map<string, GraphNode>(Array.from(world.graph.nodes(), (node) => [node.id, node]))
        for (const command of commands) {
          const outcome = applyCommand(world, command)
          if (!outcome.ok) continue
          for (const diff of outcome.value) {
            const known = replayed.get(diff.id) ?? world.graph.node(diff.id)
            if (known !== undefined) replayed.set(diff.id, applyStructure(known, diff))
          }
        }
        const copy = toStoredNodes(createGraph(projectId, replayed.values()))
        expect(findInvariantBreaches({ projectId, nodes: toStoredNodes(world.graph), replayed: copy })).toEqual([])
      }),
      { numRuns: 120 },
    )
  })

  it('[graph] equals a newly built graph after updates in place', () => {
    fc.assert(
      fc.property(someCommands(30), (commands) => {
        const world = newWorld()
        for (const command of commands) applyCommand(world, command)
        const anew = createGraph(projectId, world.graph.nodes())
        expect(describeShape(world.graph)).toEqual(describeShape(anew))
        expect(world.graph.livingCount).toBe(anew.livingCount)
      }),
      { numRuns: 120 },
    )
  })

  it('[graph] changes nothing on a refusal or by a rule that only answers', () => {
    fc.assert(
      fc.property(someCommands(20), aCommand, (commands, last) => {
        const world = newWorld()
        for (const command of commands) applyCommand(world, command)
        const before = toStoredNodes(world.graph)
        if (!applyCommand(world, last).ok) expect(toStoredNodes(world.graph)).toEqual(before)
      }),
      { numRuns: 120 },
    )
  })

  it('[undo] restores every node when the changes are inverted: undo(do(x)) = x', () => {
    fc.assert(
      fc.property(someCommands(20), aCommand, (commands, last) => {
        const world = newWorld()
        for (const command of commands) applyCommand(world, command)
        const before = new Map(toStoredNodes(world.graph).map((node) => [node.id, node]))
        const outcome = applyCommand(world, last)
        if (!outcome.ok) return
        applyChanges(world.graph, invertDiffs(outcome.value))
        for (const node of toStoredNodes(world.graph)) {
          if (before.has(node.id)) expect(node).toEqual(before.get(node.id))
          else expect(node.isDeleted).toBe(true)
        }
      }),
      { numRuns: 250 },
    )
  })

  it('[undo] accepts all undo steps as single updates and restores the structure', () => {
    fc.assert(
      fc.property(someCommands(20), aCommand, (commands, last) => {
        const world = newWorld()
        for (const command of commands) applyCommand(world, command)
        const before = { shape: describeShape(world.graph), parents: mapParents(world.graph) }
        const outcome = applyCommand(world, last)
        if (!outcome.ok) return
        let isSpread = false
        for (const step of invertDiffs(outcome.value)) {
          const undone = updateNode(world.graph, step.id, step.after)
          expect(undone).toMatchObject({ ok: true })
          if (!undone.ok) return
          isSpread ||= undone.value.some(({ id }) => id !== step.id)
          applyChanges(world.graph, undone.value)
        }
        expect(findGraphBreaches(world.graph)).toEqual([])
        expect(mapParents(world.graph)).toEqual(before.parents)
        if (!isSpread) expect(describeShape(world.graph)).toEqual(before.shape)
      }),
      { numRuns: 250 },
    )
  })
})
