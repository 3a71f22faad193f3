export { parseOutline } from './outline/read-outline.ts'
export { formatOutline } from './outline/write-outline.ts'

export { readDefinitions } from './model/definitions.ts'
export type {
  FileComment,
  FileDefinitions,
  FilePerson,
  InterchangeNode,
  InterchangeProject,
  ReadOptions,
} from './model/project.ts'
export { createImportFault } from './model/import-fault.ts'
export type { ImportFaultCode } from './model/import-texts.ts'
export { findFormat, formats, type Format, type FormatId } from './format-table.ts'
export { readProjectFile } from './files.ts'
export { formatWriters } from './files.ts'
export { formatCsvRows } from './formats/csv-cells.ts'
export { joinNames, splitNames } from './planning/planning-words.ts'
export { isSpreadsheetRange } from './formats/table-cells.ts'
export {
  type ColumnRole,
  columnRoles,
  columnRoleTexts,
  type TableMapping,
  toOwnFieldRole,
} from './formats/table-columns.ts'
export { previewTable, readTable, type TablePreview } from './formats/table.ts'

export {
  isEspalierValue,
  readEspalierEntries,
  readEspalierJson,
  readEspalierValue,
  findImportStructureFault,
} from './formats/espalier.ts'
export {
  type FileConflict,
  readSyncedMarkdown,
  type SyncedFile,
  writeMarkdownText,
  writeSyncedMarkdown,
} from './formats/synced-markdown.ts'
export { cleanHtml } from './markup/html-text.ts'
export { buildParentIndex, buildParentIndexInSteps, type ParentIndex } from './model/project.ts'

export type { DrawnBox, DrawnCurve, DrawnLink, DrawnMark, DrawnPoint, DrawnText, Drawing } from './drawing/drawing.ts'
export { rememberResults } from './drawing/drawing.ts'
export { type PackedDrawing, packDrawing, unpackDrawing } from './drawing/pack-drawing.ts'
export { writeSvg } from './drawing/svg.ts'
export { writePdf } from './drawing/pdf.ts'
export type { TextBitmap } from './drawing/pdf-content.ts'
export { type PageTexts, writePagedPdf } from './drawing/paged-pdf.ts'
export { type PaperSize, paperSizes } from './drawing/pdf-pages.ts'
