import { familyOf } from './family.ts'
import { linesOf } from './html/lines.ts'
import type { InterchangeProject } from './model.ts'
import { storable } from './storable.ts'

/** A label is quoted, so only what ends the quote or would be read as markup is said otherwise. */
const labelOf = (html: string): string => {
  const text = storable(linesOf(html)).replaceAll('\n', ' ').trim()
  const safe = text.replace(/[#&"<>`]/gu, (sign) => `#${sign.codePointAt(0)};`)
  return safe === '' ? '#8203;' : safe
}

/** A mindmap: it has one root, so that several hang from the project. */
export function writeMermaid(project: InterchangeProject): string {
  const family = familyOf(project)
  const hasOneRoot = family.roots.length === 1
  const lines = ['mindmap']
  if (!hasOneRoot) lines.push(`  n0["${labelOf(project.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))}"]`)
  let count = 0
  for (const { node, depth } of family.walk()) {
    count += 1
    lines.push(`${'  '.repeat(depth + (hasOneRoot ? 1 : 2))}n${count}["${labelOf(node.title)}"]`)
  }
  return `${lines.join('\n')}\n`
}
