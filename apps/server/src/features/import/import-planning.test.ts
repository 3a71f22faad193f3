import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFixtures, type ImportWorld, openImportWorld } from '../../testing/import-world.ts'
import { createPlannedClient, openPlannedProject } from '../../testing/planned-project.ts'

let imports: ImportWorld
beforeAll(async () => {
  imports = await openImportWorld(() => new Date('2026-06-01T00:00:00Z'))
})
afterAll(() => imports.close())

const lists = {
  tags: [
    { id: 'a', name: 'Bug' },
    { id: 'b', name: 'New' },
    { id: 'c', name: 'Unused' },
  ],
  stages: [{ id: 'd', name: 'Review', category: 'progress', colour: '#bbffd8', counts: false }],
  fieldDefinitions: [
    { id: 'e', name: 'text', type: 'text' },
    { id: 'f', name: 'Size', type: 'choice', options: ['S', 'L'] },
    { id: 'g', name: 'number', type: 'date' },
  ],
  estimateUnit: 'days',
}
const plannedNode = (personId: string) =>
  importFixtures.node('pear', [], {
    status: 'progress',
    tagIds: ['b', 'a'],
    stageId: 'd',
    fields: { e: 'soon', f: 'L', g: '2026-12-01' },
    assigneeIds: [personId, 'nobody'],
    dueDate: '2026-12-01',
    estimate: 2,
  })

describe('Import of tags, stages, own fields and people', () => {
  it('finds them in the project by name, and adds those that its nodes use', async () => {
    const ada = imports.someone()
    const plan = await openPlannedProject(imports.world, ada)
    const before = await plan.lists()
    const answer = await imports.bringIn(ada, [plannedNode(ada.person.id)], { projectId: plan.projectId, ...lists })
    expect(answer.status).toBe(200)
    const after = await plan.lists()
    expect(after.tags.map(({ name }) => name)).toEqual(['Bug', 'Garden', 'New'])
    expect(after.stages.slice(0, -1)).toEqual(before.stages)
    expect(after.stages.at(-1)).toMatchObject({ name: 'Review', category: 'progress', counts: false })
    expect(after.fieldDefinitions.map(({ name }) => name).slice(before.fieldDefinitions.length)).toEqual(['Size'])
    expect(after.estimateUnit).toBe(before.estimateUnit)
    const [pear] = await plan.list()
    expect(pear).toMatchObject({
      tagIds: [after.tags[2]?.id, plan.tag('Bug')],
      stageId: after.stages.at(-1)?.id,
      status: 'progress',
      fields: { [plan.field('text')]: 'soon', [after.fieldDefinitions.at(-1)?.id ?? '']: 'L' },
      assigneeIds: [ada.person.id],
      estimate: 2,
    })
    expect(answer.body.seq).toBe(after.seq)
  })

  it('leaves full lists as they are, and nothing changes if the import fails', async () => {
    const ada = imports.someone()
    const plan = await openPlannedProject(imports.world, ada)
    await plan.plan({ tags: Array.from({ length: 200 }, (_, at) => ({ name: `T${at}` })) })
    const target = { projectId: plan.projectId, ...lists }
    await imports.bringIn(ada, [plannedNode(ada.person.id)], target)
    expect((await plan.lists()).tags).toHaveLength(200)
    const before = await plan.lists()
    const refused = await imports.bringIn(ada, [importFixtures.node('fig', [], { tagIds: ['b'] })], {
      ...target,
      parentId: randomUUID(),
    })
    expect(refused.body.error?.code).toBe('NOT_FOUND')
    expect(await plan.lists()).toEqual(before)
  })

  it('copies them from a file that becomes a project, and again from that project', async () => {
    const ada = imports.someone()
    const { body } = await imports.bringIn(ada, [plannedNode(ada.person.id)], lists)
    const imported = createPlannedClient(imports.world, ada, body.projectId ?? '')
    const clone = 'mutation ($id: ID!) { cloneProject(id: $id) { id } }'
    const { cloneProject } = await imports.world.get<{ cloneProject: { id: string } }>(ada, clone, {
      id: body.projectId,
    })
    const copy = createPlannedClient(imports.world, ada, cloneProject.id)
    for (const project of [imported, copy]) {
      const { tags, stages, fieldDefinitions, estimateUnit } = await project.lists()
      expect([tags, stages, fieldDefinitions].map((list) => list.map(({ name }) => name))).toEqual([
        ['Bug', 'New', 'Unused'],
        ['Review'],
        ['text', 'Size', 'number'],
      ])
      expect(estimateUnit).toBe('days')
      const [pear] = await project.list()
      const [text, size, date] = fieldDefinitions.map(({ id }) => id)
      expect(pear).toMatchObject({
        tagIds: [tags[1]?.id, tags[0]?.id],
        stageId: stages[0]?.id,
        fields: { [text ?? '']: 'soon', [size ?? '']: 'L', [date ?? '']: '2026-12-01' },
        assigneeIds: [ada.person.id],
        dueDate: '2026-12-01',
        estimate: 2,
      })
    }
    expect((await imported.lists()).tags[0]?.id).not.toBe((await copy.lists()).tags[0]?.id)
  })
})
