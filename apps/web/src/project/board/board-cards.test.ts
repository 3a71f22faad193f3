import type { Stage } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { type NodeFixture, nodesFromOutline } from '../testing/node-fixtures.ts'
import { openTestProject } from '../testing/test-project.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { buildBoard } from './board-cards.ts'
import { changeFieldsFor } from './board-columns.ts'
import { boardPx, findDrawnCards } from './board-layout.ts'
import type { BoardSettings } from './board-settings.ts'

const garden = nodesFromOutline({ Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: {}, Trees: { Pears: {} } } })
const usual: BoardSettings = { grouping: null, hasAllNodes: false, hasLanes: false, limits: {}, placed: {} }
const stages: readonly Stage[] = [
  { id: 'idea', name: 'Idea', category: 'todo', colour: '#888888', counts: true },
  { id: 'live', name: 'Live', category: 'done', colour: '#2c8053', counts: true },
]

const change = (id: string, fields: Partial<NodeFixture>): readonly NodeFixture[] =>
  garden.map((node) => (node.id === id ? { ...node, ...fields } : node))

function open(nodes: readonly NodeFixture[], project: Parameters<typeof openTestProject>[1] = {}) {
  const workspace = openTestWorkspace(openTestProject(nodes, project))
  return {
    workspace,
    board: (settings: Partial<BoardSettings> = {}) => buildBoard(workspace, { ...usual, ...settings }, () => 60),
  }
}

/** Returns 'To do: Soil Seeds'. */
const draw = ({ columns }: ReturnType<typeof buildBoard>) =>
  columns.map(({ name, value, cards }) => `${name || value}: ${cards.join(' ')}`.trim())

describe('cards of a board', () => {
  it('are the leaves, by status in a project without stages', () => {
    const { board } = open(change('Wall', { status: 'progress' }))
    expect(draw(board())).toEqual(['To do: Soil Seeds Pears', 'In progress: Wall', 'Done:'])
  })

  it('are all nodes if that is chosen', () => {
    const { board } = open(garden)
    expect(draw(board({ hasAllNodes: true }))[0]).toBe('To do: Garden Beds Soil Seeds Wall Trees Pears')
  })

  it('are by stage in a project with stages, with a column for those that have none', () => {
    const { board } = open(change('Soil', { stageId: 'live', status: 'done' }), { project: { stages } })
    expect(draw(board())).toEqual(['No stage: Seeds Wall Pears', 'Idea:', 'Live: Soil'])
    expect(draw(board({ grouping: 'status' }))).toEqual(['To do: Seeds Wall Pears', 'In progress:', 'Done: Soil'])
  })

  it('are in the column of each person and of each tag', () => {
    const tags = ['dry', 'wet'].map((id) => ({ id, name: id, colour: '#2c8053' }))
    const nodes = change('Soil', { assigneeIds: ['ada', 'gone'], tagIds: ['wet', 'dry', 'unknown'] })
    const { board } = open(nodes, { project: { tags } })
    expect(draw(board({ grouping: 'person' }))).toEqual(['Nobody: Seeds Wall Pears', 'ada: Soil', 'gone: Soil'])
    expect(draw(board({ grouping: 'tag' }))).toEqual(['No tag: Seeds Wall Pears', 'dry: Soil', 'wet: Soil'])
    expect(draw(board({ grouping: 'priority' }))).toEqual([
      'Urgent:',
      'High:',
      'Medium:',
      'Low:',
      'None: Soil Seeds Wall Pears',
    ])
  })

  it('are only those that the filter and the visible statuses leave', () => {
    const { board, workspace } = open(change('Wall', { status: 'done' }))
    workspace.visibility.set({ ...workspace.visibility.get(), showCompleted: false })
    workspace.matches.set({ found: new Set(['Soil']), shown: new Set(['Soil', 'Wall']) })
    expect(draw(board())).toEqual(['To do: Soil', 'In progress:', 'Done:'])
  })

  it('lie in lanes by top branch, which begin at the same height in each column', () => {
    const { board } = open(change('Seeds', { status: 'progress' }))
    const { lanes, columns, heightPx } = board({ hasLanes: true })
    const laneHeight = boardPx.laneHead + 60 + boardPx.gap + boardPx.laneGap
    expect(lanes).toEqual([
      { id: 'Garden', top: 0 },
      { id: 'Beds', top: laneHeight },
      { id: 'Trees', top: 2 * laneHeight },
    ])
    expect(columns[0]?.cards).toEqual(['Wall', 'Soil', 'Pears'])
    expect(columns[1]?.tops).toEqual([laneHeight + boardPx.laneHead])
    expect(heightPx).toBe(3 * laneHeight)
  })

  it('are drawn only between two heights', () => {
    const { board } = open(garden)
    const [todo] = board().columns
    expect(todo === undefined ? null : findDrawnCards(todo, 70, 130)).toEqual({ start: 1, end: 2 })
    expect(todo === undefined ? null : findDrawnCards(todo, -100, 10_000)).toEqual({ start: 0, end: 4 })
  })
})

describe('move to another column', () => {
  it('replaces the one person or tag of the column, and removes all for the column without', () => {
    expect(changeFieldsFor('person', 'ada', 'bea')).toEqual({ addAssigneeIds: ['bea'], removeAssigneeIds: ['ada'] })
    expect(changeFieldsFor('tag', null, 'wet')).toEqual({ addTagIds: ['wet'], removeTagIds: [] })
    expect(changeFieldsFor('person', 'ada', null)).toEqual({ assigneeIds: [] })
    expect(changeFieldsFor('stage', 'idea', null)).toEqual({ stageId: null })
    expect(changeFieldsFor('priority', 'low', 'urgent')).toEqual({ priority: 'urgent' })
  })
})
