import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNodeClient } from '../../../testing/node-client.ts'
import { openSyncWorld, type SyncWorld } from '../../../testing/tracker-world.ts'

let world: SyncWorld
beforeAll(async () => void (world = await openSyncWorld()))
afterAll(() => world.close())

const text = (words: string) => ({ type: 'text', text: words })
const paragraph = (...content: readonly unknown[]) => ({ type: 'paragraph', content })
const mention = { type: 'mention', attrs: { id: 'a-1', text: '@Ada' } }
const image = {
  type: 'mediaSingle',
  attrs: { layout: 'center' },
  content: [{ type: 'media', attrs: { type: 'file', id: 'f-1', collection: '' } }],
}
const cell = (words: string) => ({ type: 'tableCell', attrs: {}, content: [paragraph(text(words))] })
const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('a'), cell('b')] }] }
const blocks = [
  paragraph(text('Ask '), mention, text(' '), { type: 'emoji', attrs: { shortName: ':smile:', text: '\u{1f604}' } }),
  image,
  { type: 'panel', attrs: { panelType: 'info' }, content: [paragraph(text('Mind this'))] },
  table,
  {
    type: 'taskList',
    attrs: { localId: 'l-1' },
    content: [{ type: 'taskItem', attrs: { localId: 't-1', state: 'DONE' }, content: [text('call')] }],
  },
  paragraph(text('The end')),
]

/** Opens an imported epic with such a description, in sync with its project. */
async function openEpic(name: string) {
  const ann = await world.connected(name)
  const epic = world.site.add({
    type: 'Epic',
    summary: 'Rich',
    description: { version: 1, type: 'doc', content: blocks },
  })
  const projectId = await world.import(ann, epic.key)
  await world.switchSync(ann, projectId, true)
  await world.waitUntilSynced(projectId)
  const project = createNodeClient(world, ann, projectId)
  const [node] = await project.list()
  if (node === undefined) throw new Error('the epic has no node')
  return { ann, project, projectId, node, epic }
}

const readDescriptionContent = ({ description }: { readonly description: unknown }) =>
  (description as { readonly content: readonly unknown[] }).content

describe('Description with content that only the tracker can show', () => {
  it('keeps media, mention, emoji, panel, table and task list of a description when a line is added here', async () => {
    const { ann, project, projectId, node, epic } = await openEpic('ann')
    await project.change(node.id, { body: `${node.body}<p>added</p>` })
    await world.waitUntilSynced(projectId)
    expect(readDescriptionContent(epic)).toEqual([...blocks, paragraph(text('added'))])
    expect((await world.tracking(ann, projectId)).nodes).toEqual([])
    expect((await project.node(node.id)).body).toBe(`${node.body}<p>added</p>`)
  })

  it('leaves a description unchanged if a row of its table was changed here, and the node reports it', async () => {
    const { ann, project, projectId, node, epic } = await openEpic('bea')
    await project.change(node.id, { body: node.body.replace('a | b', 'a | c'), title: 'Poor' })
    await world.waitUntilSynced(projectId)
    expect(readDescriptionContent(epic)).toEqual(blocks)
    expect(epic.summary).toBe('Poor')
    expect((await world.tracking(ann, projectId)).nodes).toEqual([
      {
        nodeId: node.id,
        state: 'blocked',
        reason: expect.stringContaining(`The description of ${epic.key} has a table that cannot be changed from here`),
      },
    ])
    await project.change(node.id, { body: node.body.replace('The end', 'The very end') })
    await world.waitUntilSynced(projectId)
    expect(readDescriptionContent(epic).at(-1)).toEqual(paragraph(text('The very end')))
    expect((await world.tracking(ann, projectId)).nodes).toEqual([])
  })

  it('merges concurrent edits of a description on both sides', async () => {
    const { project, projectId, node, epic } = await openEpic('cat')
    world.site.injectFault({ kind: 'cut', where: /./ })
    world.site.edit(epic.key, {
      description: { version: 1, type: 'doc', content: [paragraph(text('From there')), ...blocks] },
    })
    await project.change(node.id, { body: `${node.body}<p>From here</p>` })
    world.site.clearFaults()
    await world.waitUntilSynced(projectId)
    expect(readDescriptionContent(epic)).toEqual([
      paragraph(text('From there')),
      ...blocks,
      paragraph(text('From here')),
    ])
    expect((await project.node(node.id)).body).toBe(`<p>From there</p>${node.body}<p>From here</p>`)
  })

  it('merges a description again if it is edited there between the comparison and the write', async () => {
    const { project, projectId, node, epic } = await openEpic('dan')
    const later = { version: 1, type: 'doc', content: [...blocks, paragraph(text('Just now'))] }
    world.site.before(/^GET .*fields=description$/, () => world.site.edit(epic.key, { description: later }))
    await project.change(node.id, { body: `<p>First</p>${node.body}` })
    await world.waitUntilSynced(projectId)
    expect(readDescriptionContent(epic)).toEqual([paragraph(text('First')), ...later.content])
    expect((await project.node(node.id)).body).toBe(`<p>First</p>${node.body}<p>Just now</p>`)
  })

  it('does not overwrite a line that is edited there between the comparison and the write, because that edit is later', async () => {
    const { project, projectId, node, epic } = await openEpic('eve')
    const later = [...blocks.slice(0, -1), paragraph(text('The end of theirs'))]
    world.site.before(/^GET .*fields=description$/, () =>
      world.site.edit(epic.key, { description: { version: 1, type: 'doc', content: later } }),
    )
    await project.change(node.id, { body: node.body.replace('The end', 'The end of ours') })
    await world.waitUntilSynced(projectId)
    expect(readDescriptionContent(epic)).toEqual(later)
    expect((await project.node(node.id)).body).toBe(node.body.replace('The end', 'The end of theirs'))
  })
})

it('keeps unknown macros in the wiki text of Data Center', async () => {
  const own = await openSyncWorld({ flavor: 'data-center' })
  const ann = await own.connected('ann')
  const wiki = 'Ask [~ada] soon!\r\n\r\n{panel:title=Mind}\r\nthis\r\n{panel}\r\n\r\n||a||b||\r\n|c|d|'
  const epic = own.site.add({ type: 'Epic', summary: 'Wiki', description: wiki })
  const projectId = await own.import(ann, epic.key)
  await own.switchSync(ann, projectId, true)
  await own.waitUntilSynced(projectId)
  const project = createNodeClient(own, ann, projectId)
  const [node] = await project.list()
  await project.change(node?.id ?? '', { body: `${node?.body}<p>added</p>` })
  await own.waitUntilSynced(projectId)
  expect(epic.description).toBe(`${wiki}\n\nadded`)
  await own.close()
})
