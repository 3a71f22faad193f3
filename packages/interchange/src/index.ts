export { parseOutline } from './outline.ts'
export { formatOutline } from './outline-text.ts'

export type { InterchangeNode, InterchangeProject } from './model.ts'
export { createImportFault, type ImportFaultCode } from './fault.ts'
export { findFormat, formats, type Format, type FormatId } from './formats.ts'
export { readProjectFile } from './read-file.ts'
export { formatWriters } from './write-file.ts'

export {
  isEspalierValue,
  readEspalierEntries,
  readEspalierJson,
  readEspalierValue,
  findImportStructureFault,
} from './espalier-json.ts'
export { cleanHtml } from './html/clean-html.ts'
export { buildParentIndex, type ParentIndex } from './family.ts'

export type { DrawnBox, DrawnCurve, DrawnLink, DrawnPoint, DrawnText, Drawing } from './drawing/drawing.ts'
export { writeSvg } from './drawing/svg.ts'
export { writePdf, type TextBitmap } from './drawing/pdf.ts'
