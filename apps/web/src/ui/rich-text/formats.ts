import { richTextRules } from '@espalier/domain'
import Quill, { Delta } from 'quill/core.js'
import Blockquote from 'quill/formats/blockquote.js'
import Bold from 'quill/formats/bold.js'
import CodeBlock, { Code } from 'quill/formats/code.js'
import Header from 'quill/formats/header.js'
import IndentClass from 'quill/formats/indent.js'
import Italic from 'quill/formats/italic.js'
import Link from 'quill/formats/link.js'
import List from 'quill/formats/list.js'
import Script from 'quill/formats/script.js'
import { SizeClass } from 'quill/formats/size.js'
import Strike from 'quill/formats/strike.js'
import Underline from 'quill/formats/underline.js'
import { matchInlineStyles, SafeClipboard } from './safe-clipboard.ts'

class SafeLink extends Link {
  static override PROTOCOL_WHITELIST = [...richTextRules.schemes]
}

SizeClass.whitelist = richTextRules.classes.map((name) => name.replace('ql-size-', ''))

Quill.register(
  {
    'modules/clipboard': SafeClipboard,
    'formats/blockquote': Blockquote,
    'formats/bold': Bold,
    'formats/code': Code,
    'formats/code-block': CodeBlock,
    'formats/header': Header,
    'formats/indent': IndentClass,
    'formats/italic': Italic,
    'formats/link': SafeLink,
    'formats/list': List,
    'formats/script': Script,
    'formats/size': SizeClass,
    'formats/strike': Strike,
    'formats/underline': Underline,
  },
  true,
)

/** All that the allow-list can hold, also what the toolbar does not offer: editing a text must not strip it. */
export const bodyFormats = [
  'blockquote',
  'bold',
  'code',
  'code-block',
  'header',
  'indent',
  'italic',
  'link',
  'list',
  'script',
  'size',
  'strike',
  'underline',
]

/** A title has no blocks of its own. */
export const titleFormats = ['bold', 'code', 'italic', 'link', 'script', 'size', 'strike', 'underline']

/** Two levels of headings are stored; deeper headings of a pasted text become the lower of them. */
export const pasteMatchers: [string | number, (node: Node, delta: Delta) => Delta][] = [
  [
    'h3, h4, h5, h6',
    (_heading: Node, delta: Delta) => delta.compose(new Delta().retain(delta.length(), { header: 2 })),
  ],
  [Node.ELEMENT_NODE, matchInlineStyles],
]
