import { installPackages, requireNode } from './install.mjs'
import { runTypeScript } from './run-typescript.mjs'

requireNode()
installPackages()
await runTypeScript('apps/server/src/admin/main.ts')
