import * as fc from 'fast-check'
import type { LayoutNode } from '../layout-node.ts'

const size = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0.1, max: 300, noNaN: true }))
const seed = fc.record({ width: size, height: size, up: fc.nat(), further: fc.nat(), isRoot: fc.nat({ max: 20 }) })

const toNodeId = (index: number) => `n${index}`

/** One tree, parents before children. */
export const trees = fc.array(seed, { minLength: 1, maxLength: 60 }).map((seeds) =>
  seeds.map(({ width, height, up }, index): LayoutNode => {
    return { id: toNodeId(index), width, height, parentId: index === 0 ? null : toNodeId(up % index) }
  }),
)

/** Several trees. */
export const forests = fc.array(seed, { maxLength: 60 }).map((seeds) =>
  seeds.map(({ width, height, up, isRoot }, index): LayoutNode => {
    return { id: toNodeId(index), width, height, parentId: index === 0 || isRoot === 0 ? null : toNodeId(up % index) }
  }),
)

/** Several roots, some nodes with two parents, no circle. */
export const graphs = fc.array(seed, { maxLength: 50 }).map((seeds) =>
  seeds.map(({ width, height, up, further, isRoot }, index): LayoutNode => {
    if (index === 0 || isRoot === 0) return { id: toNodeId(index), width, height, parentIds: [] }
    const parentIds = [toNodeId(up % index)]
    if (further % 4 === 0) parentIds.push(toNodeId((further >> 2) % index))
    return { id: toNodeId(index), width, height, parentIds }
  }),
)

/** Anything: circles, parents that do not exist, a node that is its own parent. */
export const tangles = fc.array(seed, { maxLength: 40 }).map((seeds) =>
  seeds.map(({ width, height, up, further }, index): LayoutNode => {
    const last = seeds.length + 1
    return { id: toNodeId(index), width, height, parentIds: [toNodeId(up % last), toNodeId(further % last)].slice(further % 3) }
  }),
)
