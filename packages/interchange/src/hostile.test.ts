import { limits } from '@espalier/domain'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { formatReaders, formatWriters, readProjectFile } from './files.ts'
import { readEspalierJson, readEspalierValue } from './formats/espalier.ts'
import { readFreemind } from './formats/freemind.ts'
import { readOpml } from './formats/opml.ts'
import { readXmind } from './formats/xmind.ts'
import type { ImportResult } from './model/import-fault.ts'
import type { ImportFaultCode } from './model/import-texts.ts'
import { createArchiveBomb } from './testing/archive-bomb.ts'

const faultIn = (result: ImportResult): ImportFaultCode | 'taken' => (result.ok ? 'taken' : result.reason.code)
const textIn = (result: ImportResult): string => (result.ok ? 'taken' : result.reason.text)

const node = (id: string, parentIds: readonly string[], more: object = {}) => ({ id, parentIds, title: id, ...more })
const json = (nodes: readonly unknown[], more: object = {}) =>
  JSON.stringify({ format: 'espalier', version: 1, project: { title: 'a' }, nodes, ...more })

const rich = (type: string, html: string) => `<richcontent TYPE="${type}">${html}</richcontent>`

const deep = (levels: number) => `<map>${'<node TEXT="a">'.repeat(levels)}${'</node>'.repeat(levels)}</map>`

const chain = (length: number) =>
  json(Array.from({ length }, (_, at) => node(`n${at}`, at === 0 ? [] : [`n${at - 1}`])))

const utf16 = (text: string, isBig: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

describe('hostile XML', () => {
  const laughs = `<?xml version="1.0"?>
<!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<map version="1.0.1"><node TEXT="&b;"/></map>`
  const outside =
    '<!DOCTYPE opml SYSTEM "file:///etc/passwd"><opml version="2.0"><body><outline text="a"/></body></opml>'

  it('refuses entities before they are expanded', () => {
    expect(faultIn(readFreemind(laughs))).toBe('forbidden-xml')
    expect(faultIn(readOpml(outside))).toBe('forbidden-xml')
    expect(faultIn(readFreemind('<map>&outside;</map>'))).toBe('broken')
    const inside = zipSync({ 'content.xml': strToU8(outside) })
    expect(faultIn(readXmind(inside))).toBe('forbidden-xml')
  })

  it.each(['<map', '<map><node TEXT="a">', '<map><node TEXT="a"></map>', '', 'no XML', '<map/><map/>'])(
    'refuses an incomplete document: %s',
    (text) => expect(faultIn(readFreemind(text))).toMatch(/broken|nothing-inside/u),
  )

  it('says where a file is damaged', () => {
    expect(textIn(readFreemind('<map>\n<node TEXT="a">\n</map>'))).toMatch(
      /^The file is damaged or incomplete: line 3, /u,
    )
  })

  it('refuses XML that is too deep', () => {
    expect(faultIn(readFreemind(deep(limits.chainNodes)))).toBe('taken')
    expect(faultIn(readFreemind(deep(limits.chainNodes + 1)))).toBe('too-deep')
    expect(faultIn(readFreemind(deep(50_000)))).toBe('too-deep')
  })

  it.each([2_000, 2_150, 2_198, 10_000])('yields a project or a fault with %d nested tags', (levels) => {
    const tags = `${'<b>'.repeat(levels)}x${'</b>'.repeat(levels)}`
    const files = [
      `<map><node>${rich('NODE', `<html><body>${tags}</body></html>`)}</node></map>`,
      `<map><node TEXT="a">${rich('NOTE', `<html><body>${tags}</body></html>`)}</node></map>`,
      `<map><node TEXT="a">${rich('NOTE', tags)}</node></map>`,
    ]
    for (const file of files) expect(faultIn(readFreemind(file))).toBe(levels > 2_196 ? 'too-deep' : 'taken')
    const outlines = `${'<outline text="a">'.repeat(levels)}${'</outline>'.repeat(levels)}`
    expect(faultIn(readOpml(`<opml version="2.0"><body>${outlines}</body></opml>`))).toBe('too-deep')
    expect(faultIn(readFreemind(deep(levels)))).toBe('too-deep')
  })
})

describe('markup in a file', () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">b</a>'
  const attribute = script.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

  it.each([
    [
      'a.opml',
      `<opml version="2.0"><body><outline text="${attribute}" _note="${attribute}" _title="${attribute}"/></body></opml>`,
    ],
    [
      'a.mm',
      `<map><node TEXT="a"><richcontent TYPE="NOTE"><html><body><script>alert(1)</script><p onclick="x()">b</p></body></html></richcontent></node></map>`,
    ],
    ['a.json', json([{ id: 'a', title: script, body: script }])],
    ['a.md', `- ${script}\n\n  ${script}`],
    ['a.txt', `${script}\n> ${script}`],
    ['a.csv', `Title,Notes\n"${script.replaceAll('"', '""')}","${script.replaceAll('"', '""')}"`],
  ])('removes active markup: %s', (name, text) => {
    const result = readProjectFile(name, strToU8(text))
    if (!result.ok) throw new Error(result.reason.text)
    for (const { title, body } of result.value.nodes) {
      expect(`${title} ${body}`).not.toMatch(/<script|<img|<[^>]*(?:onerror|onclick|javascript:)/u)
    }
  })

  it("sanitizes with the caller's function", () => {
    const result = readEspalierJson(json([{ id: 'a', title: '<b>a</b>' }]), { clean: (html) => html.toUpperCase() })
    expect(result.ok && result.value.nodes[0]?.title).toBe('<B>A</B>')
  })
})

describe('hand-edited JSON of ours', () => {
  it.each<[string, string, ImportFaultCode]>([
    ['a cycle', json([node('a', ['b']), node('b', ['a'])]), 'cycle'],
    ['a node under itself', json([node('a', ['a'])]), 'cycle'],
    ['two nodes with one id', json([node('a', []), node('a', [])]), 'duplicate-id'],
    ['a missing parent', json([node('a', ['b'])]), 'unknown-parent'],
    ['a later version', json([], { version: 2 }), 'unknown-version'],
    ['no version', json([], { version: undefined }), 'unknown-version'],
    ['another format', '{"format":"other"}', 'broken'],
    ['a list', '[]', 'broken'],
    ['half a file', json([node('a', [])]).slice(0, -3), 'broken'],
    ['an invalid title', json([{ id: 'a', title: 1 }]), 'broken'],
    ['an invalid status', json([node('a', [], { status: 'later' })]), 'broken'],
    ['a color that is a style', json([node('a', [], { backgroundColor: 'url(x)' })]), 'broken'],
    ['a position out of range', json([node('a', [], { position: -1 })]), 'broken'],
    ['a key of the object prototype', json([]).replace('"title"', '"__proto__":{"x":1},"title"'), 'unsafe-key'],
    ['the same key in disguise', json([]).replace('"title"', String.raw`"\u005f_proto__":{},"title"`), 'unsafe-key'],
    ['a title that is too long', json([node('a', [], { title: 'a'.repeat(30_000) })]), 'text-too-long'],
    ['brackets that are nested too deep', `{"a":${'['.repeat(100_000)}`, 'too-deep'],
  ])('refuses %s', (_name, text, code) => expect(faultIn(readEspalierJson(text))).toBe(code))

  it('accepts the maximum depth and refuses more', () => {
    expect(faultIn(readEspalierJson(chain(limits.chainNodes)))).toBe('taken')
    expect(faultIn(readEspalierJson(chain(limits.chainNodes + 1)))).toBe('too-deep')
  })

  it('refuses more nodes than a project may have', () => {
    const many = { format: 'espalier', version: 1, project: { title: 'a' }, nodes: Array.from({ length: 100_001 }) }
    expect(faultIn(readEspalierValue(many))).toBe('too-many-nodes')
  })

  it('drops a history with gaps and says so', () => {
    const result = readEspalierJson(json([node('a', [], { transitions: [{ dt: 1, from: 'todo', to: 'done' }] })]))
    expect(result.ok && result.remarks).toEqual(['The history of a has gaps and was left out.'])
  })
})

describe('archives', () => {
  it('refuses an archive bomb before it expands', () => {
    const bomb = createArchiveBomb('content.json', 60_000_000)
    expect(faultIn(readXmind(bomb))).toBe('archive-bomb')
    const smaller = createArchiveBomb('content.json', 20_000_000)
    expect(faultIn(readXmind(smaller))).toBe('archive-bomb')
    expect(faultIn(readXmind(createArchiveBomb('content.json', 1_000)))).toBe('broken')
  })

  it('truncates a member that lies about its size', () => {
    const honest = zipSync({ 'content.json': strToU8(JSON.stringify([{ rootTopic: { title: 'a'.repeat(5_000) } }])) })
    const view = new DataView(honest.buffer, honest.byteOffset, honest.byteLength)
    // The size that the archive's central directory declares for the only member.
    const directory = view.getUint32(honest.length - 6, true)
    view.setUint32(directory + 24, 10, true)
    expect(faultIn(readXmind(honest))).toBe('broken')
  })

  it.each([
    ['truncated', zipSync({ 'content.json': strToU8('[]') }).slice(0, 40), 'broken'],
    ['empty', zipSync({}), 'nothing-inside'],
    ['with other contents', zipSync({ '../content.json': strToU8('[]') }), 'nothing-inside'],
    ['without a sheet', zipSync({ 'content.json': strToU8('[]') }), 'nothing-inside'],
  ])('refuses an archive: %s', (_name, bytes, code) => expect(faultIn(readXmind(bytes))).toBe(code))

  it('reports an encrypted archive', () => {
    const locked = zipSync({
      'content.json': strToU8('[]'),
      'META-INF/manifest.xml': strToU8('<manifest><encryption-data/></manifest>'),
    })
    expect(faultIn(readXmind(locked))).toBe('archive-encrypted')
  })

  it('omits links in a cycle and says so', () => {
    const topics = { title: 'r', id: 'r', children: { attached: [{ title: 'a', id: 'a' }] } }
    const sheet = { rootTopic: topics, relationships: [{ end1Id: 'a', end2Id: 'r' }] }
    const result = readXmind(zipSync({ 'content.json': strToU8(JSON.stringify([sheet])) }))
    expect(result.ok && result.remarks).toEqual([
      '1 link left out: a node would be its own ancestor or have the same parent twice.',
    ])
  })
})

describe('file bytes', () => {
  const huge = new Uint8Array(100_000_000).fill(32)
  it('refuses too many bytes in every format', () => {
    for (const read of Object.values(formatReaders)) expect(faultIn(read(huge))).toBe('too-large')
    expect(faultIn(readProjectFile('a.md', huge))).toBe('too-large')
  })

  const map = '<map><node TEXT="\u00e9t\u00e9"/></map>'
  const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${map}`, 'latin1')

  it.each([
    ['UTF-16, little-endian', utf16(map, false)],
    ['UTF-16, big-endian', utf16(map, true)],
    ['UTF-8 with a byte order mark', strToU8(`\ufeff${map}`)],
    ['the declared encoding', new Uint8Array(latin)],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from(map, 'utf16le'))],
  ])('reads %s', (_name, bytes) => {
    const result = readProjectFile('a.mm', bytes)
    expect(result.ok && result.value.nodes[0]?.title).toBe('\u00e9t\u00e9')
  })

  it('refuses bytes of no encoding', () => {
    expect(faultIn(readProjectFile('a.txt', new Uint8Array([0x61, 0xff, 0xfe, 0x80, 0x61])))).toBe('wrong-encoding')
    expect(faultIn(readProjectFile('a.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47])))).toBe('unknown-format')
    expect(faultIn(readProjectFile('a.txt', new Uint8Array([0x61, 0x61, 0, 0])))).toBe('unknown-format')
  })

  it('yields a project or a fault for a file truncated anywhere', () => {
    const project = {
      title: 'a',
      body: '<p>b</p>',
      nodes: [
        { ...node('n', []), body: '<p>c <b>d</b></p>', status: 'done' as const, position: 1, hideChildren: false },
      ],
    }
    for (const [id, read] of Object.entries(formatReaders)) {
      const whole = formatWriters[id as keyof typeof formatReaders](project)
      const bytes = typeof whole === 'string' ? strToU8(whole) : whole
      for (let length = 0; length < bytes.length; length += 7) {
        expect(['taken', 'broken', 'nothing-inside']).toContain(faultIn(read(bytes.slice(0, length))))
      }
    }
  })
})

describe('slow input', () => {
  const many = 40_000
  it.each([
    ['brackets', `- ${'['.repeat(many)}](`],
    ['stars', `- ${'*a '.repeat(many)}`],
    ['tags', `- ${'<u>'.repeat(many)}`],
    ['ticks', `- ${Array.from({ length: 1_000 }, (_, at) => `${'`'.repeat((at % 50) + 1)}a`).join('')}`],
    ['blanks in a heading', `# a${' '.repeat(many)}b`],
    ['signs at the end of a heading', `# a${' #'.repeat(many)}b`],
    ['lists on one line', `${'- '.repeat(many)}x`],
  ])('reads slow input in one pass: %s', (_name, text) => {
    for (const name of ['a.md', 'a.txt']) {
      expect(faultIn(readProjectFile(name, strToU8(text)))).toMatch(/taken|text-too-long|nothing-inside/u)
    }
  })

  it('counts a hundred thousand roots without overflowing the stack', () => {
    const outlines = '<outline text="a"/>'.repeat(150_000)
    expect(faultIn(readOpml(`<opml version="2.0"><body>${outlines}</body></opml>`))).toBe('too-many-nodes')
  })
})
