import type { NodeStatus } from '@espalier/domain'
import { appendAll } from '../append.ts'
import { type ParentIndex, buildParentIndex, nameLinkTargets } from '../family.ts'
import { htmlToLines } from '../html/lines.ts'
import { parseHtml } from '../html/parse-html.ts'
import { unwrapParagraph } from '../html/spaces.ts'
import type { InterchangeNode, InterchangeProject } from '../model.ts'
import { cleanStoredText } from '../storable.ts'
import { writeBody } from './write-body.ts'
import { escapeStart, writeInline } from './write-inline.ts'

const seeAlsoLabel = 'See also: '
const boxes: Readonly<Record<NodeStatus, string>> = { todo: '[ ]', progress: '[/]', done: '[x]' }

/** The project as a heading, its nodes as one nested list of tasks. A node with more parents names them below itself. */
export function writeMarkdown(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const names = nameLinkTargets(family)
  const layout = project.layout === undefined ? '' : ` layout=${project.layout}`
  const lines = [`<!-- espalier${layout} -->`, `# ${escapeStart(writeInline([project.title]))}`, '']
  if (project.body !== '') appendAll(lines, [...writeBody(cleanStoredText(project.body)), ''])
  for (const { node, depth } of family.walk()) {
    const indent = '  '.repeat(depth)
    for (const [index, line] of writeNodeLines(node, family, names).entries()) {
      const lead = index === 0 ? indent : `${indent}  `
      lines.push(line === '' ? '' : `${lead}${line}`)
    }
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function writeNodeLines(node: InterchangeNode, family: ParentIndex, names: ReadonlyMap<string, string>): readonly string[] {
  const name = names.get(node.id)
  const title = writeTitle(node)
  const below: string[] = []
  if (node.body !== '') appendAll(below, ['', ...writeBody(cleanStoredText(node.body))])
  const others = family.extraParents(node)
  if (others.length > 0) below.push('', seeAlsoLabel + others.map((other) => writeNodeLink(other, names)).join(', '))
  if (below.length > 0) below.push('')
  const first = `- ${boxes[node.status]} ${title}${name === undefined ? '' : ` ^${name}`}`
  return [first.trimEnd(), ...below]
}

const writeTitle = (node: InterchangeNode): string =>
  escapeStart(writeInline(unwrapParagraph(parseHtml(cleanStoredText(node.title)).nodes)))

function writeNodeLink(node: InterchangeNode, names: ReadonlyMap<string, string>): string {
  const words = writeInline([htmlToLines(node.title).replaceAll('\n', ' ')])
  return `[${words}](#^${names.get(node.id)})`
}
