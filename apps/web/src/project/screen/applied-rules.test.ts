import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { copyAppliedRules } from './applied-rules.ts'

/** A light window with a mouse. */
const windowPx = 1_280
const matches = (query: string) => Number(/min-width: (\d+)px/.exec(query)?.[1] ?? windowPx + 1) <= windowPx
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matches(query) }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
})

function copyRulesOf(styles: string): string {
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  const copy = document.createElement('div')
  copy.id = 'root'
  copy.innerHTML = '<p class="used" data-status="done">Plums</p>'
  return copyAppliedRules(copy).replaceAll(/[\s;]/g, '')
}

it('returns the rules that apply to the copy or to a part of it', () => {
  const rules = copyRulesOf(`.used { color: red } .unused { color: blue } #root { color: green } p { color: pink }
    ul { color: gray } .used[data-status=todo] { color: navy } .used[data-status=done] { color: teal }`)
  expect(rules).toBe('.used{color:red}#root{color:green}p{color:pink}.used[data-status=done]{color:teal}')
})

it('leaves out what applies to the document around it, and to an element that is used', () => {
  expect(copyRulesOf('html { color: red } :root { color: blue } .used:focus { color: green }')).toBe('')
})

it('returns the rules of what a style adds to an element', () => {
  const rules = copyRulesOf('.used::before { color: red } *, ::after { color: blue } .unused::before { color: green }')
  expect(rules).toBe('.used::before{color:red}*,::after{color:blue}')
})

it('leaves out windows of another size, because the picture is not shown in them', () => {
  const rules = copyRulesOf(`@media (min-width: 1px) { .used { color: red } .unused { color: blue } }
    @media (min-width: 90000px) { .used { color: green } } @media (max-height: 1px) { .used { color: pink } }`)
  expect(rules).toBe('@media(min-width:1px){.used{color:red}}')
})

it('returns what applies in another color scheme or with another pointer, which may be so at the next visit', () => {
  const rules = copyRulesOf(`@media (prefers-color-scheme: dark) { .used { color: red } .unused { color: blue } }
    @media (pointer: coarse) and (max-width: 1px) { .used { color: green } } @media print { .used { color: pink } }`)
  expect(rules).toContain('(prefers-color-scheme:dark){.used{color:red}}')
  expect(rules).toContain('(pointer:coarse)and(max-width:1px){.used{color:green}}')
})
