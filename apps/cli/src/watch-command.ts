import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openProject, type ProjectClient, type ReplicaChange } from '@espalier/sync'
import type { Api } from './api.ts'
import type { CommandCall } from './command-call.ts'
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.ts'
import { findProject } from './find-targets.ts'
import { toLine, writeNodeLine } from './outline.ts'
import { commandTexts } from './texts.ts'
import { createTokenTransport, processClock } from './token-transport.ts'

/** Opens a project as the page does, so that it follows every change. Throws if it cannot be opened. */
export async function openLiveProject(api: Api, projectId: string): Promise<ProjectClient> {
  const opened = await openProject({
    projectId,
    transport: createTokenTransport(api, projectId),
    clock: processClock,
    newId: randomUUID,
    random: Math.random,
    personId: null,
    ownSessionIds: () => [],
  })
  if (opened.kind === 'open') return opened.client
  const text = opened.kind === 'missing' ? commandTexts.lostProject : commandTexts.notOpened
  throw new CommandFailure(exitCodes.failed, text)
}

/** Prints each change of a project until it is stopped or lost. */
export async function runWatch({ api, words: [name], options, stop, print }: CommandCall): Promise<ExitCode> {
  const project = await findProject(api, name ?? options.project)
  const client = await openLiveProject(api, project.id)
  const titles = new Map(Array.from(client.nodes(), ({ id, title }) => [id, toLine(title)]))
  if (options.json !== true) print({}, [commandTexts.watching(toLine(project.title))])
  const report = ({ ids }: ReplicaChange): void => {
    for (const id of ids) {
      const node = client.node(id)
      const kind = node === undefined ? 'deleted' : titles.has(id) ? 'changed' : 'added'
      // A node that was never shown may be mentioned because it is gone already.
      if (kind === 'deleted' && !titles.has(id)) continue
      const title = node === undefined ? (titles.get(id) ?? '') : toLine(node.title)
      const line = node === undefined ? `${id}  ${title}` : writeNodeLine(node, id)
      print({ kind, id, title, status: node?.status ?? null }, [`${commandTexts[kind].padEnd(8)}${line}`])
      if (node === undefined) titles.delete(id)
      else titles.set(id, title)
    }
  }
  client.listen(report)
  const isLost = await new Promise<boolean>((resolve) => {
    client.onLost(() => resolve(true))
    if (stop.aborted) resolve(false)
    void once(stop, 'abort').then(() => resolve(false))
  })
  client.close()
  if (isLost) throw new CommandFailure(exitCodes.failed, commandTexts.lostProject)
  return exitCodes.done
}
