// Runs every check and every test on each supported Node version, or on the named ones: npm run test:nodes -- 22 24
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, installPackages, npm, requireNode, root } from './install.mjs'

requireNode()
installPackages()

const asked = process.argv.slice(2)
const versions = asked.length > 0 ? asked : ['20.19', '22', '24']
const nodes = versions.map((version) => ({ version, folder: fetchNode(version) }))

const failed = nodes.filter(({ version, folder }) => {
  process.stdout.write(
    `\nNode ${version}: ${spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).stdout}`,
  )
  // Programs that a test starts by name must have the same version.
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  return spawnSync(join(folder, 'node'), ['tools/test.mjs'], { cwd: root, env, stdio: 'inherit' }).status !== 0
})
const failedVersions = failed.map(({ version }) => version).join(', ')
process.stdout.write(
  failed.length > 0 ? `\nfailed on Node ${failedVersions}\n` : `\npassed on Node ${versions.join(', ')}\n`,
)
process.exitCode = failed.length > 0 ? 1 : 0

/** Fetches the newest version of a release line from the npm package `node`. @returns the folder of its binary */
function fetchNode(version) {
  const folder = join(root, 'node_modules', '.cache', `node-${version}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const args = ['install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', `node@${version}`]
  if (npm(args, folder).status !== 0) fail(`Node ${version} could not be fetched; the lines above say why.`)
  return join(folder, 'node_modules', 'node', 'bin')
}
