// @vitest-environment jsdom
import { findFaultsWhenRendered, hostilePayloads, type ParsedElement, type ParsedPage } from '@espalier/domain/testing'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeSvg } from './drawing/svg.ts'
import { formatWriters, readProjectFile } from './files.ts'
import { cleanHtml } from './markup/html-text.ts'
import { escapeXmlAttribute } from './markup/xml.ts'
import type { InterchangeProject } from './model/project.ts'

interface Parser {
  parseFromString(text: string, type: string): { readonly body: ParsedPage; readonly documentElement: ParsedElement }
}
const { DOMParser } = globalThis as unknown as { readonly DOMParser: new () => Parser }
const parse = (page: string): ParsedPage => new DOMParser().parseFromString(page, 'text/html').body

const harmIn = (html: string): readonly string[] => findFaultsWhenRendered(html, parse)
const findProjectHarm = ({ body, nodes }: InterchangeProject): readonly string[] =>
  [body, ...nodes.flatMap((node) => [node.title, node.body])].flatMap(harmIn)

// XML cannot represent these characters.
const writable = (text: string): string => text.replaceAll(/[\p{Cc}\ufeff]/gu, ' ')
const attribute = (text: string): string => escapeXmlAttribute(writable(text))
const zipped = (content: object): Uint8Array => zipSync({ 'content.json': strToU8(JSON.stringify([content])) })

const files: Readonly<Record<string, (payload: string) => Uint8Array>> = {
  'a.json': (payload) =>
    strToU8(
      JSON.stringify({
        format: 'espalier',
        version: 1,
        project: { title: payload, body: payload },
        nodes: [{ id: 'a', title: payload, body: payload }],
      }),
    ),
  'a.md': (payload) => strToU8(`# ${payload}\n\n${payload}\n\n- ${payload}\n\n  ${payload}\n\n> ${payload}\n`),
  'a.txt': (payload) => strToU8(`${payload}\n  ${payload}\n  > ${payload}\n`),
  'a.opml': (payload) =>
    strToU8(
      `<opml version="2.0"><head><title>${attribute(payload)}</title></head><body><outline text="${attribute(payload)}" _note="${attribute(payload)}" _title="${attribute(payload)}" url="${attribute(payload)}"/></body></opml>`,
    ),
  'a.mm': (payload) =>
    strToU8(
      `<map><node TEXT="${attribute(payload)}" LINK="${attribute(payload)}"><richcontent TYPE="NOTE"><html><body><p>${attribute(payload)}</p><p onclick="${attribute(payload)}"><a href="${attribute(payload)}">x</a><script>xss()</script></p></body></html></richcontent></node></map>`,
    ),
  'a.xmind': (payload) =>
    zipped({
      title: payload,
      rootTopic: {
        id: 'a',
        title: payload,
        href: payload,
        notes: { plain: { content: payload }, realHTML: { content: payload } },
      },
    }),
}

describe.each(Object.entries(files))('%s', (name, write) => {
  it('imports nothing harmful from any payload', () => {
    let importedCount = 0
    for (const payload of hostilePayloads) {
      const read = readProjectFile(name, write(payload))
      if (!read.ok) continue
      importedCount += 1
      expect([payload, findProjectHarm(read.value)]).toEqual([payload, []])
    }
    expect(importedCount).toBeGreaterThan(hostilePayloads.length * 0.9)
  })
})

it('removes everything harmful from rich text', () => {
  expect(hostilePayloads.filter((payload) => harmIn(cleanHtml(payload)).length > 0)).toEqual([])
})

it('keeps text as text when it is written and read again in every format', () => {
  const nodes = hostilePayloads.map((payload, at) => ({
    id: `n${at}`,
    parentIds: [],
    title: cleanHtml(payload),
    body: cleanHtml(payload),
    status: 'todo' as const,
    position: at,
    hideChildren: false,
  }))
  const project: InterchangeProject = { title: 'a', body: '', nodes }
  for (const [name, format] of [
    ['a.md', 'markdown'],
    ['a.opml', 'opml'],
    ['a.mm', 'freemind'],
    ['a.xmind', 'xmind'],
  ] as const) {
    const written = formatWriters[format](project)
    const read = readProjectFile(name, typeof written === 'string' ? strToU8(written) : written)
    if (!read.ok) throw new Error(`${format}: ${read.reason.text}`)
    expect([format, findProjectHarm(read.value)]).toEqual([format, []])
  }
})

it('draws hostile titles only as shapes and texts', () => {
  const line = { x: 0, baseline: 10, width: 10, size: 10 }
  const svg = writeSvg({
    title: hostilePayloads.join(' '),
    width: 10,
    height: 10,
    background: '"/><script>xss()</script>',
    links: [],
    boxes: hostilePayloads.map((payload) => ({
      left: 0,
      top: 0,
      width: 1,
      height: 1,
      radius: 0,
      fill: payload,
      stroke: payload,
      strokeWidth: 1,
      lines: [{ ...line, text: payload, colour: payload }],
    })),
  })
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const names = new Set<string>()
  const visit = (element: ParsedElement): void => {
    names.add(element.localName)
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on|href|style/u)
      expect(value).not.toMatch(/xss|evil/u)
    }
    for (const child of element.children) visit(child)
  }
  visit(documentElement)
  expect([...names].toSorted()).toEqual(['rect', 'svg', 'text', 'title'])
})
