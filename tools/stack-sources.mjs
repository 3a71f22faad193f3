// Names the sources in stack traces of a bundle. Node's own way reads the whole source map at each start; this one does
// with the first stack trace, and decodes only the lines that are asked for.
import { dirname, resolve } from 'node:path'

/** Installs it for the traces of the whole process. The source map is given as it is in its file. */
export function nameSourcesInStacks(file, mapContents) {
  let locate
  Error.prepareStackTrace = (error, frames) =>
    [describe(error), ...frames.map((frame) => `    at ${describeFrame(frame)}`)].join('\n')

  function describeFrame(frame) {
    const text = String(frame)
    if (frame.getFileName() !== file) return text
    const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()]
    return text.replace(`${file}:${line}:${column}`, (bundled) => {
      locate ??= createLocator(JSON.parse(mapContents.toString('utf8')), dirname(file))
      return locate(line - 1, column - 1) ?? bundled
    })
  }
}

/** As V8 does; an error may throw when it is asked for its message. */
function describe(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return '<error>'
  }
}

/** Returns a function that names the source of a position, both counted from 0. */
function createLocator({ mappings, sources }, folder) {
  const lines = mappings.split(';')
  const starts = findLineStarts(lines)
  return (line, column) => {
    const found = readMappings(lines[line] ?? '', starts.slice(line * 4, line * 4 + 4), column)
    if (found === null) return undefined
    const [, source, sourceLine, sourceColumn] = found
    const name = sources[source]
    // A package may have been compiled from a file that is only on the web.
    return `${name.includes('://') ? name : resolve(folder, name)}:${sourceLine + 1}:${sourceColumn + 1}`
  }
}

/** Each number is a difference to the one before, also across lines. Returns the four numbers before each line. */
function findLineStarts(lines) {
  const starts = new Int32Array(lines.length * 4)
  const fields = new Int32Array(4)
  for (const [index, line] of lines.entries()) {
    starts.set(fields, index * 4)
    readMappings(line, fields, null)
  }
  return starts
}

/**
 * Adds the mappings of a line to the fields: column, source, line and column in the source. Returns the fields of the
 * last mapping at or before the wanted column, if there is one.
 */
function readMappings(line, fields, wanted) {
  fields[0] = 0
  let found = null
  let [field, value, shift] = [0, 0, 0]
  for (let at = 0; at <= line.length; at += 1) {
    const code = at === line.length ? comma : line.charCodeAt(at)
    if (code === comma) {
      if (wanted !== null && fields[0] > wanted) return found
      // A single field says that nothing is known of the column.
      if (wanted !== null && field > 1) found = fields.slice()
      field = 0
      continue
    }
    const digit = digits[code]
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    // A fifth field is the index of a name, which is not needed.
    if (field < 4) fields[field] += value & 1 ? -(value >>> 1) : value >>> 1
    field += 1
    value = 0
    shift = 0
  }
  return found
}

const comma = 44
const digits = new Uint8Array(128)
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  digits[digit.charCodeAt(0)] = value
