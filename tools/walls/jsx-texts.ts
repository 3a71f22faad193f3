import { parseSync } from 'oxc-parser'

/** A text for people that is written in a component instead of in `apps/web/src/texts`. */
export interface JsxText {
  readonly line: number
  readonly text: string
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** Attributes, and properties of our own components, whose value people read or hear. */
const readableAttribute =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label|heading|hint|message|\w+Label|\w+Title|\w+Text)$/

const letters = /\p{L}/u

/** Finds texts between tags and in readable attributes. A text that is passed as a value of a variable is not found. */
export function findJsxTexts(path: string, code: string): JsxText[] {
  const found: JsxText[] = []
  const add = ({ start }: SyntaxNode, text: string): void => {
    if (letters.test(text)) found.push({ line: code.slice(0, start).split('\n').length, text: text.trim() })
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isSyntaxNode(value)) return
    if (value.type === 'JSXText') add(value, decodeReferences(String(value['value'])))
    if (value.type === 'JSXElement' || value.type === 'JSXFragment')
      for (const child of value['children'] as SyntaxNode[])
        if (child.type === 'JSXExpressionContainer') addLiterals(child['expression'], add)
    if (value.type === 'JSXAttribute' && readableAttribute.test(readAttributeName(value)))
      addLiterals(value['value'], add)
    Object.values(value).forEach(visit)
  }
  visit(parseSync(path, code).program)
  return found
}

/** Adds the literals that an expression may evaluate to: both branches of a condition, and the parts of a template. */
function addLiterals(value: unknown, add: (node: SyntaxNode, text: string) => void): void {
  if (!isSyntaxNode(value)) return
  const descend = (...fields: readonly string[]): void => fields.forEach((field) => addLiterals(value[field], add))
  switch (value.type) {
    case 'Literal':
      return typeof value['value'] === 'string' ? add(value, value['value']) : undefined
    case 'TemplateLiteral':
      for (const { value: part, ...quasi } of value['quasis'] as (SyntaxNode & { value: { cooked: string } })[])
        add(quasi, part.cooked)
      return descend()
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return descend('expression')
    case 'ConditionalExpression':
      return descend('consequent', 'alternate')
    case 'LogicalExpression':
    case 'BinaryExpression':
      return value['operator'] === '===' || value['operator'] === '!==' ? undefined : descend('left', 'right')
  }
}

function readAttributeName({ name }: SyntaxNode): string {
  return isSyntaxNode(name) && typeof name['name'] === 'string' ? name['name'] : ''
}

const decodeReferences = (text: string): string => text.replaceAll(/&#?\w+;/g, ' ')

const isSyntaxNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
