import { parseSync } from 'oxc-parser'

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string }

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** Returns every string of a file. Values inside a text are `{}`: a template, or words between tags. */
export function readTexts(path: string, code: string): string[] {
  const texts: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isSyntaxNode(value)) return
    const text = readText(value)
    if (text !== null) texts.push(text)
    Object.values(value).forEach(visit)
  }
  visit(parseSync(path, code).program)
  return texts
}

function readText(node: SyntaxNode): string | null {
  if (node.type === 'JSXText') return String(node['value']).trim()
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return (node['children'] as SyntaxNode[])
      .map((child) => (child.type === 'JSXText' ? String(child['value']) : '{}'))
      .join('')
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim()
  return null
}
