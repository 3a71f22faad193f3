import type { PageData } from '@espalier/schema'
import { expect, it } from 'vitest'
import { buildNodeRecord } from '../testing/node-fixtures.ts'
import { readSentPlan } from './sent-plan.ts'

const project = { id: 'p1', status: 'active', nodeLinks: [] }
const root = buildNodeRecord({ id: 'root' })
const other = buildNodeRecord({ id: 'other' })

const dataWith = (sent: object, nodes: readonly unknown[] | undefined): PageData => ({
  personId: 'ada',
  answers: [
    { query: 'query Project', variables: {}, answer: { data: { project: sent } } },
    { query: 'query Nodes', variables: {}, answer: nodes === undefined ? { errors: [{}] } : { data: { nodes } } },
  ],
})

it('reads the project and its nodes from their two answers', () => {
  expect(readSentPlan(dataWith(project, [root]), 'p1')).toEqual({ project, nodes: [root] })
})

it.each([
  ['another project', { ...project, id: 'p2' }, [root]],
  ['a project in Trash', { ...project, status: 'deleted' }, [root]],
  ['a project that others link to', { ...project, nodeLinks: [{ id: 'n' }] }, [root]],
  ['refused nodes', project, undefined],
  ['no nodes', project, []],
  ['more nodes than are worth it', project, Array.from({ length: 1_501 }, () => root)],
  ['a node with two parents', project, [root, other, buildNodeRecord({ id: 'n', parentIds: ['root', 'other'] })]],
])('leaves %s to the page itself', (_name, sent, nodes) => {
  expect(readSentPlan(dataWith(sent, nodes), 'p1')).toBeNull()
})

it('reads nothing from the refusal of a project that the person may not see', () => {
  const refused = { query: 'query Project', variables: {}, answer: { data: null, errors: [{}] } }
  expect(readSentPlan({ personId: 'bea', answers: [refused] }, 'p1')).toBeNull()
})
