import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ask } from './api.ts'
import { createTree, type CreatedTree } from './tree.ts'

const updateProject = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id owner } }'
const updateNode = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'

interface PlannedTree extends CreatedTree {
  setFields(title: string, data: object): Promise<unknown>
}

/** Creates a project whose nodes have people, dates, priorities, tags and estimates. One of them is overdue. */
export async function createPlannedTree(page: Page): Promise<PlannedTree> {
  const tree = await createTree(page, 'Orchard', { Orchard: { Pears: { Pick: {}, Press: {} }, Hoe: {} } })
  const tagId = randomUUID()
  const tags = [{ id: tagId, name: 'Ripe', colour: '#2c8053' }]
  const { updateProject: updated } = await ask<{ updateProject: { owner: string } }>(page, updateProject, {
    id: tree.projectId,
    data: { tags, estimateUnit: 'hours' },
  })
  const setFields = (title: string, data: object) => ask(page, updateNode, { id: tree.ids.get(title), data })
  await setFields('Pick', {
    assigneeIds: [updated.owner],
    startDate: '2026-01-05',
    dueDate: '2026-01-20',
    priority: 'high',
    tagIds: [tagId],
    estimate: 3,
  })
  await setFields('Press', { dueDate: '2031-02-01', estimate: 1, status: 'done' })
  return { ...tree, setFields }
}
