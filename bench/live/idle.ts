import type { Figure } from '../figure.ts'
import { count } from '../report.ts'
import type { Crowds } from './crowd.ts'
import type { Stage } from './stage.ts'

const limitBytes = 40 * 1024
const readersAProject = 10
const warmUp = 100
const allFields = ['nodeCreated', 'nodeUpdated', 'nodeBatchUpdated', 'projectUpdated', 'projectSessions']

export type Idler = 'listener' | 'page'

const idlers: Record<Idler, { readonly name: string; readonly fields: readonly string[] }> = {
  listener: { name: 'one subscription each', fields: ['nodeUpdated'] },
  page: { name: 'the five subscriptions of a page each', fields: allFields },
}

/** Measures the cost of an idle socket. */
export async function idle(stage: Stage, crowds: Crowds, idler: Idler, sockets: number): Promise<Figure[]> {
  const { url, person } = stage
  const { name, fields } = idlers[idler]
  const ids: string[] = []
  while (ids.length < Math.ceil(sockets / readersAProject)) ids.push(await person.createProject(url, 'Orchard'))
  const project = { cookie: person.cookie, ids, fields }
  // The first sockets also pay for shared state.
  await crowds.join('first', { url, count: Math.min(warmUp, sockets), project })
  await crowds.leave('first')
  const before = await stage.memoryAfterCollection()
  await crowds.join('idle', { url, count: sockets, project })
  const bytes = ((await stage.memoryAfterCollection()) - before) / sockets
  await crowds.leave('idle')
  return [
    {
      name: `${count(sockets)} idle sockets, ${name}: memory of the server a socket`,
      measured: `${(bytes / 1024).toFixed(1)} KB`,
      limit: `${limitBytes / 1024} KB`,
      holds: bytes < limitBytes,
      isHighlight: idler === 'page',
    },
  ]
}
