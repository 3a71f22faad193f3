import { describe, expect, it } from 'vitest'
import { chooseDue, deriveEvents, type LogEntry, type LoggedNode } from './events.ts'

const node = (more: Partial<LoggedNode> = {}): LoggedNode => ({
  id: 'a',
  isNew: false,
  isDeleted: false,
  isMeant: true,
  changed: ['id', 'version', 'title'],
  ...more,
})
const entry = (more: Partial<LogEntry> = {}): LogEntry => ({
  seq: 7,
  kind: 'node-updated',
  actorId: 'ann',
  tokenName: null,
  at: new Date(0),
  nodes: [],
  projectFields: [],
  comments: [],
  ...more,
})
const listTypes = (logged: LogEntry, chosen: readonly string[] = ['*']) =>
  deriveEvents('p', logged, chosen).map(({ type }) => type)

describe('Events of a change', () => {
  it('names a new, a changed and a deleted node, in the order of the log', () => {
    const nodes = [node({ isNew: true }), node(), node({ isDeleted: true, changed: ['isDeleted'] })]
    expect(listTypes(entry({ nodes }))).toEqual(['node.created', 'node.updated', 'node.deleted'])
  })

  it('says which fields changed, and who changed them', () => {
    const [event] = deriveEvents('p', entry({ nodes: [node()], tokenName: 'Robot' }), ['node.updated'])
    expect(event).toMatchObject({
      nodeId: 'a',
      details: { projectId: 'p', seq: 7, actorId: 'ann', tokenName: 'Robot', changed: ['title'] },
    })
  })

  it('leaves out neighbors that were only moved along, and the mere count of comments', () => {
    const moved = node({ isMeant: false, changed: ['id', 'version', 'position'] })
    const counted = node({ changed: ['id', 'version', 'commentCount'] })
    expect(listTypes(entry({ nodes: [moved, counted] }))).toEqual([])
  })

  it('names an added comment and a changed project', () => {
    expect(listTypes(entry({ comments: [{ id: 'c', nodeId: 'a' }] }))).toEqual(['comment.added'])
    const changed = entry({ kind: 'project-updated', projectFields: ['title'] })
    expect(listTypes(changed)).toEqual(['project.updated'])
    expect(listTypes(entry({ kind: 'project-created', projectFields: ['title'] }))).toEqual([])
  })

  it('returns only the events that the webhook has chosen', () => {
    const nodes = [node({ isNew: true }), node()]
    expect(listTypes(entry({ nodes }), ['node.created', 'comment.added'])).toEqual(['node.created'])
  })
})

const waiting = (id: string, nodeId: string | null, nextAt: number | null = null) => ({
  id,
  nodeId,
  nextAt: nextAt === null ? null : new Date(nextAt),
})
const choose = (rows: Parameters<typeof chooseDue>[0], most = 8) =>
  chooseDue(rows, new Date(1_000), most).map(({ id }) => id)

describe('The choice of what is sent now', () => {
  it('chooses only the oldest event of each node', () => {
    expect(choose([waiting('1', 'a'), waiting('2', 'a'), waiting('3', 'b')])).toEqual(['1', '3'])
  })

  it('lets an event that waits hold back the later ones of its node only', () => {
    const rows = [waiting('1', 'a', 2_000), waiting('2', 'a'), waiting('3', 'b', 1_000), waiting('4', null)]
    expect(choose(rows)).toEqual(['3', '4'])
  })

  it('chooses no more events than asked for', () => {
    expect(choose([waiting('1', 'a'), waiting('2', 'b'), waiting('3', 'c')], 2)).toEqual(['1', '2'])
  })
})
