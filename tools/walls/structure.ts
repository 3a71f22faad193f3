// `npm run structure` prints figures about the product's files. The walls refuse what is forbidden; this counts the
// rest.
import { buildFolderGraph, countLines, findCycles, findLonelyFiles, isProductSource } from './import-graph.ts'
import { readRepository } from './imports.ts'

const files = readRepository().filter(({ path }) => isProductSource(path))
const lengths = files.map(({ code }) => countLines(code)).toSorted((left, right) => left - right)
const lonely = findLonelyFiles(files, 60)
const isFeature = (path: string) => path.startsWith('apps/server/src/features/')
const isTransport = (path: string) => path.startsWith('apps/server/src/transport/')
const crossings = files.filter(({ path }) => isFeature(path)).flatMap(({ imports }) => imports.filter(isTransport))
const cycles = findCycles(buildFolderGraph(files))

console.log(`source files                                    ${files.length} (bar: 900)`)
console.log(`median lines                                    ${lengths[Math.floor(lengths.length / 2)]} (bar: 60)`)
console.log(
  `over 400 lines                                  ${lengths.filter((length) => length > 400).length} (bar: 0)`,
)
console.log(
  `under 60 lines, one importer in the same folder ${lonely.length}, ${((100 * lonely.length) / files.length).toFixed(1)} % (bar: 5 %)`,
)
console.log(`folder cycles                                   ${cycles.length} (bar: 0)`)
console.log(`imports of transport/ by features/              ${crossings.length} (bar: 0)`)
if (process.argv.includes('--list')) {
  for (const { file } of lonely) console.log(`${countLines(file.code)} ${file.path}`)
  for (const cycle of cycles) console.log(`folder cycle: ${cycle.join(' -> ')}`)
}
