import { defineTexts } from '@espalier/domain'

export const richTextTexts = defineTexts('rich-text', {
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strike',
  link: 'Link',
  orderedList: 'Ordered list',
  bulletList: 'Bullet list',
  heading1: 'Heading 1',
  heading2: 'Heading 2',
  blockquote: 'Blockquote',
  codeBlock: 'Code block',
  linkAddress: 'Link address',
  applyLink: 'Apply link',
  removeLink: 'Remove link',
  linkRefused: 'Please enter a web or email address',
  people: 'People to mention',
})

/** The formats of a node's title, which the map loads without the editor of descriptions. */
export const titleFormatTexts = defineTexts('title-format', {
  bold: 'Bold',
  subscript: 'Subscript',
  superscript: 'Superscript',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  huge: 'Huge',
})
