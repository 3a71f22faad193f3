import type { Figure } from '../figure.ts'
import type { Crowds } from './crowd.ts'
import type { Stage } from './stage.ts'

const limitBytes = 40 * 1024
const readersAProject = 10
const allFields = ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated', 'projectUpdated', 'projectSessions']

/** What a socket costs that nothing is said on: one that listens to one field, and one of a page with all five. */
export async function idle(stage: Stage, crowds: Crowds, sockets: number): Promise<Figure[]> {
  const { url, person } = stage
  const ids: string[] = []
  while (ids.length < Math.ceil(sockets / readersAProject)) ids.push(await person.createProject(url, 'Orchard'))
  const cost = async (name: string, count: number, fields: readonly string[]): Promise<number> => {
    const before = await stage.memoryAfterCollection()
    await crowds.join(name, { url, count, project: { cookie: person.cookie, ids, fields } })
    const after = await stage.memoryAfterCollection()
    await crowds.leave(name)
    return (after - before) / count
  }
  // The first ones also pay for what is kept for all.
  await cost('first', Math.min(200, sockets), allFields)
  const one = await cost('one', sockets, ['nodeUpdated'])
  const five = await cost('five', sockets, allFields)
  return [
    figure(`${sockets} idle sockets, one subscription each: memory of the server a socket`, one),
    figure(`${sockets} idle sockets, the five subscriptions of a page each: memory of the server a socket`, five),
  ]
}

const figure = (name: string, bytes: number): Figure => ({
  name,
  value: `${(bytes / 1024).toFixed(1)} KB`,
  limit: `${limitBytes / 1024} KB`,
  holds: bytes < limitBytes,
})
