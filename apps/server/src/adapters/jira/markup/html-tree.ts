import { Parser } from 'htmlparser2'

export interface HtmlTreeElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: HtmlTreeNode[]
}

export type HtmlTreeNode = HtmlTreeElement | string

// What nests deeper than anybody writes would exhaust the stack of whoever walks it.
const maxHtmlDepth = 60

/** HTML as a tree of plain objects. */
export function parseHtmlTree(html: string): HtmlTreeNode[] {
  const root: HtmlTreeElement = { tag: '', attributes: {}, children: [] }
  const open: HtmlTreeElement[] = [root]
  let tooDeep = 0
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (open.length >= maxHtmlDepth) {
          tooDeep += 1
          return
        }
        const element = { tag, attributes, children: [] }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext: (text) => void open.at(-1)?.children.push(text),
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1
        else if (open.length > 1) open.pop()
      },
    },
    { decodeEntities: true },
  )
  parser.write(html)
  parser.end()
  return root.children
}
