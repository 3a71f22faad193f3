import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markupLimits } from '../core/limits.ts'
import { cleanLine, cleanText } from './clean-text.ts'

const acute = '\u0301'
const countMarks = (html: string): number => html.match(/\u0301/gu)?.length ?? 0

describe('cleaning incoming text', () => {
  it.each([
    ['a\u0000b\u0007c\u001bd', 'abcd'],
    ['a\u007fb\u0080c\u009fd', 'abcd'],
    ['half \ud800 a pair', 'half  a pair'],
    ['tab\there\nline\r\nend', 'tab\there\nline\r\nend'],
    ['\u00e9 \u6f22 \ud83d\ude00 no-break\u00a0space', '\u00e9 \u6f22 \ud83d\ude00 no-break\u00a0space'],
  ])('removes control characters and nothing else: %j', (given, expected) => {
    expect(cleanText(given)).toBe(expected)
  })

  it('keeps as many combining marks as any script needs and drops the rest of a run', () => {
    expect(cleanText(`a${acute.repeat(20_000)}b`)).toBe(`a${acute.repeat(markupLimits.combiningMarks)}b`)
    expect(cleanText(`e${acute}`.repeat(100))).toBe(`e${acute}`.repeat(100))
  })

  it('counts a run of marks across tags and invisible joiners', () => {
    expect(countMarks(cleanText(`a${`<b>${acute.repeat(5)}</b>`.repeat(50)}`))).toBe(markupLimits.combiningMarks)
    expect(countMarks(cleanText(`a${`${acute}\u200d`.repeat(50)}`))).toBe(markupLimits.combiningMarks / 2)
  })

  it.each([
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '\u1ed9\u0323\u0302',
    '\u05d1\u05bc\u05b0\u0591',
    '\u0e01\u0e35\u0e49',
  ])('does not change %s', (text) => expect(cleanText(text)).toBe(text))

  it('changes nothing when it cleans twice', () => {
    const unit = fc.constantFrom(acute, 'a', '<', '>', '<b>', '\u0007', '\u200d', ' ', '\ud800', '\n')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
      }),
    )
  })

  it('reduces a text to one line', () => {
    expect(cleanLine(' first\r\n\tsecond\u2028third\u0000 ')).toBe('first second third')
  })
})
