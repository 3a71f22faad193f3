export { branchesOf } from './outline.ts'
export { outlineOf } from './outline-text.ts'

export type { InterchangeNode, InterchangeProject } from './model.ts'
export { faultOf, type ImportFaultCode } from './fault.ts'
export { formatOf, formats, type Format, type FormatId } from './formats.ts'
export { readFile } from './read-file.ts'
export { writers } from './write-file.ts'

export {
  isEspalierValue,
  readEspalierEntries,
  readEspalierJson,
  readEspalierValue,
  structureFaultOf,
} from './espalier-json.ts'
export { cleanHtml } from './html/clean-html.ts'
export { familyOf, type Family } from './family.ts'

export type { DrawnBox, DrawnCurve, DrawnLink, DrawnPoint, DrawnText, Drawing } from './drawing/drawing.ts'
export { writeSvg } from './drawing/svg.ts'
export { writePdf, type TextPicture } from './drawing/pdf.ts'
