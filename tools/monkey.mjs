import { installPackages, requireNode } from './install.mjs'
import { buildPage } from './build.mjs'
import { runTypeScript } from './run-typescript.mjs'

requireNode()
installPackages()
buildPage()
await runTypeScript('e2e/monkey/main.ts')
