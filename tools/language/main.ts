import { readRepository } from '../walls/imports.ts'
import { measureLanguage } from './language.ts'

// Prints how plain the names and comments of the product are; with --list also where they are not.
const files = readRepository().filter(
  ({ path }) => /^(?:apps|packages|stand-ins)\//.test(path) && !path.includes('/generated/'),
)
const { functions, projections, comments, fragments, archaic, repeatedExports } = measureLanguage(files)
const percent = (part: readonly string[], whole: number): string => `${((100 * part.length) / whole).toFixed(2)} %`
const lines = [
  `functions named xOf: ${projections.length} of ${functions} (${percent(projections, functions)}; limit 1 %)`,
  `comments that begin with What, Who, Those, Of or Where: ${fragments.length} of ${comments} (${percent(fragments, comments)}; limit 1 %)`,
  `comments with an archaic idiom: ${archaic.length} of ${comments} (${percent(archaic, comments)}; limit 1 %)`,
  `exported names defined in more than two files: ${repeatedExports.length} (limit 10): ${repeatedExports.join(', ')}`,
]
const details = process.argv.includes('--list') ? [...projections, ...fragments, ...archaic] : []
process.stdout.write(`${[...lines, ...details].join('\n')}\n`)
