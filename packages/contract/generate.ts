import { readFileSync, writeFileSync, existsSync, mkdirSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import { parse } from 'graphql'

// Types of the API for server and page, from schema.graphql. With --check: fails where the file is stale.
const schemaFile = new URL('./schema.graphql', import.meta.url)
const typesFile = new URL('./src/generated/schema.ts', import.meta.url)

const generated = await codegen({
  filename: 'schema.ts',
  schema: parse(readFileSync(schemaFile, 'utf8')),
  documents: [],
  config: {},
  plugins: [
    {
      typescript: {
        enumsAsTypes: true,
        skipTypename: true,
        immutableTypes: true,
        useTypeImports: true,
        avoidOptionals: { field: true, inputValue: false, object: false, defaultValue: false },
        scalars: { ID: 'string', JSON: 'unknown', Millis: 'number' },
      },
    },
  ],
  pluginMap: { typescript },
})
const content = `// Generated from schema.graphql by \`npm run generate -w @espalier/contract\`. Do not edit.\n${generated}`
const current = existsSync(typesFile) ? readFileSync(typesFile, 'utf8') : ''

if (process.argv.includes('--check')) {
  if (current !== content) {
    process.stderr.write('packages/contract/src/generated/schema.ts is stale: npm run generate -w @espalier/contract\n')
    process.exitCode = 1
  }
} else {
  mkdirSync(new URL('.', typesFile), { recursive: true })
  writeFileSync(typesFile, content)
}
