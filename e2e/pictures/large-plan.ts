import type { exampleFile } from './example.ts'

const rooms = ['Reception', 'Kitchen', 'Workshop', 'Library', 'Studio', 'Archive', 'Meeting rooms', 'Yard'] as const
const trades = ['Floor', 'Lighting', 'Furniture'] as const
/** Two rooms have a fourth trade, which makes 87 nodes in all. */
const roomsWithHeating: readonly string[] = ['Workshop', 'Studio']

/** Returns a plan of 87 nodes, as one grows it in its first months. */
export function largePlanFile(): ReturnType<typeof exampleFile> {
  const nodes: { id: string; title: string; parentIds: string[]; body: string; status: string }[] = []
  const add = (title: string, parentIds: string[], status: string): string => {
    const id = `n${nodes.length}`
    nodes.push({ id, title, parentIds, body: '', status })
    return id
  }
  const rootId = add('Move the office to Mill Street', [], 'progress')
  for (const [at, room] of rooms.entries()) {
    const isDone = at < 2
    const roomId = add(room, [rootId], isDone ? 'done' : at < 5 ? 'progress' : 'todo')
    const works = roomsWithHeating.includes(room) ? [...trades, 'Heating'] : trades
    for (const [index, work] of works.entries()) {
      const isBegun = isDone || (at < 5 && index === 0)
      const workId = add(`${room}: ${work.toLowerCase()}`, [roomId], isDone ? 'done' : isBegun ? 'progress' : 'todo')
      add('Ask for two offers', [workId], isBegun ? 'done' : 'todo')
      add('Agree on a week', [workId], isDone ? 'done' : 'todo')
    }
  }
  return { format: 'espalier', version: 1, project: { title: 'Move the office', layout: 'tree-right' }, nodes }
}
