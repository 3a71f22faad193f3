import { randomUUID } from 'node:crypto'
import { escapeHtml } from '@espalier/domain'
import { createNodeMutation, nodesQuery } from '@espalier/schema/documents/open-project'
import { toolClaimNodeMutation, toolScheduleQuery, toolUpdateNodeMutation } from '@espalier/schema/documents/tools'
import type { SentNode } from '@espalier/sync'
import type { Api } from './api.ts'
import type { Command, CommandCall } from './command-call.ts'
import { CommandFailure, type ExitCode, exitCodes } from './exit-codes.ts'
import { findNode, findProject, type ListedProject, readProjects } from './find-targets.ts'
import { createIdShortener, listOutline, toLine, writeNodeLine } from './outline.ts'
import { runSync } from './sync-command.ts'
import { commandTexts } from './texts.ts'
import { runWatch } from './watch-command.ts'

export const commands: Readonly<Record<string, Command>> = {
  ls: { mostWords: 1, run: runList },
  show: { mostWords: 1, needs: 'NODE', run: runShow },
  add: { mostWords: 1, needs: 'TITLE', run: runAdd },
  done: { mostWords: Number.POSITIVE_INFINITY, needs: 'NODE', run: runDone },
  ready: { mostWords: 1, run: runReady },
  claim: { mostWords: 1, run: runClaim },
  watch: { mostWords: 1, run: runWatch },
  sync: { mostWords: 1, needs: 'FILE.md', run: runSync },
}

const readNodes = async (api: Api, { id }: ListedProject): Promise<readonly SentNode[]> =>
  (await api.run(nodesQuery, { projectId: id })).nodes as readonly SentNode[]

async function runList({ api, words: [name], options, print }: CommandCall): Promise<ExitCode> {
  const wanted = name ?? options.project
  const projects = wanted === undefined ? await readProjects(api) : [await findProject(api, wanted)]
  const shortenProject = createIdShortener(projects.map(({ id }) => id))
  const listed = projects.map(({ id, title, completionStatus }) => ({ id, title, status: completionStatus }))
  const projectLines = projects.map(({ id, title }) => `${shortenProject(id)}  ${toLine(escapeHtml(title))}`)
  const [only, ...others] = projects
  if (only === undefined || others.length > 0) {
    print({ projects: listed }, projectLines)
    return exitCodes.done
  }
  const nodes = await readNodes(api, only)
  const deepest = readDepth(options.depth)
  const entries = listOutline(nodes).filter(({ depth }) => depth <= deepest)
  const shorten = createIdShortener(nodes.map(({ id }) => id))
  print({ projects: listed, nodes: entries.map(({ node, depth }) => ({ ...toListedNode(node), depth })) }, [
    ...projectLines,
    ...entries.map(({ node, depth }) => writeNodeLine(node, shorten(node.id), depth + 1)),
  ])
  return exitCodes.done
}

function readDepth(given: string | undefined): number {
  if (given === undefined) return Number.POSITIVE_INFINITY
  if (!/^\d{1,4}$/u.test(given)) throw new CommandFailure(exitCodes.usage, commandTexts.missing('--depth', 'a number'))
  return Number(given)
}

const toListedNode = ({ id, title, status, parentIds }: SentNode) => ({ id, title: toLine(title), status, parentIds })

async function runShow({ api, words: [given = ''], options, print }: CommandCall): Promise<ExitCode> {
  const { node, nodes, project } = await findNode(api, given, options.project)
  const shorten = createIdShortener(nodes.map(({ id }) => id))
  const below = listOutline(nodes, node.id).slice(1)
  const fields = listGivenFields(node, nodes)
  print(
    {
      project: { id: project.id, title: project.title },
      node: { ...toListedNode(node), body: node.body, ...Object.fromEntries(fields) },
      nodes: below.map(({ node: child, depth }) => ({ ...toListedNode(child), depth })),
    },
    [
      writeNodeLine(node, node.id),
      `  project: ${toLine(escapeHtml(project.title))}`,
      ...fields.map(([name, value]) => `  ${name}: ${String(value)}`),
      ...(node.body === '' ? [] : ['', ...toLines(node.body), '']),
      ...below.map(({ node: child, depth }) => writeNodeLine(child, shorten(child.id), depth)),
    ],
  )
  return exitCodes.done
}

const toLines = (html: string): readonly string[] =>
  html
    .split(/<\/(?:p|li|h[1-6]|pre|blockquote)>|<br>/u)
    .map(toLine)
    .filter((line) => line !== '')
    .map((line) => `  ${line}`)

function listGivenFields(node: SentNode, nodes: readonly SentNode[]): readonly (readonly [string, unknown])[] {
  const titles = new Map(nodes.map(({ id, title }) => [id, toLine(title)]))
  const after = node.blockedByIds.map((id) => titles.get(id) ?? id).join(', ')
  const { startDate, dueDate, estimate, priority } = node
  const fields: readonly (readonly [string, unknown])[] = [
    ['start', startDate],
    ['due', dueDate],
    ['estimate', estimate],
    ['priority', priority === 'none' ? null : priority],
    ['after', after === '' ? null : after],
  ]
  return fields.filter(([, value]) => value !== null)
}

async function runAdd({ api, words: [title = ''], options, print }: CommandCall): Promise<ExitCode> {
  const found = options.parent === undefined ? null : await findNode(api, options.parent, options.project)
  const project = found?.project ?? (await findProject(api, options.project))
  const parentId = found?.node.id ?? listOutline(await readNodes(api, project))[0]?.node.id
  const data = {
    id: randomUUID(),
    projectId: project.id,
    title: escapeHtml(title),
    ...(parentId !== undefined && { parentId }),
  }
  const { createNode } = await api.run(createNodeMutation, { data })
  print({ node: toListedNode(createNode as SentNode) }, [commandTexts.created(createNode.id, toLine(createNode.title))])
  return exitCodes.done
}

async function runDone({ api, words, options, print }: CommandCall): Promise<ExitCode> {
  // All are found before the first is changed.
  const found = []
  for (const given of words) found.push(await findNode(api, given, options.project))
  for (const { node } of found) {
    const { updateNode } = await api.run(toolUpdateNodeMutation, { id: node.id, data: { status: 'done' } })
    const { id, title, status } = updateNode
    print({ node: { id, title: toLine(title), status } }, [commandTexts.done(id, toLine(title))])
  }
  return exitCodes.done
}

const priorities = ['urgent', 'high', 'medium', 'low', 'none']

/** The most important first, then by due date. */
async function readReadyNodes(api: Api, project: ListedProject): Promise<readonly SentNode[]> {
  const { schedule } = await api.run(toolScheduleQuery, { projectId: project.id })
  const ready = new Set(schedule.nodes.filter(({ state }) => state === 'ready').map(({ id }) => id))
  return [...(await readNodes(api, project))]
    .filter(({ id, status }) => status === 'todo' && ready.has(id))
    .sort(
      (one, other) =>
        priorities.indexOf(one.priority) - priorities.indexOf(other.priority) ||
        (one.dueDate ?? 'none').localeCompare(other.dueDate ?? 'none'),
    )
}

async function runReady({ api, words: [name], options, print }: CommandCall): Promise<ExitCode> {
  const ready = await readReadyNodes(api, await findProject(api, name ?? options.project))
  const shorten = createIdShortener(ready.map(({ id }) => id))
  print(
    { nodes: ready.map(toListedNode) },
    ready.length === 0 ? [commandTexts.nothingReady] : ready.map((node) => writeNodeLine(node, shorten(node.id))),
  )
  return exitCodes.done
}

async function runClaim({ api, words: [given], options, print }: CommandCall): Promise<ExitCode> {
  const wanted =
    given === undefined
      ? await readReadyNodes(api, await findProject(api, options.project))
      : [(await findNode(api, given, options.project)).node]
  for (const [index, node] of wanted.entries()) {
    try {
      const { claimNode } = await api.run(toolClaimNodeMutation, { id: node.id })
      const { id, title, status } = claimNode
      print({ node: { id, title: toLine(title), status } }, [commandTexts.claimed(id, toLine(title))])
      return exitCodes.done
    } catch (error) {
      // Somebody else was faster: the next one may still be free.
      const isTaken = error instanceof CommandFailure && error.code === exitCodes.conflict
      if (!isTaken || given !== undefined || index === wanted.length - 1) throw error
    }
  }
  throw new CommandFailure(exitCodes.conflict, commandTexts.nothingReady)
}
