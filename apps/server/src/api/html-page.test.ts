import { expect, it } from 'vitest'
import { html } from './html-page.ts'

it('escapes every value in text and in attributes', () => {
  const hostile = `"><script>alert('x')</script>&`
  expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>',
  )
})

it('does not escape Html values, alone or in lists', () => {
  const items = ['a', '<b>'].map((name) => html`<li>${name}</li>`)
  const list = html`<ul>
    ${items}${html`<li>${3}</li>`}
  </ul>`
  expect(list.text.replaceAll(/\s/g, '')).toBe('<ul><li>a</li><li>&lt;b&gt;</li><li>3</li></ul>')
})
