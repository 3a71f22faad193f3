import { escapeHtml, excerptHtml, isEmptyBody, toExcerpt } from '@espalier/domain'
import type { Rect } from '@espalier/layout'
import type { NodeRecord } from '@espalier/sync'
import { joinClasses } from '../../ui/join-classes.ts'
import { type Chip, paintDots } from '../map/chips/chip-row.ts'
import { formatRichTitle } from '../map/measure/page-title-measure.ts'
import type { NodeRank, TitleLines } from '../map/measure/title-measure.ts'
import boxStyles from '../map/node/NodeBox.module.css'
import buttonStyles from '../map/node/NodeButtons.module.css'
import chipStyles from '../map/node/NodeChips.module.css'
import titleStyles from '../map/node/NodeTitle.module.css'
import { formatFoldMark } from '../map/scene/tree-positions.ts'
import { type BranchColor, findPaletteColor, getColorVariables } from '../map/theme/node-colors.ts'

/** The content of a box at rest. */
export interface FirstBox extends Rect {
  readonly record: NodeRecord
  readonly rank: NodeRank
  readonly lines: TitleLines
  readonly branchColor: BranchColor
  /** Null: it is a leaf. */
  readonly isExpanded: boolean | null
  readonly hiddenBelow: number
  readonly chips: readonly Chip[]
  /** True if it has a row for what is below it. The sums follow, as in the map itself. */
  readonly hasBelow: boolean
  readonly isSimplified: boolean
}

/** The classes that the markup of boxes may have. */
export const boxClasses: readonly string[] = [boxStyles, buttonStyles, chipStyles, titleStyles].flatMap((styles) =>
  Object.values(styles),
)

/** A value ends where it would begin another property. */
const formatStyle = (fields: Readonly<Record<string, string>>): string =>
  escapeHtml(
    Object.entries(fields)
      .map(([name, value]) => `${name}:${value.split(';')[0]}`)
      .join(';'),
  )

/** Writes a box as `NodeBox` draws it at rest; `box-markup.test.tsx` compares them. */
export function formatBox(box: FirstBox): string {
  const { record, rank, left, top, width, height } = box
  const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
  const style = formatStyle({ ...place, ...getColorVariables(rank, box.branchColor, record) })
  const color = findPaletteColor(record.style.backgroundColor) ?? 'own'
  const name = joinClasses(boxStyles.box, box.isSimplified && boxStyles.light)
  const content = box.isSimplified ? formatSimplified(box) : formatContents(box)
  return `<div class="${name}" data-style="${style}" data-status="${record.status}" data-rank="${rank}" data-color="${color}">${content}</div>`
}

const formatSimplified = ({ lines, record }: FirstBox): string =>
  escapeHtml(lines === null ? toExcerpt(record.title) : lines.join('\n'))

function formatContents(box: FirstBox): string {
  const { record, lines } = box
  const isDescribed = !isEmptyBody(record.body)
  return [
    `<button type="button" class="${joinClasses(buttonStyles.status, isDescribed && buttonStyles.raised)}"></button>`,
    lines === null
      ? `<div class="${titleStyles.rich}" dir="auto">${formatRichTitle(excerptHtml(record.title))}</div>`
      : `<div class="${titleStyles.lines}" dir="auto">${escapeHtml(lines.join('\n'))}</div>`,
    box.chips.length > 0 ? formatRow(box.chips) : '',
    box.hasBelow ? formatRow([]) : '',
    isDescribed ? `<span class="${boxStyles.described}"></span>` : '',
    record.style.processing ? `<span class="${boxStyles.processing}"></span>` : '',
    box.isExpanded === null ? '' : formatFoldButton(box, box.isExpanded),
  ].join('')
}

const formatFoldButton = ({ hiddenBelow }: FirstBox, isExpanded: boolean): string =>
  `<button type="button" class="${buttonStyles.fold}"${hiddenBelow > 0 ? ' data-folded=""' : ''} data-mark="${formatFoldMark(isExpanded, hiddenBelow)}" data-style="--share:0turn"></button>`

const formatRow = (chips: readonly Chip[]): string =>
  `<div class="${chipStyles.row}">${chips.map(formatChip).join('')}</div>`

function formatChip(chip: Chip): string {
  switch (chip.kind) {
    case 'priority':
      return `<span class="${chipStyles.priority}" data-priority="${chip.priority}"></span>`
    case 'people':
      return `<span class="${chipStyles.people}" data-text="${chip.more}">${chip.ids.map(() => `<span class="${chipStyles.face}"></span>`).join('')}</span>`
    case 'tags': {
      const style = formatStyle({ width: `${chip.widthPx}px`, background: paintDots(chip.tags) })
      return `<span class="${joinClasses(chipStyles.text, chipStyles.tags)}" data-style="${style}" data-text="${chip.more}"></span>`
    }
    default: {
      const name = joinClasses(chipStyles.text, chipStyles[chip.kind])
      return `<span class="${name}" data-text="${escapeHtml(chip.text)}"></span>`
    }
  }
}
