import { breakdownLimits } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildBreakdownQuestion } from './ai-idea-source.ts'
import { createIdeaStreamParser, parseIdea } from './parse-ideas.ts'

describe('Parsing a streamed answer', { timeout: 30_000 }, () => {
  const child = fc.record({ title: fc.string({ unit: 'grapheme' }), description: fc.string() })
  const around = fc.constantFrom('', 'Sure: ', '```json\n', '\n[note]\n')

  it('finds the same children however the answer is split', () => {
    fc.assert(
      fc.property(fc.array(child), around, fc.boolean(), fc.nat({ max: 9 }), (children, before, isBare, length) => {
        const text = before + JSON.stringify(isBare ? children : { note: ['x'], children })
        const reader = createIdeaStreamParser()
        const found: unknown[] = []
        for (let at = 0; at < text.length; at += length + 1) found.push(...reader.push(text.slice(at, at + length + 1)))
        expect(found).toEqual(children)
      }),
    )
  })

  it('finds no children in garbage and never fails', () => {
    const signs = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'a', ' ', '<think>')
    fc.assert(
      fc.property(fc.array(fc.string({ unit: signs })), (pieces) => {
        const reader = createIdeaStreamParser()
        for (const piece of pieces) {
          for (const found of reader.push(piece)) expect(typeof found).toBe('object')
        }
      }),
    )
  })
})

describe('Parsed idea', () => {
  it.each([
    [{ title: '**Dig** the `bed`', description: '' }, 'Dig the bed', ''],
    [{ title: '1. <b>Sow</b> <script>x</script>seeds' }, 'Sow seeds', ''],
    [{ title: '- [ ] Water\u0000\u202e daily', description: null }, 'Water daily', ''],
    [{ title: '## [Prune](https://x.example)', description: '> *Soon*' }, 'Prune', '<p>Soon</p>'],
    [{ title: '5 * 3 * 2 and snake_case_name' }, '5 * 3 * 2 and snake_case_name', ''],
    [{ title: 'a < b & "c"', description: 'x < y' }, 'a < b & "c"', '<p>x &lt; y</p>'],
    [{ title: '&lt;img src=x onerror=y&gt;' }, '<img src=x onerror=y>', ''],
    [
      { title: 'Lay out the <Button> component', description: 'At the <desk>' },
      'Lay out the <Button> component',
      '<p>At the &lt;desk&gt;</p>',
    ],
    [
      { title: 'Use List<String> & Map<K,V> where a < b', description: 'if x<y then' },
      'Use List<String> & Map<K,V> where a < b',
      '<p>if x&lt;y then</p>',
    ],
    [{ title: '<p class="x">One</p><p>two</p> if a<b then c>d' }, 'One two if a<b then c>d', ''],
    [{ title: 'bell\u0007 &#7;rings', description: 'a\nb' }, 'bell rings', '<p>a b</p>'],
  ])('cleans the idea %j', (given, title, body) => {
    expect(parseIdea(given)).toEqual({ title, body, status: 'todo' })
  })

  it.each([
    null,
    1,
    'x',
    [],
    {},
    { title: 1 },
    { title: ' \n ' },
    { title: 'x', description: 1 },
    { title: '<b></b>' },
  ])('rejects the idea %j', (given) => {
    expect(parseIdea(given)).toBeNull()
  })

  it('limits the length of an idea', () => {
    const idea = parseIdea({ title: 'word '.repeat(100), description: 'word '.repeat(1000) })
    expect([...(idea?.title ?? '')].length).toBeLessThanOrEqual(breakdownLimits.titleCharacters)
    expect(idea?.body.length).toBeLessThanOrEqual(breakdownLimits.descriptionCharacters + '<p></p>'.length)
  })
})

describe('AI question', () => {
  it('limits the length of the question and always names the node', () => {
    const long = '"\u0001'.repeat(5_000)
    const many = Array.from({ length: 500 }, (_, index) => `${index} ${long}`)
    const { material } = buildBreakdownQuestion({
      project: long,
      path: many,
      siblings: many,
      existingChildren: many,
      body: long,
    })
    expect(material.length).toBeLessThanOrEqual(breakdownLimits.questionCharacters)
    expect(JSON.parse(material)).toMatchObject({ node: { title: expect.stringContaining('499') } })
  })
})
