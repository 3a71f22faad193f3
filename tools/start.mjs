import { arePackagesInstalled, hasInstalledBefore, installPackages, requireNode } from './install.mjs'
import { buildPage, isPageBuilt } from './build.mjs'
import { runTypeScript } from './run-typescript.mjs'
import { createStartSteps } from './start-steps.mjs'

requireNode()
const steps = createStartSteps({ total: 4, write: (text) => process.stdout.write(text) })
if (!hasInstalledBefore()) steps.write('This is the first start: it takes a few minutes. Later starts take seconds.\n')

runStep('Installing packages', arePackagesInstalled, installPackages)
runStep('Building the page', isPageBuilt, buildPage)
const { runServer } = await runTypeScript('apps/server/src/app/run-server.ts')
await runServer(steps)

function runStep(name, isDone, work) {
  steps.begin(name)
  if (isDone()) return steps.end('up to date')
  work({ write: steps.write })
  steps.end()
}
