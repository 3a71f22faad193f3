export { branchesOf } from './outline.ts'
export { outlineOf } from './outline-text.ts'

export type { InterchangeNode, InterchangeProject, ReadOptions } from './model.ts'
export { fromBranches, toBranches } from './branches.ts'
export { faultOf, faultTexts, type ImportFault, type ImportFaultCode, type ImportResult } from './fault.ts'
export { formatOf, formats, type Format, type FormatId, type ReadableFormatId } from './formats.ts'
export { detectFormat, detectionBytes } from './detect-format.ts'
export { readers, readFile, type Reader } from './read-file.ts'
export { writers, type Writer } from './write-file.ts'

export {
  isEspalierValue,
  readEspalierEntries,
  readEspalierJson,
  readEspalierValue,
  structureFaultOf,
  writeEspalierJson,
  type EntriesResult,
} from './espalier-json.ts'
export { familyOf, type Family, type Step } from './family.ts'

export { readMarkdown } from './markdown/read-markdown.ts'
export { writeMarkdown } from './markdown/write-markdown.ts'
export { readIndentedText, writeIndentedText } from './indented-text.ts'
export { readOpml, writeOpml } from './opml.ts'
export { readFreemind } from './freemind-read.ts'
export { writeFreemind } from './freemind-write.ts'
export { readXmind } from './xmind-read.ts'
export { writeXmind } from './xmind-write.ts'
export { writeMermaid } from './mermaid.ts'
export { writeCsv } from './csv.ts'

export type { DrawnBox, DrawnCurve, DrawnLink, DrawnPoint, DrawnText, Drawing } from './drawing/drawing.ts'
export { writeSvg } from './drawing/svg.ts'
export { writePdf, type PdfOptions, type TextPicture } from './drawing/pdf.ts'
export { isWinAnsi } from './drawing/win-ansi.ts'
