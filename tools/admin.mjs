import { requirePackages, requireNode } from './install.mjs'
import { runTypeScript } from './run-typescript.mjs'

requireNode()
requirePackages()
await runTypeScript('apps/server/src/admin/main.ts')
