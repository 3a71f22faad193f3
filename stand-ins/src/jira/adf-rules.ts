/** Returns why a document would be refused, as a path and a sentence; null if it is valid. */
export function findAdfFault(document: unknown): string | null {
  const root = asNode(document)
  if (root === null || root.type !== 'doc') return 'the root must be a doc'
  if (root['version'] !== 1) return 'the version must be 1'
  const strange = Object.keys(root).find((name) => !['version', 'type', 'content'].includes(name))
  if (strange !== undefined) return `doc: ${strange} is not known`
  return findChildrenFault(root, 'doc', blocks)
}

interface UncheckedNode {
  readonly type: string
  readonly [name: string]: unknown
}

const asNode = (value: unknown): UncheckedNode | null =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
    ? (value as UncheckedNode)
    : null

const blocks = new Set([
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'blockquote',
  'codeBlock',
  'rule',
  'panel',
  'expand',
  'table',
  'taskList',
  'mediaSingle',
  'blockCard',
])
const inlines = new Set(['text', 'hardBreak', 'mention', 'emoji', 'inlineCard', 'date', 'status'])

/** The allowed content of each kind. A kind that is not listed may contain nothing that we could write. */
const allowedContent: Readonly<Record<string, ReadonlySet<string>>> = {
  paragraph: inlines,
  heading: inlines,
  bulletList: new Set(['listItem']),
  orderedList: new Set(['listItem']),
  listItem: new Set(['paragraph', 'bulletList', 'orderedList', 'codeBlock', 'mediaSingle']),
  blockquote: new Set(['paragraph', 'bulletList', 'orderedList', 'codeBlock', 'mediaSingle']),
  codeBlock: new Set(['text']),
  panel: new Set(['paragraph', 'heading', 'bulletList', 'orderedList', 'rule', 'codeBlock', 'taskList']),
  expand: blocks,
  table: new Set(['tableRow']),
  tableRow: new Set(['tableCell', 'tableHeader']),
  tableCell: blocks,
  tableHeader: blocks,
  taskList: new Set(['taskItem', 'taskList']),
  taskItem: inlines,
  mediaSingle: new Set(['media']),
}
const neverEmpty = new Set(['bulletList', 'orderedList', 'listItem', 'blockquote', 'table', 'tableRow', 'taskList'])

function findChildrenFault(node: UncheckedNode, path: string, allowed: ReadonlySet<string>): string | null {
  const content = node['content'] ?? []
  if (!Array.isArray(content)) return `${path}: content must be a list`
  if (neverEmpty.has(node.type) && content.length === 0) return `${path}: must not be empty`
  for (const [at, value] of content.entries()) {
    const child = asNode(value)
    if (child === null) return `${path}/${at}: is no node`
    if (!allowed.has(child.type)) return `${path}/${at}: ${child.type} is not allowed here`
    const fault = findNodeFault(child, node, `${path}/${child.type}`)
    if (fault !== null) return fault
  }
  return null
}

function findNodeFault(node: UncheckedNode, parent: UncheckedNode, path: string): string | null {
  if (node.type === 'text') return findTextFault(node, parent, path)
  if (node['marks'] !== undefined) return `${path}: only text bears marks here`
  if (node.type === 'heading') {
    const { level } = (node['attrs'] ?? {}) as { level?: unknown }
    if (![1, 2, 3, 4, 5, 6].includes(level as number)) return `${path}: level must be from 1 to 6`
  }
  const allowed = allowedContent[node.type]
  if (allowed === undefined) return node['content'] === undefined ? null : `${path}: must hold nothing`
  return findChildrenFault(node, path, allowed)
}

const markAttributes: Readonly<Record<string, (attrs: Readonly<Record<string, unknown>>) => boolean>> = {
  strong: () => true,
  em: () => true,
  underline: () => true,
  strike: () => true,
  code: () => true,
  link: ({ href }) => typeof href === 'string' && href !== '',
  subsup: ({ type }) => type === 'sub' || type === 'sup',
  textColor: ({ color }) => typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color),
  backgroundColor: ({ color }) => typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color),
}

function findTextFault(node: UncheckedNode, parent: UncheckedNode, path: string): string | null {
  if (typeof node['text'] !== 'string' || node['text'] === '') return `${path}: text must not be empty`
  const marks = node['marks'] ?? []
  if (!Array.isArray(marks)) return `${path}: marks must be a list`
  if (parent.type === 'codeBlock' && marks.length > 0) return `${path}: no marks inside a code block`
  const types = marks.map((mark) => asNode(mark)?.type ?? '')
  if (new Set(types).size < types.length) return `${path}: a mark stands twice`
  if (types.includes('code') && types.some((type) => type !== 'code' && type !== 'link')) {
    return `${path}: code goes with a link only`
  }
  for (const mark of marks) {
    const { type, attrs } = mark as { type?: string; attrs?: Record<string, unknown> }
    if (markAttributes[type ?? '']?.(attrs ?? {}) !== true) return `${path}: the mark ${type} is not valid`
  }
  return null
}
