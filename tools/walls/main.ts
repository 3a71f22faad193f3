import { brokenWalls } from './check-walls.ts'
import { readRepository } from './imports.ts'

const files = readRepository()
const broken = brokenWalls(files)
for (const line of broken) console.error(line)
console.log(`walls: ${files.length} files, ${broken.length} broken`)
process.exitCode = broken.length > 0 ? 1 : 0
