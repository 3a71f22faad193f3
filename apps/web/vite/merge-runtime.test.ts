import { expect, it } from 'vitest'
import { redirectImport, wrapRuntime } from './merge-runtime.ts'

it("turns the bundler's helpers into one value with their names", () => {
  const helpers = new Function(`return ${wrapRuntime('var a=1,b=x=>x+a;export{a as n,b as r};')}`)() as {
    readonly n: number
    r(value: number): number
  }
  expect(helpers.n).toBe(1)
  expect(helpers.r(2)).toBe(3)
})

it('reads the helpers of a file from there, under the names that the file uses', () => {
  const code = 'import{n as e,t}from"./rolldown-runtime-XKyaHtl.js";import{a}from"./index-1.js";e(t,a)'
  expect(redirectImport(code, 'import{$helpers}from"./vendor-1.js";')).toBe(
    'import{$helpers}from"./vendor-1.js";const{n:e,t}=$helpers;import{a}from"./index-1.js";e(t,a)',
  )
})

it('leaves a file without helpers as it is', () => {
  expect(redirectImport('import{a}from"./index-1.js";', '')).toBe('import{a}from"./index-1.js";')
})
