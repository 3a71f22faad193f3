import { installPackages, requireNode } from './install.mjs'
import { runTypeScript } from './run-typescript.mjs'

requireNode()
installPackages()
await runTypeScript('simulate/main.ts')
