import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import '../../testing/jsdom-polyfills.ts'
import { RichText } from './RichText.tsx'
import { RichTextField } from './RichTextField.tsx'
import { sanitizeRichText } from './stored-html.ts'

describe('sanitized rich text', () => {
  it.each([
    ['<p>Plain <strong>bold</strong> <em>it</em> <u>u</u> <s>s</s></p>'],
    ['<ol><li data-list="bullet">one</li><li data-list="ordered">two</li></ol>'],
    ['<h1>a</h1><h2>b</h2><blockquote>c</blockquote><pre>d\n  e</pre>'],
    ['<p><span class="ql-size-large">big</span> x<sub>1</sub><sup>2</sup></p>'],
    ['<p><a href="https://example.com/" rel="noopener noreferrer">x</a></p>'],
  ])('keeps allowed markup: %s', (html) => expect(sanitizeRichText(html)).toBe(html))

  it.each([
    ['<p onclick="x()">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<script>alert(1)</script>a', 'a'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="//evil.example" target="_blank">a</a>', '<a>a</a>'],
    ['<a href="http://a.example">a</a>', '<a href="http://a.example" rel="noopener noreferrer">a</a>'],
    ['<p style="position:fixed">a</p>', '<p>a</p>'],
    ['<span class="ql-size-huge evil">a</span>', '<span class="ql-size-huge">a</span>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>a', 'a'],
    ['<div>a</div>', 'a'],
    ['<li data-list="evil" aria-label="x" data-x="y">a</li>', '<li>a</li>'],
  ])('turns %s into %s, and keeps that', (html, kept) => {
    expect(sanitizeRichText(html)).toBe(kept)
    expect(sanitizeRichText(kept)).toBe(kept)
  })

  it('renders sanitized HTML', () => {
    const { container } = render(<RichText html={'<p>Hi <img src=x onerror="boom()"><b>there</b></p>'} />)
    expect(container.innerHTML).toContain('<p>Hi <b>there</b></p>')
  })
})

async function openField(html: string) {
  const onChange = vi.fn<(html: string) => void>()
  render(<RichTextField label="Description" initialHtml={html} onChange={onChange} />)
  const textbox = await screen.findByRole('textbox', { name: 'Description' })
  return { textbox, onChange, last: () => onChange.mock.lastCall?.[0] }
}

describe('rich text editor', () => {
  it('renders the editor as a textbox with a label and a toolbar of the spec’s tools', async () => {
    await openField('')
    const tools = screen.getAllByRole('button').map((tool) => tool.getAttribute('aria-label'))
    expect(screen.getByRole('toolbar', { name: 'Description formatting' })).toBeTruthy()
    expect(tools).toEqual([
      'Bold',
      'Italic',
      'Underline',
      'Strike',
      'Link',
      'Ordered list',
      'Bullet list',
      'Heading 1',
      'Heading 2',
      'Blockquote',
      'Code block',
    ])
  })

  it('reports nothing until the person changes something', async () => {
    const { onChange } = await openField('<p>Hello</p><pre>a\nb</pre>')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('reports the typed text sanitized', async () => {
    const { textbox, last } = await openField('<p>Hello</p>')
    textbox.querySelector('p')?.append(' <world> & more')
    await waitFor(() => expect(last()).toBe('<p>Hello &lt;world&gt; &amp; more</p>'))
  })

  it("reports an emptied text as ''", async () => {
    const { textbox, last } = await openField('<p>Hello</p>')
    textbox.querySelector('p')?.replaceChildren()
    await waitFor(() => expect(last()).toBe(''))
  })

  it.each([
    ['Bullet list', '<ol><li data-list="bullet">Hello</li></ol>'],
    ['Ordered list', '<ol><li data-list="ordered">Hello</li></ol>'],
    ['Heading 1', '<h1>Hello</h1>'],
    ['Heading 2', '<h2>Hello</h2>'],
    ['Blockquote', '<blockquote>Hello</blockquote>'],
    ['Code block', '<pre>Hello</pre>'],
  ])('formats with %s as %s', async (tool, html) => {
    const { last } = await openField('<p>Hello</p>')
    await userEvent.click(screen.getByRole('button', { name: tool }))
    await waitFor(() => expect(last()).toBe(html))
  })

  it('stores several lines of code as one pre and reads them back', async () => {
    const { textbox, last } = await openField('<pre>a\n  b &lt;i&gt;\n\nc</pre><p>after</p>')
    expect(textbox.querySelectorAll('.ql-code-block')).toHaveLength(4)
    textbox.querySelector('p')?.append('!')
    await waitFor(() => expect(last()).toBe('<pre>a\n  b &lt;i&gt;\n\nc</pre><p>after!</p>'))
  })

  it('keeps formats that the toolbar does not offer', async () => {
    const body = '<p><span class="ql-size-large">big</span> x<sub>1</sub> <code>y</code></p>'
    const { textbox, last } = await openField(body)
    textbox.querySelector('p')?.append('!')
    await waitFor(() => expect(last()).toContain('<span class="ql-size-large">big</span>'))
    expect(last()).toContain('<sub>1</sub>')
    expect(last()).toContain('<code>y</code>')
  })

  it('asks for a link address, completes it and rejects unsafe ones', async () => {
    const { last } = await openField('')
    await userEvent.click(screen.getByRole('button', { name: 'Link' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Link address' }), 'javascript:alert(1){Enter}')
    expect(screen.getByText('Please enter a web or email address')).toBeTruthy()
    await userEvent.clear(screen.getByRole('textbox', { name: 'Link address' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Link address' }), 'example.com{Enter}')
    await waitFor(() =>
      expect(last()).toBe('<p><a href="https://example.com" rel="noopener noreferrer">https://example.com</a></p>'),
    )
    expect(screen.queryByRole('textbox', { name: 'Link address' })).toBeNull()
  })

  it('moves inside the toolbar by the arrow keys, with one Tab stop', async () => {
    await openField('')
    await userEvent.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bold')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Underline')
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bold')
    await userEvent.tab()
    expect(document.activeElement?.getAttribute('role')).toBe('textbox')
  })
})

describe('rich text that takes the focus when it is loaded', () => {
  const field = <RichTextField label="Description" initialHtml="" onChange={() => undefined} takesFocus />

  it('takes it from the button that opened it', async () => {
    const open = <button type="button">Open</button>
    const { rerender } = render(<aside>{open}</aside>)
    screen.getByRole('button', { name: 'Open' }).focus()
    rerender(
      <aside>
        {open}
        {field}
      </aside>,
    )
    const textbox = await screen.findByRole('textbox', { name: 'Description' })
    await waitFor(() => expect(document.activeElement).toBe(textbox))
  })

  it('leaves it to a person who already writes in another field of the panel', async () => {
    const { rerender } = render(
      <aside>
        <input aria-label="Estimate" />
      </aside>,
    )
    const estimate = screen.getByRole('textbox', { name: 'Estimate' })
    await userEvent.type(estimate, '3')
    rerender(
      <aside>
        <input aria-label="Estimate" />
        {field}
      </aside>,
    )
    await screen.findByRole('textbox', { name: 'Description' })
    await userEvent.keyboard('5')
    expect(estimate).toHaveProperty('value', '35')
  })
})
