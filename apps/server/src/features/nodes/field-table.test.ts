import { existsSync, readFileSync } from 'node:fs'
import { blockerInputs, type NodeField, nodeFields, setNameByInput } from '@espalier/domain'
import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { buildSchema, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverMigrations } from '../../database/database.ts'

const schemaFile = new URL(import.meta.resolve('@espalier/schema/schema.graphql'))
const fix = 'change packages/schema/schema/nodes.graphql or the row in packages/domain/src/node/fields.ts'

let schema: GraphQLSchema
let test: TestDatabase
beforeAll(async () => {
  schema = buildSchema(readFileSync(schemaFile, 'utf8'))
  test = await testDatabase([serverMigrations])
})
afterAll(() => test.drop())

const readTypes = (name: string): Record<string, string> => {
  const type = schema.getType(name)
  if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`the schema has no ${name}`)
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]))
}

const describeTypes = (fields: readonly NodeField[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, graphqlType }) => [name, graphqlType]))

const topFields = nodeFields.all.filter(({ within }) => within === undefined)
const styleFields = nodeFields.all.filter(({ within }) => within === 'style')

/** Inputs that change a part of the list of blockers. */
const blockerParts = blockerInputs.filter((name) => name !== 'blockedByIds')

/** Ignores whether a value is required, because every part of an update may be left out. */
const toInputType = (type: string): string => type.replace(/!$/u, '')

/** Inputs that the structural rules read, and that are not fields of a node. */
const placeInputs: Readonly<Record<string, readonly string[]>> = {
  NodeCreate: ['parentId', 'childId', 'afterId', 'beforeId'],
  NodeUpdate: ['parentId', 'afterId', 'beforeId'],
  NodeBatchUpdate: ['parentId'],
}

describe('Node field table', () => {
  it('matches the fields of Node in the schema and their types', () => {
    const { parentId: _derived, style: _nested, ...served } = readTypes('Node')
    expect(served, fix).toEqual(describeTypes(topFields))
    expect(readTypes('NodeStyle'), fix).toEqual(describeTypes(styleFields))
  })

  it.each([
    ['NodeCreate', 'create'],
    ['NodeUpdate', 'update'],
    ['NodeBatchUpdate', 'batch'],
  ] as const)('matches the fields of the input %s', (typeName, input) => {
    const { style, ...accepted } = readTypes(typeName)
    for (const name of [...(placeInputs[typeName] ?? []), ...blockerParts, ...setNameByInput.keys()])
      delete accepted[name]
    const wanted = topFields.filter(({ inputs }) => inputs.includes(input))
    const types = Object.entries(accepted).map(([name, type]) => [name, toInputType(type)])
    const wantedTypes = wanted.map(({ name, graphqlType }) => [name, toInputType(graphqlType)])
    expect(Object.fromEntries(types), fix).toEqual(Object.fromEntries(wantedTypes))
    expect(style, fix).toBe(styleFields.some(({ inputs }) => inputs.includes(input)) ? 'NodeStyleInput' : undefined)
  })

  it('matches the columns of the nodes table and their types', async () => {
    const { rows } = await test.pool.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = 'nodes'::regclass and attnum > 0 and not attisdropped`,
    )
    const columns = Object.fromEntries(rows.map(({ name, type }) => [name, type]))
    const described = Object.fromEntries(nodeFields.all.map(({ column, sqlType }) => [column, sqlType]))
    expect(columns, 'add a migration in apps/server/migrations, or change the row in fields.ts').toEqual(described)
  })
})

describe('docs/architecture/node-field.md', () => {
  it('names at most 12 files, all of which exist', () => {
    const root = new URL('../../../../../', import.meta.url)
    const page = readFileSync(new URL('docs/architecture/node-field.md', root), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| File'))
    expect(rows.length).toBeLessThanOrEqual(12)
    const named = [...page.matchAll(/`((?:packages|apps)\/[^`<]+)`/gu)].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
    expect(named.length).toBeGreaterThan(5)
  })
})
