import type { NodeStatus } from '@espalier/domain'
import { appendAll } from './append.ts'
import { findExtraLinks, buildParentIndex } from './family.ts'
import { readInlineText } from './html/lines.ts'
import { parseHtml } from './html/parse-html.ts'
import type { InterchangeNode, InterchangeProject } from './model.ts'
import { writeHtmlPage } from './xml/html-in-xml.ts'
import { writeXmlAttributes, toXmlText } from './xml/write-xml.ts'

const iconByStatus: Readonly<Record<NodeStatus, string | undefined>> = {
  todo: undefined,
  progress: 'hourglass',
  done: 'button_ok',
}

/** A map of FreeMind that Freeplane opens as well. What neither knows stands in attributes that both pass over. */
export function writeFreemind(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const numbers = new Map(Array.from(family.walk(), ({ node }, index) => [node.id, `ID_${index + 1}`]))
  const links = findExtraLinks(family)
  const hasOneRoot = family.roots.length === 1
  const lines: string[] = []
  let open = 0
  for (const { node, depth } of family.walk()) {
    for (; open > depth; open -= 1) lines.push('</node>')
    const targets = (links.get(node.id) ?? []).map(({ id }) => numbers.get(id) ?? '')
    appendAll(lines, writeOpenNode(node, numbers.get(node.id) ?? '', targets))
    open += 1
  }
  for (; open > 0; open -= 1) lines.push('</node>')
  const map = writeXmlAttributes({
    version: '1.0.1',
    ESPALIER_TITLE: project.title,
    ESPALIER_BODY: project.body === '' ? undefined : project.body,
    ESPALIER_LAYOUT: project.layout,
  })
  const top = `<node${writeXmlAttributes({ TEXT: project.title, ESPALIER_ROOT: 'project' })}>`
  const held = hasOneRoot ? lines : [top, ...lines, '</node>']
  return [`<map${map}>`, ...held, '</map>', ''].join('\n')
}

function writeOpenNode(node: InterchangeNode, id: string, targets: readonly string[]): readonly string[] {
  const { nodes } = parseHtml(node.title)
  const isPlain = nodes.every((part) => typeof part === 'string')
  const said = writeXmlAttributes({
    ID: id,
    TEXT: isPlain ? readInlineText(nodes) : undefined,
    FOLDED: node.hideChildren ? 'true' : undefined,
    BACKGROUND_COLOR: node.backgroundColor,
  })
  const icon = iconByStatus[node.status]
  return [
    `<node${said}>`,
    ...(isPlain ? [] : [richContent('NODE', node.title)]),
    ...(node.body === '' ? [] : [richContent('NOTE', node.body)]),
    ...(icon === undefined ? [] : [`<icon BUILTIN="${icon}"/>`]),
    ...targets.map((target) => `<arrowlink DESTINATION="${target}" STARTARROW="None" ENDARROW="Default"/>`),
  ]
}

const richContent = (type: 'NODE' | 'NOTE', html: string): string =>
  `<richcontent TYPE="${type}" xml:space="preserve">${writeHtmlPage(toXmlText(html))}</richcontent>`
