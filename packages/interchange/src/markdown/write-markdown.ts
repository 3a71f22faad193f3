import type { NodeStatus } from '@espalier/domain'
import { append } from '../append.ts'
import { type Family, familyOf, linkNames } from '../family.ts'
import { linesOf } from '../html/lines.ts'
import { parseHtml } from '../html/parse-html.ts'
import { unwrapped } from '../html/spaces.ts'
import type { InterchangeNode, InterchangeProject } from '../model.ts'
import { storable } from '../storable.ts'
import { writeBody } from './write-body.ts'
import { escapeStart, writeInline } from './write-inline.ts'

const seeAlso = 'See also: '
const boxes: Readonly<Record<NodeStatus, string>> = { todo: '[ ]', progress: '[/]', done: '[x]' }

/** The project as a heading, its nodes as one nested list of tasks. A node with more parents names them below itself. */
export function writeMarkdown(project: InterchangeProject): string {
  const family = familyOf(project)
  const names = linkNames(family)
  const layout = project.layout === undefined ? '' : ` layout=${project.layout}`
  const lines = [`<!-- espalier${layout} -->`, `# ${escapeStart(writeInline([project.title]))}`, '']
  if (project.body !== '') append(lines, [...writeBody(storable(project.body)), ''])
  for (const { node, depth } of family.walk()) {
    const indent = '  '.repeat(depth)
    for (const [index, line] of nodeLines(node, family, names).entries()) {
      const lead = index === 0 ? indent : `${indent}  `
      lines.push(line === '' ? '' : `${lead}${line}`)
    }
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function nodeLines(node: InterchangeNode, family: Family, names: ReadonlyMap<string, string>): readonly string[] {
  const name = names.get(node.id)
  const title = titleOf(node)
  const below: string[] = []
  if (node.body !== '') append(below, ['', ...writeBody(storable(node.body))])
  const others = family.extraParentsOf(node)
  if (others.length > 0) below.push('', seeAlso + others.map((other) => linkTo(other, names)).join(', '))
  if (below.length > 0) below.push('')
  const first = `- ${boxes[node.status]} ${title}${name === undefined ? '' : ` ^${name}`}`
  return [first.trimEnd(), ...below]
}

const titleOf = (node: InterchangeNode): string =>
  escapeStart(writeInline(unwrapped(parseHtml(storable(node.title)).nodes)))

function linkTo(node: InterchangeNode, names: ReadonlyMap<string, string>): string {
  const words = writeInline([linesOf(node.title).replaceAll('\n', ' ')])
  return `[${words}](#^${names.get(node.id)})`
}
