import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { writeCalendar } from './write-calendar.ts'

const lineBreaks = ['\n', '\r\n', '\r', '\u2028', '\u2029']
// What sanitizes titles may change; the calendar must not depend on it.
const hostileTexts = [
  ...lineBreaks.map((lineBreak) => `x${lineBreak}END:VEVENT${lineBreak}BEGIN:VEVENT${lineBreak}SUMMARY:another`),
  'x;ALTREP="https://evil.example":y',
  'x\\nEND:VEVENT',
  'x\u0000\u000bEND:VEVENT\u007f',
  '\\',
  ',;:"',
]

const write = (text: string): string =>
  writeCalendar({
    name: text,
    productName: text,
    webUrl: 'https://espalier.example',
    nodes: [
      {
        id: '5b1c0000-0000-4000-8000-000000000001',
        projectId: '5b1c0000-0000-4000-8000-000000000002',
        projectTitle: text,
        changedAt: new Date('2026-11-17T08:30:00Z'),
        title: text,
        body: text,
        startDate: null,
        dueDate: '2026-12-31',
        priority: 'none',
        version: 1,
        blockedByIds: [],
      },
    ],
  })

/** The names of the lines, without the continuations of long ones. */
const readNames = (text: string): readonly (string | undefined)[] =>
  text
    .replaceAll('\r\n ', '')
    .split(/[\r\n\u2028\u2029]+/u)
    .map((line) => /^[\w-]*/u.exec(line)?.[0])

describe('A calendar with hostile texts', () => {
  it.each(hostileTexts)('has no other properties and events because of the text %j', (text) => {
    const written = write(text)
    expect(readNames(written)).toEqual(readNames(write('x')))
    const events = new ICAL.Component(ICAL.parse(written)).getAllSubcomponents('vevent')
    expect(events).toHaveLength(1)
    // oxlint-disable-next-line no-control-regex -- these characters must be gone
    expect(written).not.toMatch(/[\u0000\u000b\u007f]/u)
  })
})
