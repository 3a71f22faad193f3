import { htmlToLines } from '../markup/html-text.ts'
import { buildParentIndex, type InterchangeProject } from '../model/project.ts'
import { cleanStoredText } from '../model/text.ts'

/** A label is quoted, so only characters that end the quote or would be read as markup are escaped. */
const formatLabel = (html: string): string => {
  const text = cleanStoredText(htmlToLines(html)).replaceAll('\n', ' ').trim()
  const safe = text.replace(/[#&"<>`]/gu, (sign) => `#${sign.codePointAt(0)};`)
  return safe === '' ? '#8203;' : safe
}

/** Writes a mindmap, which has one root, so that several roots are below the project. */
export function writeMermaid(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const hasOneRoot = family.roots.length === 1
  const lines = ['mindmap']
  if (!hasOneRoot) lines.push(`  n0["${formatLabel(project.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))}"]`)
  let count = 0
  for (const { node, depth } of family.walk()) {
    count += 1
    lines.push(`${'  '.repeat(depth + (hasOneRoot ? 1 : 2))}n${count}["${formatLabel(node.title)}"]`)
  }
  return `${lines.join('\n')}\n`
}
