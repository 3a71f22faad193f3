import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/process.ts'

export interface Argument {
  readonly name: string
  /** The type as written, without its default: [ID!]! */
  readonly type: string
}
export interface Operation {
  readonly kind: 'query' | 'mutation'
  readonly document: string
  readonly name: string
  readonly arguments: readonly Argument[]
}
export interface ApiShape {
  readonly operations: readonly Operation[]
  readonly inputs: ReadonlyMap<string, readonly Argument[]>
  readonly enums: ReadonlyMap<string, readonly string[]>
}

const scalars = new Set(['ID', 'Int', 'Float', 'Boolean', 'String', 'JSON', 'Millis'])
const innermost = (type: string): string => type.replaceAll(/[[\]!]/g, '')

/** Every operation of the schema: whatever is added to it is attacked from then on. */
export function readApiShape(): ApiShape {
  const schema = readFileSync(join(root, 'packages/schema/src/generated/schema.graphql'), 'utf8')
    .replaceAll(/"""[^]*?"""/g, '')
    .replaceAll(/^\s*"[^\n]*"$/gm, '')
  const blocks = [...schema.matchAll(/^(type|input|enum) (\w+) \{([^}]*)\}/gm)]
  const findBodies = (kind: string) =>
    blocks.flatMap(([, found, name = '', body = '']) => (found === kind ? [[name, body] as const] : []))
  const enums = new Map(findBodies('enum').map(([name, body]) => [name, body.trim().split(/\s+/)] as const))
  const inputs = new Map(findBodies('input').map(([name, body]) => [name, argumentsIn(body)] as const))
  const operations = findBodies('type').flatMap(([name, body]) => {
    if (name !== 'Query' && name !== 'Mutation') return []
    const kind = name === 'Query' ? ('query' as const) : ('mutation' as const)
    return Array.from(body.matchAll(/^ {2}(\w+)(?:\(([^)]*)\))?: (\S+)/gm), ([, field = '', given = '', type = '']) => {
      const isLeaf = scalars.has(innermost(type)) || enums.has(innermost(type))
      return operationOf(kind, field, argumentsIn(given), isLeaf)
    })
  })
  return { operations, inputs, enums }
}

const argumentsIn = (text: string): readonly Argument[] =>
  Array.from(text.matchAll(/(\w+): ([\w[\]!]+)/g), ([, name = '', type = '']) => ({ name, type }))

function operationOf(kind: Operation['kind'], name: string, given: readonly Argument[], isLeaf: boolean): Operation {
  const declared = given.map((one) => `$${one.name}: ${one.type}`).join(', ')
  const passed = given.map((one) => `${one.name}: $${one.name}`).join(', ')
  const field = `${name}${passed === '' ? '' : `(${passed})`}${isLeaf ? '' : ' { __typename }'}`
  return { kind, name, arguments: given, document: `${kind}${declared === '' ? '' : ` (${declared})`} { ${field} }` }
}
