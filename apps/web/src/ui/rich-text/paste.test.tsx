import { act, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import '../../testing/jsdom-polyfills.ts'
import { Delta } from 'quill/core.js'
import { googleDocsHtml } from '../../testing/google-docs-html.ts'
import { RichTextField } from './RichTextField.tsx'
import { matchInlineStyles } from './quill-editor.ts'

async function pasteInto(body: string, html: string) {
  const onChange = vi.fn<(html: string) => void>()
  render(<RichTextField label="Description" initialHtml={body} onChange={onChange} takesFocus />)
  const textbox = await screen.findByRole('textbox', { name: 'Description' })
  await waitFor(() => expect(document.activeElement).toBe(textbox))
  const clipboardData = { getData: (kind: string) => (kind === 'text/html' ? html : ''), files: [] }
  const event = new Event('paste', { bubbles: true, cancelable: true })
  act(() => void textbox.dispatchEvent(Object.assign(event, { clipboardData })))
  return () => onChange.mock.lastCall?.[0]
}

const item = (text: string, inner = '') => `<li data-list="bullet">${text}${inner}</li>`

describe('text pasted from Google Docs', () => {
  it('keeps paragraphs, formats and nested lists and adds no empty paragraph', async () => {
    const stored = await pasteInto('', googleDocsHtml)
    await waitFor(() =>
      expect(stored()).toBe(
        '<h1>Garden</h1><p>Plain <strong>bold</strong> <strong><em>both</em></strong> <u>under</u></p><p>Second x<sup>2</sup></p>' +
          `<ol>${item('One', `<ol>${item('Deep', `<ol>${item('Deeper')}</ol>`)}</ol>`)}${item('<strong>Two</strong>')}</ol>`,
      ),
    )
  })

  it('reads inline styles from the attribute despite the content security policy', () => {
    const span = document.createElement('span')
    span.setAttribute('style', 'font-weight:700;font-style:italic;text-decoration:none')
    Object.defineProperty(span, 'style', { value: {} })
    expect(matchInlineStyles(span, new Delta().insert('a')).ops).toEqual([
      { insert: 'a', attributes: { bold: true, italic: true } },
    ])
  })
})

describe('pasted list', () => {
  it('lets a pasted list take over the empty line it is pasted into', async () => {
    const stored = await pasteInto('', '<ul><li>One</li><li>Two</li></ul>')
    await waitFor(() => expect(stored()).toBe(`<ol>${item('One')}${item('Two')}</ol>`))
  })

  it('keeps list levels when a list is stored, read and changed again', async () => {
    const body = `<ol>${item('One', `<ol>${item('Deep')}</ol>`)}${item('Two')}</ol>`
    const onChange = vi.fn<(html: string) => void>()
    render(<RichTextField label="Description" initialHtml={body} onChange={onChange} />)
    const textbox = await screen.findByRole('textbox', { name: 'Description' })
    textbox.querySelector('li:last-of-type')?.append('!')
    await waitFor(() => expect(onChange.mock.lastCall?.[0]).toBe(body.replace('Two', 'Two!')))
  })
})

it('keeps bold words and headings of a text pasted from Word', async () => {
  const word =
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h2>Plan</h2><p class=MsoNormal><b>Bold</b> plain<o:p></o:p></p></body></html>'
  const stored = await pasteInto('', word)
  await waitFor(() => expect(stored()).toBe('<h2>Plan</h2><p><strong>Bold</strong> plain</p>'))
})
