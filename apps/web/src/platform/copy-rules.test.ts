import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyRules } from './copy-rules.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: !query.includes('90000px') }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.head.innerHTML = ''
})

function addStyles(text: string): void {
  const style = document.createElement('style')
  style.textContent = text
  document.head.append(style)
}

it('returns the rules of its classes and those without classes, and writes no other as text', () => {
  addStyles(`.used { color: red } .unused { color: blue } html { color: green } .unused .used { color: pink }
    @media (min-width: 1px) { .used { color: teal } } @media (min-width: 2px) { .unused { color: navy } }`)
  const written = vi.spyOn(CSSStyleRule.prototype, 'cssText', 'get')
  const rules = copyRules(new Set(['used']))
  expect(rules.replaceAll(/[\s;]/g, '')).toBe(
    '.used{color:red}html{color:green}.unused.used{color:pink}@media(min-width:1px){.used{color:teal}}',
  )
  const texts = written.mock.results.map(({ value }) => String(value))
  expect(texts.some((text) => text.includes('red'))).toBe(true)
  expect(texts.filter((text) => /^\.unused \{.*blue/.test(text))).toEqual([])
})

it('neither returns nor writes the rules for another window', () => {
  addStyles('.used { color: red } @media (min-width: 90000px) { .used { color: teal } }')
  const written = vi.spyOn(CSSMediaRule.prototype, 'cssText', 'get')
  expect(copyRules(new Set(['used']))).not.toContain('teal')
  expect(written).not.toHaveBeenCalled()
})
