import { toExcerpt, toPlainText } from '@espalier/domain'
import { addDays } from '@espalier/domain/planning-dates'
import type { DatedNode } from './store.ts'

interface CalendarOptions {
  /** The name that calendar programs show. */
  readonly name: string
  readonly productName: string
  readonly webUrl: string
  readonly nodes: readonly DatedNode[]
}

/** RFC 5545 counts bytes without the line break. */
const maxLineBytes = 75
const icalPriorities: Readonly<Record<string, number>> = { urgent: 1, high: 3, medium: 5, low: 7 }

/**
 * Writes an iCalendar file (RFC 5545) with an all-day event for each node: from its start to its due date, or on the
 * one that it has. Events and not tasks, because Google Calendar and Outlook ignore tasks in a subscribed calendar. The
 * text depends only on what is stored, so that an unchanged calendar has the same ETag.
 */
export function writeCalendar({ name, productName, webUrl, nodes }: CalendarOptions): string {
  const waitingIds = new Map<string, string[]>()
  for (const { id, blockedByIds } of nodes) {
    for (const blockerId of blockedByIds) waitingIds.set(blockerId, [...(waitingIds.get(blockerId) ?? []), id])
  }
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(productName)}//${escapeText(productName)}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...nodes.flatMap((node) => writeEvent(node, waitingIds.get(node.id) ?? [], webUrl)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function writeEvent(node: DatedNode, waitingIds: readonly string[], webUrl: string): readonly string[] {
  const first = node.startDate ?? node.dueDate
  const last = node.dueDate ?? node.startDate
  if (first === null || last === null) return []
  const url = new URL(`/tree/${node.projectId}#node=${node.id}`, webUrl)
  // The end of an all-day event is the day after its last one. After 9999-12-31 there is none.
  const end = addDays(last, 1)
  const description = toPlainText(node.body)
  const priority = icalPriorities[node.priority]
  return [
    'BEGIN:VEVENT',
    `UID:${node.id}@${url.hostname}`,
    `DTSTAMP:${formatStamp(node.changedAt)}`,
    `SEQUENCE:${node.version}`,
    `DTSTART;VALUE=DATE:${formatDay(first)}`,
    ...(end === null ? [] : [`DTEND;VALUE=DATE:${formatDay(end)}`]),
    `SUMMARY:${escapeText(toExcerpt(toPlainText(node.title)))}`,
    ...(description === '' ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    `CATEGORIES:${escapeText(node.projectTitle)}`,
    `URL:${url.href}`,
    ...(priority === undefined ? [] : [`PRIORITY:${priority}`]),
    // RFC 9253 says both: what this event depends on, and in the one that comes first, which one starts when it ends.
    ...node.blockedByIds.map((id) => `RELATED-TO;RELTYPE=DEPENDS-ON:${id}@${url.hostname}`),
    ...waitingIds.map((id) => `RELATED-TO;RELTYPE=FINISHTOSTART:${id}@${url.hostname}`),
    // A due date keeps nobody busy all day.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const formatDay = (date: string): string => date.replaceAll('-', '')

/** 20261117T083000Z. */
const formatStamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`

// oxlint-disable-next-line no-control-regex -- control characters may not occur in a calendar, except for the tab
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f]/gu

/** Line breaks are written as \n; no text can end its line and begin another property. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?|\n|\u2028|\u2029/gu, '\n')
    .replaceAll(/[\\;,]/gu, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
    .replaceAll(controlCharacters, '')

/** Cuts a line between characters; each continuation begins with a blank that counts. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
