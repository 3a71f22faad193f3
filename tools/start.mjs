import { arePackagesInstalled, hasInstalledBefore, installPackages, requireNode, root } from './install.mjs'
import { buildPage, isPageBuilt } from './build.mjs'
import { loadBundle, storeCodeWhenIdle } from './load-bundle.mjs'
import { runTypeScript } from './run-typescript.mjs'
import { prepareServerBundle } from './server-bundle.mjs'
import { createStartSteps } from './start-steps.mjs'

requireNode()
const steps = createStartSteps({ total: 4, write: (text) => process.stdout.write(text) })
if (!hasInstalledBefore()) steps.write('This is the first start: it takes a few minutes. Later starts take seconds.\n')

runStep('Installing packages', arePackagesInstalled, installPackages)
runStep('Building the page', isPageBuilt, buildPage)
await startServer()

function runStep(name, isDone, work) {
  steps.begin(name)
  if (isDone()) return steps.end('up to date')
  work({ write: steps.write })
  steps.end()
}

/** Runs the server from its bundle, in this process; from its sources where no bundle can be stored. */
async function startServer() {
  const bundle = await prepareServerBundle(root)
  if (bundle === null) return (await runTypeScript('apps/server/src/app/run-server.ts')).runServer(steps)
  const loaded = loadBundle(bundle)
  await loaded.exports.runServer(steps)
  storeCodeWhenIdle(loaded)
}
