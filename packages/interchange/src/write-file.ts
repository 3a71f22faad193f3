import { writeCsv } from './csv.ts'
import { writeEspalierJson } from './espalier-json.ts'
import type { FormatId } from './formats.ts'
import { writeFreemind } from './freemind-write.ts'
import { writeIndentedText } from './indented-text.ts'
import { writeMarkdown } from './markdown/write-markdown.ts'
import { writeMermaid } from './mermaid.ts'
import type { InterchangeProject } from './model.ts'
import { writeOpml } from './opml.ts'
import { writeXmind } from './xmind-write.ts'

export type FormatWriter = (project: InterchangeProject) => string | Uint8Array

/** Pictures are not here: they are written from a drawing. */
export const formatWriters: Readonly<Record<Exclude<FormatId, 'svg' | 'png' | 'pdf'>, FormatWriter>> = {
  espalier: writeEspalierJson,
  markdown: writeMarkdown,
  text: writeIndentedText,
  opml: writeOpml,
  freemind: writeFreemind,
  xmind: writeXmind,
  mermaid: writeMermaid,
  csv: writeCsv,
}
